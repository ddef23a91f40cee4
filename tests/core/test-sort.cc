// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "kernels/cast.hh"
#include "kernels/sort.hh"
#include "samples.hh"

#include <cstring>

using namespace vast;

namespace {

template <typename T>
bool
before (T a, T b)
{
  if constexpr (std::is_arithmetic_v<T>)
    return a < b;
  else
    return a.real () < b.real () || (a.real () == b.real () && a.imag () < b.imag ());
}

template <typename T>
bool
same_to_itself (T a)
{
  const T b = a;
  return a == b;
}

// One line of x along the axis, and the same of another array of that shape.
template <typename F>
void
for_each_line (const Array &x, int axis, F &&f)
{
  Dims others = x.shape ();
  others.erase (axis);
  for (int64_t i = 0; i < element_count (others); i++)
    f ([axis, i] (const Array &a) {
      Layout line = a.layout;
      line.shape.erase (axis);
      line.strides.erase (axis);
      return test::place (line, i);
    });
}

template <typename T>
void
check_sort (const Array &x, int axis)
{
  for (bool descending : { false, true })
    for (bool stable : { false, true })
      {
        const Array sorted = sort (x, axis, descending, stable);
        const Array indices = argsort (x, axis, descending);
        const int64_t n = x.shape ()[axis];
        for_each_line (x, axis, [&] (auto &&line_of) {
          const T *from = x.as<T> () + line_of (x), *to = sorted.as<T> () + line_of (sorted);
          const int64_t *at = indices.as<int64_t> () + line_of (indices);
          const int64_t from_step = x.layout.strides[axis], to_step = sorted.layout.strides[axis],
                        at_step = indices.layout.strides[axis];
          std::vector<T> expected;
          for (int64_t i = 0; i < n; i++)
            expected.push_back (from[i * from_step]);
          const auto numbers =
            std::stable_partition (expected.begin (), expected.end (), [] (T v) { return same_to_itself (v); });
          std::stable_sort (expected.begin (), numbers,
                            [=] (T a, T b) { return descending ? before (b, a) : before (a, b); });
          std::vector<char> seen (static_cast<size_t> (n), 0);
          for (int64_t i = 0; i < n; i++)
            {
              const T wanted = expected[static_cast<size_t> (i)];
              const int64_t k = at[i * at_step];
              CHECK (to[i * to_step] == wanted || (wanted != wanted && to[i * to_step] != to[i * to_step]));
              CHECK (k >= 0 && k < n && !seen[static_cast<size_t> (k)]++);
              CHECK (from[k * from_step] == wanted || (wanted != wanted && from[k * from_step] != from[k * from_step]));
              if (i > 0 && wanted == expected[static_cast<size_t> (i) - 1])
                CHECK (k > at[(i - 1) * at_step]);
              if (stable && wanted == T {})
                CHECK (std::memcmp (&to[i * to_step], &wanted, sizeof (T)) == 0);
            }
        });
      }
}

void
test_random ()
{
  for (int kind = 0; kind < n_computable_kinds; kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      for (int i = 0; i < 40; i++)
        {
          Dims shape = test::random_shape (2, 8);
          shape.insert (static_cast<int> (test::random_int (0, shape.rank ())),
                        test::random_int (0, i % 4 == 0 ? 500 : 20));
          const Array x = test::random_view<T> (shape);
          if constexpr (std::is_floating_point_v<T>)
            for (int64_t k = test::random_int (0, x.size () / 3); k > 0; k--)
              {
                const T odd[] = { std::numeric_limits<T>::quiet_NaN (), T { 0 }, -T { 0 },
                                  std::numeric_limits<T>::infinity (), -std::numeric_limits<T>::infinity () };
                test::element<T> (x, test::random_int (0, x.size () - 1)) = odd[test::random_int (0, 4)];
              }
          check_sort<T> (x, static_cast<int> (test::random_int (0, shape.rank () - 1)));
        }
    });
  check_sort<double> (test::random_array<double> ({ 100000 }), 0);
  check_sort<int16_t> (test::random_array<int16_t> ({ 100000 }), 0);
  check_sort<float> (test::random_array<float> ({ 300, 300 }), 0);
}

void
test_strings ()
{
  const Array x = Array::zeros (ScalarType::string (3), { 4 });
  std::memcpy (x.data (), "b\0\0abcab\0b\0\0", 12);
  const Array y = sort (x, 0, false, true), z = sort (x, 0, true, false);
  CHECK (std::memcmp (y.data (), "ab\0abcb\0\0b\0\0", 12) == 0);
  CHECK (std::memcmp (z.data (), "b\0\0b\0\0abcab\0", 12) == 0);
  const Array order = argsort (x, 0, false);
  CHECK (order.as<int64_t> ()[0] == 2 && order.as<int64_t> ()[1] == 1 && order.as<int64_t> ()[2] == 0
         && order.as<int64_t> ()[3] == 3);
  CHECK_THROWS (type, sort (Array::zeros (ScalarType::record (1, 4), { 3 }), 0, false, false));
  CHECK_THROWS (index, sort (x, 1, false, false));
}

} // namespace

int
main ()
{
  return test::run_all ({ { "/sort/random", test_random }, { "/sort/strings", test_strings } });
}
