// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "kernels/cast.hh"
#include "kernels/fill.hh"
#include "samples.hh"

#include <cstring>

using namespace vast;

namespace {

template <typename To, typename From>
To
cast_one (From x)
{
  return *cast_to (Array::scalar (x), kind_of<To>).template as<To> ();
}

void
test_values ()
{
  const double nan = std::numeric_limits<double>::quiet_NaN (), inf = std::numeric_limits<double>::infinity ();
  CHECK (cast_one<int64_t> (nan) == 0 && cast_one<uint8_t> (nan) == 0 && cast_one<uint64_t> (nan) == 0);
  CHECK (cast_one<int64_t> (inf) == INT64_MAX && cast_one<int64_t> (-inf) == INT64_MIN);
  CHECK (cast_one<int64_t> (9223372036854775808.0) == INT64_MAX
         && cast_one<int64_t> (-9223372036854775808.0) == INT64_MIN);
  CHECK (cast_one<uint64_t> (inf) == UINT64_MAX && cast_one<uint64_t> (1.5e19) == 15000000000000000000u);
  CHECK (cast_one<uint64_t> (-1.0) == UINT64_MAX);
  CHECK (cast_one<uint8_t> (-1.0) == 255 && cast_one<uint8_t> (300.7) == 44 && cast_one<int8_t> (-3.9f) == -3);
  CHECK (cast_one<int32_t> (3e9) == static_cast<int32_t> (3000000000u));
  CHECK (cast_one<int64_t> (std::numeric_limits<float>::infinity ()) == INT64_MAX);
  CHECK (cast_one<int8_t> (int64_t { 257 }) == 1 && cast_one<uint16_t> (int8_t { -1 }) == 65535);
  CHECK (cast_one<bool> (nan) && cast_one<bool> (0.1f) && !cast_one<bool> (-0.0) && cast_one<bool> (int8_t { 2 }));
  CHECK (cast_one<bool> (complex64 (0, 1)) && !cast_one<bool> (complex128 (0, 0)));
  CHECK (cast_one<double> (complex64 (2.5f, 7)) == 2.5 && cast_one<int8_t> (complex128 (-2.5, 7)) == -2);
  CHECK (cast_one<complex64> (3.5) == complex64 (3.5f, 0)
         && cast_one<complex128> (complex64 (1, 2)) == complex128 (1, 2));
  CHECK (std::isinf (cast_one<float> (1e300)) && cast_one<double> (true) == 1.0);
}

void
test_odd_booleans ()
{
  const Array x = Array::empty (ScalarKind::boolean, { 3 });
  const uint8_t bytes[] = { 0, 2, 255 };
  std::memcpy (x.data (), bytes, 3);
  const Array y = cast_to (x, ScalarKind::int32);
  CHECK (y.as<int32_t> ()[0] == 0 && y.as<int32_t> ()[1] == 1 && y.as<int32_t> ()[2] == 1);
}

template <typename From, typename To>
void
check_pair (const Dims &shape)
{
  const Array x = test::random_view<From> (shape);
  const Array y = test::random_view<To> (shape);
  copy_into (x, y);
  for (int64_t i = 0; i < x.size (); i++)
    CHECK (test::same (test::element<To> (y, i), cast_one<To> (test::element<From> (x, i))));
}

void
test_pairs ()
{
  for (int from = 0; from < n_computable_kinds; from++)
    for (int to = 0; to < n_computable_kinds; to++)
      visit_kind (static_cast<ScalarKind> (from), [&] (auto from_tag) {
        visit_kind (static_cast<ScalarKind> (to), [&] (auto to_tag) {
          for (int i = 0; i < 6; i++)
            check_pair<typename decltype (from_tag)::type, typename decltype (to_tag)::type> (
              test::random_shape (4, 7));
        });
      });
}

template <typename T>
void
check_copy (const Dims &shape)
{
  const Array x = test::random_view<T> (shape), y = test::random_view<T> (shape);
  copy_into (x, y);
  bool equal = true;
  for (int64_t i = 0; i < x.size (); i++)
    equal = equal && test::element<T> (x, i) == test::element<T> (y, i);
  CHECK (equal);
}

// Large enough for tiles, threads and stores around the caches.
void
test_transposed ()
{
  for (int i = 0; i < 8; i++)
    {
      check_copy<uint8_t> ({ 130, 200 });
      check_copy<int16_t> ({ 70, 33, 9 });
      check_copy<float> ({ 5, 129, 65 });
      check_copy<double> ({ 300, 20, 70 });
      check_copy<complex128> ({ 3, 90, 100 });
    }
  const Array x = test::random_array<double> ({ 2100, 2050 });
  const Array y = copy (x.view (x.layout.transpose ()));
  bool equal = true;
  for (int64_t i = 0; i < 2050; i++)
    for (int64_t k = 0; k < 2100; k++)
      equal = equal && y.as<double> ()[i * 2100 + k] == x.as<double> ()[k * 2050 + i];
  CHECK (equal);
}

void
test_large ()
{
  const Array x = test::random_array<float> ({ 9000001 });
  const Array y = cast_to (x, ScalarKind::float64);
  const Array shifted = Array::empty (ScalarKind::float32, { 9000003 });
  const Array part = shifted.view (shifted.layout.slice (0, 1, -1, 1));
  copy_into (y, part);
  CHECK (std::memcmp (part.data (), x.data (), x.n_bytes ()) == 0);
  const Array again = copy (part);
  CHECK (std::memcmp (again.data (), x.data (), x.n_bytes ()) == 0);
  fill_value (part, 2.5);
  bool equal = true;
  for (int64_t i = 0; i < part.size (); i++)
    equal = equal && part.as<float> ()[i] == 2.5f;
  CHECK (equal);
}

void
test_overlap ()
{
  const Array x = test::random_array<int32_t> ({ 50 });
  const Array before = copy (x);
  copy_into (x.view (x.layout.slice (0, 0, 49, 1)), x.view (x.layout.slice (0, 1, 50, 1)));
  for (int64_t i = 1; i < 50; i++)
    CHECK (x.as<int32_t> ()[i] == before.as<int32_t> ()[i - 1]);
  const Array square = test::random_array<int64_t> ({ 20, 20 });
  const Array same = copy (square);
  copy_into (square.view (square.layout.transpose ()), square);
  for (int64_t i = 0; i < 20; i++)
    for (int64_t k = 0; k < 20; k++)
      CHECK (square.as<int64_t> ()[i * 20 + k] == same.as<int64_t> ()[k * 20 + i]);
}

void
test_strings ()
{
  const Array x = Array::zeros (ScalarType::string (3), { 2 });
  std::memcpy (x.data (), "abcde\0", 6);
  const Array longer = Array::zeros (ScalarType::string (5), { 2 }),
              shorter = Array::zeros (ScalarType::string (2), { 2 });
  fill (longer, "zzzzz");
  copy_into (x, longer);
  copy_into (x, shorter);
  CHECK (std::memcmp (longer.data (), "abc\0\0de\0\0\0", 10) == 0);
  CHECK (std::memcmp (shorter.data (), "abde", 4) == 0);
  CHECK_THROWS (type, cast_to (x, ScalarKind::int8));

  const Array records = Array::zeros (ScalarType::record (7, 12), { 3, 2 });
  for (size_t i = 0; i < records.n_bytes (); i++)
    records.data ()[i] = static_cast<std::byte> (i);
  const Array turned = copy (records.view (records.layout.transpose ()));
  CHECK (std::memcmp (turned.data () + 12, records.data () + 24, 12) == 0);
  CHECK_THROWS (type, copy_into (records, Array::zeros (ScalarType::record (8, 12), { 3, 2 })));
}

void
test_errors ()
{
  const Array x = Array::zeros (ScalarKind::int8, { 4 });
  const Array wide = x.view (x.layout.broadcast_to ({ 3, 4 }));
  CHECK_THROWS (invalid_argument, copy_into (Array::zeros (ScalarKind::int8, { 3, 4 }), wide));
  CHECK_THROWS (shape, copy_into (Array::zeros (ScalarKind::int8, { 3 }), x));
  int8_t memory[4] = {};
  const Array fixed (ScalarKind::int8, Layout ({ 4 }), Buffer::wrap (memory, 4, false, {}));
  CHECK_THROWS (read_only, copy_into (x, fixed));
  CHECK_THROWS (read_only, fill_value (fixed, 1));
}

void
test_unaligned ()
{
  alignas (8) std::byte memory[8 * 8 + 1];
  for (size_t i = 0; i < 8; i++)
    {
      const double value = static_cast<double> (i) * 1.5;
      std::memcpy (memory + 1 + i * 8, &value, 8);
    }
  const Array x (ScalarKind::float64, Layout ({ 8 }), Buffer::wrap (memory + 1, 64, true, {}));
  CHECK (!is_aligned (x));
  const Array y = make_contiguous (x), z = cast_to (x, ScalarKind::int32);
  CHECK (is_aligned (y) && y.as<double> ()[7] == 10.5 && z.as<int32_t> ()[7] == 10);
  fill_value (x, 3);
  CHECK (copy (x).as<double> ()[2] == 3.0);
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/cast/values", test_values },
    { "/cast/odd-booleans", test_odd_booleans },
    { "/cast/pairs", test_pairs },
    { "/copy/transposed", test_transposed },
    { "/copy/large", test_large },
    { "/copy/overlap", test_overlap },
    { "/copy/strings", test_strings },
    { "/copy/errors", test_errors },
    { "/copy/unaligned", test_unaligned },
  });
}
