// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "kernels/cast.hh"
#include "kernels/matmul.hh"
#include "samples.hh"

using namespace vast;

namespace {

template <typename T>
using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t,
                               std::conditional_t<std::is_floating_point_v<T>, double, complex128>>;

template <typename T>
bool
agrees (T got, Sum<T> wanted, double terms)
{
  if constexpr (std::is_same_v<T, bool>)
    return got == (wanted != 0);
  else if constexpr (std::is_integral_v<T>)
    return got == static_cast<T> (wanted);
  else
    {
      const double unit = sizeof (T) / (std::is_floating_point_v<T> ? 1 : 2) == 4 ? 1e-6 : 1e-15;
      return std::abs (static_cast<Sum<T>> (got) - wanted) <= unit * 200 * (terms + 1);
    }
}

template <typename T>
void
check_product (const Dims &a_shape, const Dims &b_shape)
{
  const Array a = test::random_view<T> (a_shape), b = test::random_view<T> (b_shape);
  const Array got = matmul (a, b);
  CHECK (got.type == ScalarType (kind_of<T>));
  const Array left = a.rank () == 1 ? a.view (a.layout.expand (0)) : a;
  const Array right = b.rank () == 1 ? b.view (b.layout.expand (1)) : b;
  const int64_t rows = left.shape ()[left.rank () - 2], inner = left.shape ()[left.rank () - 1];
  const int64_t columns = right.shape ()[right.rank () - 1];
  const auto stack = [] (const Array &x) { return Dims (x.shape ().span ().first (x.shape ().size () - 2)); };
  const Dims stacks = broadcast_shapes (stack (left), stack (right));
  Dims wide_left = stacks, wide_right = stacks;
  for (int64_t n : { rows, inner })
    wide_left.push_back (n);
  for (int64_t n : { inner, columns })
    wide_right.push_back (n);
  const Array x = left.view (left.layout.broadcast_to (wide_left)),
              y = right.view (right.layout.broadcast_to (wide_right));
  CHECK (got.size () == element_count (stacks) * rows * columns);
  for (int64_t i = 0; i < got.size (); i++)
    {
      const int64_t column = i % columns, row = i / columns % rows, index = i / columns / rows;
      Sum<T> sum {};
      for (int64_t k = 0; k < inner; k++)
        sum += static_cast<Sum<T>> (test::element<T> (x, (index * rows + row) * inner + k))
               * static_cast<Sum<T>> (test::element<T> (y, (index * inner + k) * columns + column));
      CHECK (agrees (got.as<T> ()[i], sum, static_cast<double> (inner)));
    }
}

void
test_products ()
{
  for (int kind = 0; kind < n_computable_kinds; kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      for (int i = 0; i < 25; i++)
        {
          const int64_t longest = i % 5 == 0 ? 40 : 7;
          const int64_t n = test::random_int (1, longest), k = test::random_int (1, longest),
                        m = test::random_int (1, longest);
          check_product<T> ({ n, k }, { k, m });
          check_product<T> ({ k }, { k, m });
          check_product<T> ({ n, k }, { k });
          check_product<T> ({ k }, { k });
          check_product<T> ({ 3, n, k }, { k, m });
          check_product<T> ({ 2, 1, n, k }, { 3, k, m });
          check_product<T> ({ k }, { 2, k, m });
        }
    });
  check_product<double> ({ 130, 70 }, { 70, 90 });
  check_product<int32_t> ({ 60, 70 }, { 70, 1100 });
}

void
test_edges ()
{
  CHECK (
    matmul (Array::zeros (ScalarKind::float64, { 2, 0 }), Array::zeros (ScalarKind::float64, { 0, 3 })).as<double> ()[5]
    == 0.0);
  CHECK (matmul (Array::zeros (ScalarKind::float64, { 0, 2 }), Array::zeros (ScalarKind::float64, { 2, 3 })).size ()
         == 0);
  CHECK (matmul_type (ScalarKind::int8, ScalarKind::float32) == ScalarType (ScalarKind::float32));
  const Array m = Array::zeros (ScalarKind::float64, { 2, 3 });
  CHECK_THROWS (shape, matmul (m, m));
  CHECK_THROWS (shape, matmul (m, Array::scalar (1.0)));
  CHECK_THROWS (
    shape, matmul (Array::zeros (ScalarKind::float64, { 2, 4, 3 }), Array::zeros (ScalarKind::float64, { 3, 3, 3 })));
  CHECK_THROWS (type, matmul (m, Array::zeros (ScalarType::string (1), { 3 })));
}

template <typename T>
void
check_vecdot (const Dims &a_shape, const Dims &b_shape, int64_t axis)
{
  const Array a = test::random_view<T> (a_shape), b = test::random_view<T> (b_shape);
  const Array got = vecdot (a, b, axis);
  const Dims shape = broadcast_shapes (a_shape, b_shape);
  const Array x = a.view (a.layout.broadcast_to (shape)), y = b.view (b.layout.broadcast_to (shape));
  const int at = normalize_axis (axis, shape.rank ());
  std::vector<Sum<T>> sums (static_cast<size_t> (got.size ()));
  int64_t below = 1;
  for (int i = at + 1; i < shape.rank (); i++)
    below *= shape[i];
  for (int64_t i = 0; i < x.size (); i++)
    {
      Sum<T> factor = static_cast<Sum<T>> (test::element<T> (x, i));
      if constexpr (std::is_same_v<Sum<T>, complex128>)
        factor = std::conj (factor);
      sums[static_cast<size_t> (i / below / shape[at] * below + i % below)] +=
        factor * static_cast<Sum<T>> (test::element<T> (y, i));
    }
  for (int64_t i = 0; i < got.size (); i++)
    CHECK (agrees (got.as<T> ()[i], sums[static_cast<size_t> (i)], static_cast<double> (shape[at])));
}

void
test_vecdot ()
{
  for (int kind = 0; kind < n_computable_kinds; kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      check_vecdot<T> ({ 300 }, { 300 }, -1);
      check_vecdot<T> ({ 4, 7 }, { 4, 7 }, -1);
      check_vecdot<T> ({ 5, 7 }, { 3, 5, 7 }, -2);
      check_vecdot<T> ({ 1, 200, 3 }, { 4, 200, 1 }, -2);
    });
  check_vecdot<double> ({ 200000 }, { 200000 }, 0);
  check_vecdot<int16_t> ({ 200000 }, { 200000 }, 0);
  CHECK_THROWS (shape, vecdot (Array::zeros (ScalarKind::int8, { 3 }), Array::zeros (ScalarKind::int8, { 4 }), -1));
  CHECK_THROWS (index, vecdot (Array::zeros (ScalarKind::int8, { 3 }), Array::zeros (ScalarKind::int8, { 3 }), 1));
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/matmul/products", test_products },
    { "/matmul/edges", test_edges },
    { "/vecdot", test_vecdot },
  });
}
