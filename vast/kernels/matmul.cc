// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/matmul.hh"

#include "core/loops.hh"
#include "kernels/blas.hh"
#include "kernels/cast.hh"
#include "kernels/fill.hh"

#include <cstring>
#include <limits>

namespace vast {

namespace {

// Up to this many multiplications, a call of CBLAS costs more than they do.
constexpr int64_t small_product = 512;

// So much of a row of the second matrix stays in the cache while it is used for all rows of the first.
constexpr int64_t column_block = 1024;

// Stacks of two-dimensional matrices; vectors have got their missing axis.
struct Problem {
  Array a, b, result;
  int64_t rows, inner, columns;
};

// result += a × b, all in C order; what integers do (as unsigned, so that they wrap), and small matrices of any type.
template <typename T>
void
multiply_plainly (const T *a, const T *b, T *result, int64_t rows, int64_t inner, int64_t columns)
{
  using Factor = typename std::conditional_t<std::is_integral_v<T>, std::common_type<T, unsigned>, std::type_identity<T>>::type;
  for (int64_t j = 0; j < columns; j += column_block)
    {
      const int64_t n = std::min (column_block, columns - j);
      for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < inner; k++)
          {
            // Narrow integers must not be multiplied as int, which could overflow.
            const auto factor = static_cast<Factor> (a[i * inner + k]);
            const T *const from = b + k * columns + j;
            T *const to = result + i * columns + j;
            for (int64_t l = 0; l < n; l++)
              to[l] = static_cast<T> (to[l] + factor * from[l]);
          }
    }
}

// A matrix as CBLAS can take it, without a copy: either in rows or in columns.
template <typename T> struct BlasMatrix {
  const T *data;
  bool transposed;
  int leading;
};

bool
fits_blas (int64_t n)
{
  return n >= 0 && n <= std::numeric_limits<int>::max ();
}

// Whether the last two axes lie so that CBLAS can take them: one has stride 1, and the other steps over it.
bool
suits_blas (const Layout &layout)
{
  const int rank = layout.rank ();
  const int64_t rows = layout.shape[rank - 2], columns = layout.shape[rank - 1];
  const int64_t down = layout.strides[rank - 2], right = layout.strides[rank - 1];
  const bool by_rows = (right == 1 || columns == 1) && (down >= columns || rows == 1) && fits_blas (down);
  const bool by_columns = (down == 1 || rows == 1) && (right >= rows || columns == 1) && fits_blas (right);
  return by_rows || by_columns;
}

template <typename T>
BlasMatrix<T>
blas_matrix (const Array &x)
{
  const int64_t rows = x.shape ()[0], columns = x.shape ()[1];
  const int64_t down = x.layout.strides[0], right = x.layout.strides[1];
  const bool by_rows = (right == 1 || columns == 1) && (down >= columns || rows == 1) && fits_blas (down);
  const int64_t leading = by_rows ? (rows == 1 ? columns : down) : (columns == 1 ? rows : right);
  return { x.as<const T> (), !by_rows, static_cast<int> (std::max<int64_t> (1, leading)) };
}

Array
matrix_of (const Array &stack, int64_t index)
{
  Layout layout = stack.layout;
  for (int axis = stack.rank () - 3; axis >= 0; axis--)
    {
      const int64_t length = layout.shape[axis];
      layout = layout.index (axis, index % length);
      index /= length;
    }
  return stack.view (layout);
}

template <typename T>
void
multiply_by_blas (const Problem &p, int64_t index)
{
  const BlasMatrix<T> a = blas_matrix<T> (matrix_of (p.a, index)), b = blas_matrix<T> (matrix_of (p.b, index));
  T *const result = matrix_of (p.result, index).as<T> ();
  blas_multiply (a.transposed, b.transposed, static_cast<int> (p.rows), static_cast<int> (p.columns),
                 static_cast<int> (p.inner), a.data, a.leading, b.data, b.leading, result);
}

template <typename T>
using Arithmetic = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <typename T>
void
multiply_stack (Problem p)
{
  const int64_t n_matrices = p.result.size () / (p.rows * p.columns);
  const int64_t work = p.rows * p.columns * p.inner;
  constexpr bool has_blas = !std::is_integral_v<T>;
  if (has_blas && work > small_product)
    {
      if constexpr (has_blas)
        {
          if (!fits_blas (p.rows) || !fits_blas (p.columns) || !fits_blas (p.inner))
            fail (ErrorCode::not_supported, "matrices of shapes %s and %s are larger than CBLAS can count",
                  to_string (p.a.shape ()).c_str (), to_string (p.b.shape ()).c_str ());
          // A large product has the threads of CBLAS; many smaller ones are spread over ours.
          const int64_t grain = std::max<int64_t> (1, (int64_t { 1 } << 19) / work);
          parallel_for (n_matrices, grain, [&] (int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; i++)
              multiply_by_blas<T> (p, i);
          });
        }
      return;
    }

  using U = Arithmetic<T>;
  std::memset (p.result.data (), 0, p.result.n_bytes ());
  // One matrix is cut in its rows, a stack between its matrices.
  const int64_t pieces = n_matrices == 1 ? p.rows : n_matrices;
  const int64_t rows = n_matrices == 1 ? 1 : p.rows;
  const int64_t grain = std::max<int64_t> (1, grain_of (2) / std::max<int64_t> (1, rows * p.inner * p.columns));
  parallel_for (pieces, grain, [&] (int64_t begin, int64_t end) {
    if (n_matrices == 1)
      multiply_plainly (p.a.as<const U> () + begin * p.inner, p.b.as<const U> (), p.result.as<U> () + begin * p.columns,
                        end - begin, p.inner, p.columns);
    else
      for (int64_t i = begin; i < end; i++)
        multiply_plainly (matrix_of (p.a, i).as<const U> (), matrix_of (p.b, i).as<const U> (),
                          p.result.as<U> () + i * p.rows * p.columns, p.rows, p.inner, p.columns);
  });
}

// In the common type, and so that a kernel can take the matrices; the axes before them are not touched.
Array
prepared (const Array &x, ScalarType type, bool for_blas)
{
  const Array converted = cast_to (x, type);
  if (for_blas && suits_blas (converted.layout) && is_aligned (converted))
    return converted;
  return make_contiguous (converted);
}

Array
broadcast_stack (const Array &x, const Dims &stack)
{
  Dims shape = stack;
  shape.push_back (x.shape ()[x.rank () - 2]);
  shape.push_back (x.shape ()[x.rank () - 1]);
  return x.view (x.layout.broadcast_to (shape));
}

Dims
stack_of (const Dims &shape)
{
  return Dims (shape.span ().first (shape.size () - 2));
}

[[noreturn]] void
fail_shapes (const Dims &a, const Dims &b)
{
  fail (ErrorCode::shape, "matrices of shapes %s and %s cannot be multiplied", to_string (a).c_str (),
        to_string (b).c_str ());
}

} // namespace

ScalarType
matmul_type (ScalarType a, ScalarType b)
{
  return promote (a, b);
}

Dims
matmul_shape (const Dims &a, const Dims &b)
{
  if (a.rank () == 0 || b.rank () == 0)
    fail_shapes (a, b);
  const int64_t a_inner = a[a.rank () - 1], b_inner = b.rank () == 1 ? b[0] : b[b.rank () - 2];
  if (a_inner != b_inner)
    fail_shapes (a, b);
  Dims result;
  if (a.rank () > 2 || b.rank () > 2)
    result = broadcast_shapes (a.rank () > 2 ? stack_of (a) : Dims {}, b.rank () > 2 ? stack_of (b) : Dims {});
  if (a.rank () > 1)
    result.push_back (a[a.rank () - 2]);
  if (b.rank () > 1)
    result.push_back (b[b.rank () - 1]);
  return result;
}

Array
matmul (const Array &a, const Array &b)
{
  const ScalarType type = matmul_type (a.type, b.type);
  if (type.is_boolean ())
    return cast_to (matmul (cast_to (a, ScalarKind::int64), cast_to (b, ScalarKind::int64)), type);
  const Array result = Array::empty (type, matmul_shape (a.shape (), b.shape ()));
  if (result.size () == 0)
    return result;

  Array left = a.rank () == 1 ? a.view (a.layout.expand (0)) : a;
  Array right = b.rank () == 1 ? b.view (b.layout.expand (1)) : b;
  Problem p;
  p.rows = left.shape ()[left.rank () - 2];
  p.inner = left.shape ()[left.rank () - 1];
  p.columns = right.shape ()[right.rank () - 1];
  if (p.inner == 0)
    {
      std::memset (result.data (), 0, result.n_bytes ());
      return result;
    }
  const bool for_blas = (type.is_floating () || type.is_complex ()) && p.rows * p.inner * p.columns > small_product;
  const Dims stack = broadcast_shapes (stack_of (left.shape ()), stack_of (right.shape ()));
  p.a = broadcast_stack (prepared (left, type, for_blas), stack);
  p.b = broadcast_stack (prepared (right, type, for_blas), stack);
  Dims full = stack;
  full.push_back (p.rows);
  full.push_back (p.columns);
  p.result = result.view (Layout (full));
  visit_kind (type.kind, [&] (auto tag) {
    using T = typename decltype (tag)::type;
    if constexpr (!std::is_same_v<T, bool>)
      multiply_stack<T> (std::move (p));
  });
  return result;
}

} // namespace vast
