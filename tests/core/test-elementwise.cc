// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "example-loops.hh"
#include "kernels/cast.hh"
#include "kernels/elementwise.hh"
#include "samples.hh"

#include <cstring>
#include <string_view>

using namespace vast;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity ();
constexpr double nan = std::numeric_limits<double>::quiet_NaN ();

const TypedLoop &
find (std::span<const test::NamedLoop> loops, std::string_view name, ScalarKind first, ScalarKind second)
{
  for (const test::NamedLoop &named : loops)
    if (named.name == name && named.loop.inputs[0] == first
        && (second == ScalarKind::record || named.loop.inputs[1] == second))
      return named.loop;
  fail (ErrorCode::not_found, "no loop %s", std::string (name).c_str ());
}

template <typename T>
Array
values (std::initializer_list<T> list)
{
  Array x = Array::empty (kind_of<T>, { static_cast<int64_t> (list.size ()) });
  std::copy (list.begin (), list.end (), x.as<T> ());
  return x;
}

// For the best instruction set and the baseline alike.
template <typename R, typename A>
void
expect (const char *name, A a, R expected)
{
  for (auto loops : { test::example_loops (), test::baseline_loops () })
    {
      const Array inputs[] = { Array::scalar (a) };
      const R got = *run_elementwise (find (loops, name, kind_of<A>, ScalarKind::record), inputs, 1).template as<R> ();
      CHECK (test::same (got, expected));
      if (!test::same (got, expected))
        std::printf ("# %s\n", name);
    }
}

template <typename R, typename A, typename B>
void
expect (const char *name, A a, B b, R expected)
{
  for (auto loops : { test::example_loops (), test::baseline_loops () })
    {
      const Array inputs[] = { Array::scalar (a), Array::scalar (b) };
      const R got = *run_elementwise (find (loops, name, kind_of<A>, kind_of<B>), inputs, 1).template as<R> ();
      CHECK (test::same (got, expected));
      if (!test::same (got, expected))
        std::printf ("# %s\n", name);
    }
}

void
test_integers ()
{
  expect<int8_t> ("abs", int8_t { -128 }, int8_t { -128 });
  expect<int64_t> ("negative", INT64_MIN, INT64_MIN);
  expect<int16_t> ("add", int16_t { 32767 }, int16_t { 1 }, int16_t { -32768 });
  expect<uint16_t> ("multiply", uint16_t { 65535 }, uint16_t { 65535 }, uint16_t { 1 });
  expect<int64_t> ("multiply", INT64_MIN, int64_t { -1 }, INT64_MIN);
  expect<int32_t> ("floor_divide", INT32_MIN, -1, INT32_MIN);
  expect<int8_t> ("floor_divide", int8_t { -128 }, int8_t { -1 }, int8_t { -128 });
  expect<int32_t> ("floor_divide", 7, 0, 0);
  expect<int32_t> ("floor_divide", -7, 2, -4);
  expect<int32_t> ("floor_divide", 7, -2, -4);
  expect<int32_t> ("remainder", INT32_MIN, -1, 0);
  expect<int32_t> ("remainder", 7, 0, 0);
  expect<int32_t> ("remainder", -7, 2, 1);
  expect<int32_t> ("remainder", 7, -2, -1);
  expect<int32_t> ("pow", 3, 5, 243);
  expect<int32_t> ("pow", 0, 0, 1);
  expect<int32_t> ("pow", 2, 33, 0);
  expect<int32_t> ("pow", -1, -3, -1);
  expect<int32_t> ("pow", 2, -1, 0);
  expect<int8_t> ("left_shift", int8_t { 1 }, int8_t { 7 }, int8_t { -128 });
  expect<int8_t> ("left_shift", int8_t { 1 }, int8_t { 8 }, int8_t { 0 });
  expect<int8_t> ("right_shift", int8_t { -128 }, int8_t { 100 }, int8_t { -1 });
  expect<int8_t> ("right_shift", int8_t { 64 }, int8_t { -1 }, int8_t { 0 });
}

void
test_comparisons ()
{
  expect<bool> ("equal", int64_t { -1 }, UINT64_MAX, false);
  expect<bool> ("less", int64_t { -1 }, uint64_t { 0 }, true);
  expect<bool> ("less", INT64_MAX, uint64_t { 1 } << 63, true);
  expect<bool> ("less", (uint64_t { 1 } << 63) - 1, INT64_MAX, false);
  expect<bool> ("less", uint64_t { 0 }, int64_t { -1 }, false);
  expect<bool> ("equal", nan, nan, false);
  expect<bool> ("less", 1.0, nan, false);
  expect<bool> ("isnan", nan, true);
  expect<bool> ("isfinite", -inf, false);
  expect<bool> ("logical_and", nan, 1.0, true);
}

void
test_floating ()
{
  expect<double> ("maximum", nan, 1.0, nan);
  expect<double> ("maximum", 1.0, nan, nan);
  expect<double> ("minimum", nan, -inf, nan);
  expect<float> ("maximum", 2.0f, 1.0f, 2.0f);
  expect<double> ("divide", 1.0, 0.0, inf);
  expect<double> ("floor_divide", 7.0, 0.0, inf);
  expect<double> ("floor_divide", -7.5, 2.0, -4.0);
  expect<double> ("floor_divide", 1.0, 0.1, 9.0);
  expect<double> ("remainder", -7.5, 2.0, 0.5);
  expect<double> ("remainder", 5.0, inf, 5.0);
  expect<double> ("remainder", 1.0, 0.0, nan);
  expect<double> ("round", 2.5, 2.0);
  expect<double> ("round", -0.4, -0.0);
  expect<double> ("sign", -3.0, -1.0);
  expect<double> ("sign", nan, nan);
  expect<double> ("sqrt", -1.0, nan);
  expect<double> ("pow", 0.0, 0.0, 1.0);
  expect<double> ("pow", -8.0, 1.0 / 3, nan);
  expect<double> ("pow", -2.0, 3.0, -8.0);
  expect<double> ("logaddexp", -inf, -inf, -inf);
  expect<double> ("logaddexp", inf, -inf, inf);
  expect<double> ("logaddexp", 1000.0, 1000.0, 1000.0 + std::log (2.0));
  expect<double> ("logaddexp", nan, 1.0, nan);
  expect<double> ("logaddexp", 1.0, nan, nan);
  expect<double> ("exp", -inf, 0.0);
  expect<double> ("log", 0.0, -inf);
  expect<double> ("log", -1.0, nan);
  expect<double> ("sin", inf, nan);
  expect<double> ("tanh", inf, 1.0);
  expect<double> ("abs", complex128 (inf, nan), inf);
  expect<double> ("abs", complex128 (3e300, 4e300), 5e300);
  expect<complex128> ("pow", complex128 (0, 0), complex128 (0, 0), complex128 (1, 0));
  expect<complex128> ("pow", complex128 (0, 0), complex128 (2.5, 0), complex128 (0, 0));
  expect<complex128> ("pow", complex128 (0, 1), complex128 (2, 0), complex128 (-1, 0));
}

// Against the C library in the next wider precision, over values of every size.
template <typename T>
void
check_accuracy (const char *name, long double (*exact) (long double), double most_ulp)
{
  const int64_t n = 20000;
  const Array x = Array::empty (kind_of<T>, { n });
  for (int64_t i = 0; i < n; i++)
    {
      const double wide = std::ldexp (std::uniform_real_distribution<double> (-1, 1) (test::random_engine ()),
                                      static_cast<int> (test::random_int (-30, sizeof (T) == 4 ? 127 : 1023)));
      x.as<T> ()[i] = static_cast<T> (i % 2 ? wide : test::random_value<double> ());
    }
  for (auto loops : { test::example_loops (), test::baseline_loops () })
    {
      const Array inputs[] = { x };
      const Array y = run_elementwise (find (loops, name, kind_of<T>, ScalarKind::record), inputs, 20);
      double worst = 0, at = 0;
      for (int64_t i = 0; i < n; i++)
        {
          const T got = y.as<T> ()[i];
          const long double wanted = exact (static_cast<long double> (x.as<T> ()[i]));
          if (test::same (got, static_cast<T> (wanted)))
            continue;
          const long double unit =
            std::nextafter (std::fabs (static_cast<T> (wanted)), std::numeric_limits<T>::infinity ())
            - std::fabs (static_cast<T> (wanted));
          const double error = static_cast<double> (std::fabs (got - wanted) / unit);
          if (!(error <= worst))
            {
              worst = error;
              at = static_cast<double> (x.as<T> ()[i]);
            }
        }
      CHECK (worst <= most_ulp);
      if (!(worst <= most_ulp))
        std::printf ("# %s of %zu bytes: %g ulp at %.17g\n", name, sizeof (T), worst, at);
    }
}

void
test_accuracy ()
{
  check_accuracy<double> ("sin", sinl, 1);
  check_accuracy<double> ("cos", cosl, 1);
  check_accuracy<double> ("tan", tanl, 1);
  check_accuracy<double> ("exp", expl, 1);
  check_accuracy<double> ("log", logl, 1);
  check_accuracy<double> ("sinh", sinhl, 1);
  check_accuracy<double> ("cosh", coshl, 1);
  check_accuracy<double> ("asinh", asinhl, 1);
  check_accuracy<double> ("acosh", acoshl, 1);
  check_accuracy<double> ("log1p", log1pl, 1);
  check_accuracy<double> ("tanh", tanhl, 1);
  check_accuracy<float> ("sin", sinl, 1);
  check_accuracy<float> ("cos", cosl, 1);
  check_accuracy<float> ("tan", tanl, 1);
  check_accuracy<float> ("sinh", sinhl, 1);
  check_accuracy<float> ("exp", expl, 1);
  check_accuracy<float> ("log1p", log1pl, 1);
}

// Small results must keep their precision.
void
test_complex_near_zero ()
{
  for (const char *name : { "expm1", "log1p" })
    {
      const Array inputs[] = { Array::scalar (complex128 (1e-12, 1e-13)) };
      const complex128 got =
        *run_elementwise (find (test::example_loops (), name, ScalarKind::complex128, ScalarKind::record), inputs, 1)
           .as<complex128> ();
      CHECK (std::abs (got - complex128 (1e-12, 1e-13)) < 1e-23);
    }
}

// Whatever the length, the place in the array, the stride and the neighbours, an element's result is the same.
template <typename T>
void
check_independence (const char *name)
{
  const TypedLoop &loop = find (test::example_loops (), name, kind_of<T>, ScalarKind::record);
  const int64_t n = 4000;
  const Array x = Array::empty (kind_of<T>, { n });
  for (int64_t i = 0; i < n; i++)
    x.as<T> ()[i] = static_cast<T> (test::random_value<double> ()
                                    * std::pow (10.0, static_cast<double> (test::random_int (-2, 25)) / 2));
  const Array inputs[] = { x };
  const Array whole = run_elementwise (loop, inputs, 1);
  for (int64_t i = 0; i < n; i += test::random_int (1, 20))
    {
      const int64_t end = std::min (n, i + test::random_int (1, 40)), step = test::random_int (1, 3);
      const Array part[] = { x.view (x.layout.slice (0, i, end, step)) };
      const Array y = run_elementwise (loop, part, 1);
      for (int64_t k = 0; k < y.size (); k++)
        CHECK (test::same (y.as<T> ()[k], whole.as<T> ()[i + k * step]));
    }
}

void
test_independence ()
{
  for (const char *name : { "sin", "cos", "tan", "exp", "sinh", "log1p" })
    {
      check_independence<double> (name);
      if (std::string_view (name) != "exp")
        check_independence<float> (name);
    }
}

void
check_add (const Dims &shape)
{
  const auto some_operand = [&] () {
    Dims part = shape;
    for (int64_t &n : part)
      if (test::random_int (0, 4) == 0)
        n = 1;
    return part;
  };
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  const Array a = test::random_view<double> (some_operand ()), b = test::random_view<float> (some_operand ());
  const Array c = test::random_view<int16_t> (some_operand ());
  for (const Array &other : { b, c })
    for (const Array &out : { test::random_view<double> (shape), test::random_view<float> (shape) })
      {
        const Array inputs[] = { a, other };
        run_elementwise (add, inputs, out, 1);
        const Array x = a.view (a.layout.broadcast_to (shape)), y = cast_to (other, ScalarKind::float64);
        const Array wide = y.view (y.layout.broadcast_to (shape));
        for (int64_t i = 0; i < out.size (); i++)
          {
            const double sum = test::element<double> (x, i) + test::element<double> (wide, i);
            if (out.type.kind == ScalarKind::float64)
              CHECK (test::element<double> (out, i) == sum);
            else
              CHECK (test::element<float> (out, i) == static_cast<float> (sum));
          }
      }
}

void
test_broadcast_and_cast ()
{
  for (int i = 0; i < 300; i++)
    check_add (test::random_shape (4, 12));
  check_add ({ 3, 70000 });
  check_add ({ 70000, 3 });
  check_add ({ 300, 4, 300 });
}

// Operands that lie across the output, large enough for tiles.
void
test_across ()
{
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  const Array square = test::random_array<double> ({ 500, 500 });
  const Array turned = square.view (square.layout.transpose ()), single = cast_to (turned, ScalarKind::float32);
  const Array across[] = { turned, single.view (single.layout.transpose ()) };
  for (const Array &other : across)
    {
      const Array inputs[] = { square, other };
      const Array sum = run_elementwise (add, inputs, 1);
      bool equal = true;
      for (int64_t i = 0; i < square.size (); i++)
        equal = equal
                && sum.as<double> ()[i]
                     == square.as<double> ()[i]
                          + (other.type.kind == ScalarKind::float32 ? test::element<float> (other, i)
                                                                    : test::element<double> (other, i));
      CHECK (equal);
    }
  for (int i = 0; i < 4; i++)
    check_add ({ 40, 60, 70 });

  const Array before = copy (square);
  const Array inputs[] = { square, turned };
  run_elementwise (add, inputs, square, 1);
  bool equal = true;
  for (int64_t i = 0; i < 500; i++)
    for (int64_t k = 0; k < 500; k++)
      equal =
        equal
        && square.as<double> ()[i * 500 + k] == before.as<double> ()[i * 500 + k] + before.as<double> ()[k * 500 + i];
  CHECK (equal);
}

// Long enough for threads and for stores around the caches.
void
test_large ()
{
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  const Array x = test::random_array<double> ({ 5000003 });
  const Array one = Array::scalar (1.0);
  const Array shifted = Array::empty (ScalarKind::float64, { 5000005 });
  const Array out = shifted.view (shifted.layout.slice (0, 1, -1, 1));
  const Array inputs[] = { x, one };
  run_elementwise (add, inputs, out, 1);
  bool equal = true;
  for (int64_t i = 0; i < x.size (); i++)
    equal = equal && out.as<double> ()[i] == x.as<double> ()[i] + 1;
  CHECK (equal);
  const Array in_place[] = { out, one };
  run_elementwise (add, in_place, out, 1);
  for (int64_t i = 0; i < x.size (); i++)
    equal = equal && out.as<double> ()[i] == x.as<double> ()[i] + 1 + 1;
  CHECK (equal);
}

void
test_overlap ()
{
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  const Array x = test::random_array<double> ({ 3000 });
  const Array before = copy (x);
  const Array inputs[] = { x.view (x.layout.slice (0, 0, 2999, 1)), x.view (x.layout.flip (0).slice (0, 1, {}, 1)) };
  run_elementwise (add, inputs, x.view (x.layout.slice (0, 1, {}, 1)), 1);
  for (int64_t i = 0; i < 2999; i++)
    CHECK (x.as<double> ()[i + 1] == before.as<double> ()[i] + before.as<double> ()[2998 - i]);

  // The first element of the output is the operand that is used for all of them.
  const Array y = test::random_array<double> ({ 2000 });
  const Array old = copy (y);
  const Array pair[] = { y, y.view (y.layout.slice (0, 0, 1, 1)) };
  run_elementwise (add, pair, y, 1);
  for (int64_t i = 0; i < 2000; i++)
    CHECK (y.as<double> ()[i] == old.as<double> ()[i] + old.as<double> ()[0]);

  // The same memory as another type.
  const Array z = test::random_array<float> ({ 1000 });
  const Array expected = cast_to (z, ScalarKind::float64);
  const Array halves = Array::empty (ScalarKind::float64, { 1000 });
  std::memcpy (halves.data (), z.data (), z.n_bytes ());
  const Array as_float (ScalarKind::float32, Layout ({ 1000 }), halves.buffer);
  const Array mixed[] = { as_float, as_float };
  run_elementwise (add, mixed, halves, 1);
  for (int64_t i = 0; i < 1000; i++)
    CHECK (halves.as<double> ()[i] == 2 * expected.as<double> ()[i]);
}

void
test_where ()
{
  const TypedLoop &where = find (test::example_loops (), "where", ScalarKind::boolean, ScalarKind::float64);
  const Array condition = Array::empty (ScalarKind::boolean, { 1000 });
  for (int64_t i = 0; i < 1000; i++)
    condition.data ()[i] = static_cast<std::byte> (i % 3 * 85); // 0, 85 and 170: any byte but 0 is true
  const Array a = test::random_array<double> ({ 1000 });
  const Array inputs[] = { condition, a, Array::scalar (-1.0) };
  const Array y = run_elementwise (where, inputs, 1);
  for (int64_t i = 0; i < 1000; i++)
    CHECK (y.as<double> ()[i] == (i % 3 ? a.as<double> ()[i] : -1.0));
}

void
test_unaligned ()
{
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  std::vector<std::byte> memory (8 * 1000 + 1), target (8 * 1000 + 3);
  for (size_t i = 0; i < 1000; i++)
    {
      const double value = static_cast<double> (i);
      std::memcpy (memory.data () + 1 + 8 * i, &value, 8);
    }
  const Array x (ScalarKind::float64, Layout ({ 1000 }), Buffer::wrap (memory.data () + 1, 8000, false, {}));
  const Array y (ScalarKind::float64, Layout ({ 1000 }), Buffer::wrap (target.data () + 3, 8000, true, {}));
  const Array inputs[] = { x, x };
  run_elementwise (add, inputs, y, 1);
  const Array aligned = copy (y);
  for (int64_t i = 0; i < 1000; i++)
    CHECK (aligned.as<double> ()[i] == 2.0 * static_cast<double> (i));
}

void
test_errors ()
{
  const TypedLoop &add = find (test::example_loops (), "add", ScalarKind::float64, ScalarKind::float64);
  const Array x = test::random_array<double> ({ 4 });
  const Array inputs[] = { x, x };
  CHECK_THROWS (shape, run_elementwise (add, inputs, Array::zeros (ScalarKind::float64, { 3 }), 1));
  CHECK_THROWS (shape, run_elementwise (add, inputs, Array::zeros (ScalarKind::float64, {}), 1));
  CHECK_THROWS (type, run_elementwise (add, inputs, Array::zeros (ScalarType::string (8), { 4 }), 1));
  const Array row = Array::zeros (ScalarKind::float64, { 4 });
  CHECK_THROWS (invalid_argument, run_elementwise (add, inputs, row.view (row.layout.broadcast_to ({ 2, 4 })), 1));
  double memory[4] = {};
  const Array fixed (ScalarKind::float64, Layout ({ 4 }), Buffer::wrap (memory, sizeof memory, false, {}));
  CHECK_THROWS (read_only, run_elementwise (add, inputs, fixed, 1));
  const Array none[] = { Array::zeros (ScalarKind::float64, { 0, 3 }), Array::scalar (1.0) };
  CHECK (run_elementwise (add, none, 1).size () == 0);
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/elementwise/integers", test_integers },
    { "/elementwise/comparisons", test_comparisons },
    { "/elementwise/floating", test_floating },
    { "/elementwise/accuracy", test_accuracy },
    { "/elementwise/complex-near-zero", test_complex_near_zero },
    { "/elementwise/independence", test_independence },
    { "/elementwise/broadcast-and-cast", test_broadcast_and_cast },
    { "/elementwise/across", test_across },
    { "/elementwise/large", test_large },
    { "/elementwise/overlap", test_overlap },
    { "/elementwise/where", test_where },
    { "/elementwise/unaligned", test_unaligned },
    { "/elementwise/errors", test_errors },
  });
}
