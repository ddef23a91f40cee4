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
  using Factor =
    typename std::conditional_t<std::is_integral_v<T>, std::common_type<T, unsigned>, std::type_identity<T>>::type;
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

// The matrices of a stack as CBLAS can take them, without a copy: either in rows or in columns.
template <typename T>
struct BlasMatrix {
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
  const int rank = x.rank ();
  const int64_t rows = x.shape ()[rank - 2], columns = x.shape ()[rank - 1];
  const int64_t down = x.layout.strides[rank - 2], right = x.layout.strides[rank - 1];
  const bool by_rows = (right == 1 || columns == 1) && (down >= columns || rows == 1) && fits_blas (down);
  const int64_t leading = by_rows ? (rows == 1 ? columns : down) : (columns == 1 ? rows : right);
  return { x.as<const T> (), !by_rows, static_cast<int> (std::max<int64_t> (1, leading)) };
}

// Where the matrices of a stack begin, in elements from the first one.
class StackOffsets {
public:
  explicit StackOffsets (const Layout &layout) : rank_ (layout.rank () - 2)
  {
    std::copy_n (layout.shape.begin (), rank_, lengths_);
    std::copy_n (layout.strides.begin (), rank_, strides_);
  }

  int64_t operator[] (int64_t index) const
  {
    int64_t offset = 0;
    for (int i = rank_ - 1; i >= 0; i--)
      {
        // The outermost index needs no division; there is often no other.
        const int64_t outer = i == 0 ? 0 : index / lengths_[i];
        offset += (index - outer * lengths_[i]) * strides_[i];
        index = outer;
      }
    return offset;
  }

private:
  int rank_;
  int64_t lengths_[max_rank];
  int64_t strides_[max_rank];
};

template <typename T>
void
multiply_by_blas (const Problem &p, int64_t n_matrices)
{
  if (!fits_blas (p.rows) || !fits_blas (p.columns) || !fits_blas (p.inner))
    fail (ErrorCode::not_supported, "matrices of shapes %s and %s are larger than CBLAS can count",
          to_string (p.a.shape ()).c_str (), to_string (p.b.shape ()).c_str ());
  const BlasMatrix<T> a = blas_matrix<T> (p.a), b = blas_matrix<T> (p.b);
  const StackOffsets a_offsets (p.a.layout), b_offsets (p.b.layout);
  T *const result = p.result.as<T> ();
  // A large product has the threads of CBLAS; many smaller ones are spread over ours.
  const int64_t grain = std::max<int64_t> (1, (int64_t { 1 } << 19) / (p.rows * p.columns * p.inner));
  parallel_for (n_matrices, grain, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      blas_multiply (a.transposed, b.transposed, static_cast<int> (p.rows), static_cast<int> (p.columns),
                     static_cast<int> (p.inner), a.data + a_offsets[i], a.leading, b.data + b_offsets[i], b.leading,
                     result + i * p.rows * p.columns);
  });
}

template <typename T>
using Arithmetic =
  typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

// Square matrices of a size that the compiler knows, and can unroll.
template <int n, typename T>
void
multiply_unrolled (const T *a, const T *b, T *result)
{
  T sums[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sums[i][j] = static_cast<T> (a[i * n] * b[j]);
  for (int k = 1; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        sums[i][j] = static_cast<T> (sums[i][j] + a[i * n + k] * b[k * n + j]);
  std::copy_n (&sums[0][0], n * n, result);
}

template <typename T>
void
multiply_small (const T *a, const T *b, T *result, int64_t rows, int64_t inner, int64_t columns)
{
  if constexpr (std::is_floating_point_v<T>)
    if (rows == inner && inner == columns && rows >= 2 && rows <= 4)
      return rows == 2   ? multiply_unrolled<2> (a, b, result)
             : rows == 3 ? multiply_unrolled<3> (a, b, result)
                         : multiply_unrolled<4> (a, b, result);
  std::fill_n (result, rows * columns, T {});
  multiply_plainly (a, b, result, rows, inner, columns);
}

template <typename T>
void
multiply_without_blas (const Problem &p, int64_t n_matrices)
{
  using U = Arithmetic<T>;
  const U *const a = p.a.as<const U> (), *const b = p.b.as<const U> ();
  U *const result = p.result.as<U> ();
  const StackOffsets a_offsets (p.a.layout), b_offsets (p.b.layout);
  // One matrix is cut in its rows, a stack between its matrices.
  const int64_t rows = n_matrices == 1 ? 1 : p.rows;
  const int64_t grain = std::max<int64_t> (1, grain_of (2) / (rows * p.inner * p.columns));
  if (n_matrices == 1)
    parallel_for (p.rows, grain, [&] (int64_t begin, int64_t end) {
      multiply_small (a + begin * p.inner, b, result + begin * p.columns, end - begin, p.inner, p.columns);
    });
  else
    parallel_for (n_matrices, grain, [&] (int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i++)
        multiply_small (a + a_offsets[i], b + b_offsets[i], result + i * rows * p.columns, rows, p.inner, p.columns);
    });
}

template <typename T>
void
multiply_stack (const Problem &p)
{
  const int64_t n_matrices = p.result.size () / (p.rows * p.columns);
  if constexpr (!std::is_integral_v<T>)
    if (p.rows * p.columns * p.inner > small_product)
      {
        multiply_by_blas<T> (p, n_matrices);
        return;
      }
  multiply_without_blas<T> (p, n_matrices);
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
      multiply_stack<T> (p);
  });
  return result;
}

} // namespace vast
