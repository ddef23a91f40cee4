// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "check.hh"
#include "core/parallel.hh"
#include "kernels/cast.hh"
#include "kernels/reduce.hh"
#include "kernels/scan.hh"
#include "samples.hh"

#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace vast;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN ();

// Calls `f (kept, reduced)` for each element of x: the place of its result in C order, and its own.
template <typename F>
void
for_each_pair (const Array &x, const Dims &axes, F &&f)
{
  for (int64_t i = 0; i < x.size (); i++)
    {
      int64_t rest = i, kept = 0, unit = 1;
      for (int axis = x.rank () - 1; axis >= 0; axis--)
        {
          const int64_t at = rest % x.shape ()[axis];
          rest /= x.shape ()[axis];
          if (std::ranges::find (axes, axis) != axes.end ())
            continue;
          kept += at * unit;
          unit *= x.shape ()[axis];
        }
      f (kept, i);
    }
}

template <typename T>
using Wide =
  std::conditional_t<std::is_integral_v<T>,
                     std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, uint64_t, int64_t>,
                     std::conditional_t<std::is_floating_point_v<T>, double, complex128>>;

template <typename A>
A
wrapping (A a, A b, bool product)
{
  if constexpr (std::is_integral_v<A>)
    return static_cast<A> (product ? static_cast<uint64_t> (a) * static_cast<uint64_t> (b)
                                   : static_cast<uint64_t> (a) + static_cast<uint64_t> (b));
  else
    return product ? a * b : a + b;
}

template <typename T>
void
check_sums (const Array &x, const Dims &axes)
{
  using A = Wide<T>;
  for (bool product : { false, true })
    {
      const Reduction op = product ? Reduction::prod : Reduction::sum;
      const Array got = reduce (op, x, axes, false, kind_of<A>);
      std::vector<A> expected (static_cast<size_t> (got.size ()), A (product));
      std::vector<double> size (static_cast<size_t> (got.size ()), product ? 1.0 : 0.0);
      for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
        const A value = static_cast<A> (test::element<T> (x, i));
        A &e = expected[static_cast<size_t> (kept)];
        double &s = size[static_cast<size_t> (kept)];
        e = wrapping (e, value, product);
        s = product ? s * static_cast<double> (std::abs (std::complex<double> (static_cast<A> (value)))) : s + 1;
      });
      for (int64_t i = 0; i < got.size (); i++)
        {
          const A e = expected[static_cast<size_t> (i)], g = got.as<A> ()[i];
          if constexpr (std::is_integral_v<A>)
            CHECK (g == e);
          else
            CHECK (g == e || std::abs (g - e) <= 1e-12 * (1 + 10 * size[static_cast<size_t> (i)])
                   || size[static_cast<size_t> (i)] > 1e300);
        }
    }
}

template <typename T>
void
check_extremes (const Array &x, const Dims &axes)
{
  for (bool maximum : { false, true })
    {
      const Array got = reduce (maximum ? Reduction::max : Reduction::min, x, axes, false, kind_of<T>);
      std::vector<T> expected (static_cast<size_t> (got.size ()));
      std::vector<char> seen (expected.size (), 0);
      for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
        const T value = test::element<T> (x, i);
        const size_t k = static_cast<size_t> (kept);
        const bool is_better = !seen[k] || value != value || (maximum ? value > expected[k] : value < expected[k]);
        if (is_better && (!seen[k] || expected[k] == expected[k]))
          expected[k] = value;
        seen[k] = 1;
      });
      for (int64_t i = 0; i < got.size (); i++)
        CHECK (test::same (got.as<T> ()[i], static_cast<T> (expected[static_cast<size_t> (i)])));
    }
}

template <typename T>
void
check_moments (const Array &x, const Dims &axes)
{
  using Value = std::conditional_t<std::is_same_v<Wide<T>, complex128>, complex128, double>;
  const double correction = 0.5;
  const Array mean = reduce (Reduction::mean, x, axes, false, kind_of<Value>);
  const Array variance = reduce (Reduction::variance, x, axes, false, ScalarKind::float64, { correction });
  const Array deviation = reduce (Reduction::standard_deviation, x, axes, false, ScalarKind::float64, { correction });
  const double n = static_cast<double> (x.size ()) / static_cast<double> (mean.size ());
  std::vector<Value> sums (static_cast<size_t> (mean.size ()));
  std::vector<double> squares (sums.size ());
  for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
    sums[static_cast<size_t> (kept)] += static_cast<Value> (test::element<T> (x, i)) / n;
  });
  for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
    squares[static_cast<size_t> (kept)] +=
      std::norm (static_cast<Value> (test::element<T> (x, i)) - sums[static_cast<size_t> (kept)]);
  });
  for (int64_t i = 0; i < mean.size (); i++)
    {
      const size_t k = static_cast<size_t> (i);
      const double scale = 1 + std::abs (sums[k]) + std::sqrt (squares[k] / n);
      CHECK (std::abs (mean.as<Value> ()[i] - sums[k]) <= 1e-12 * scale);
      CHECK (std::fabs (variance.as<double> ()[i] - squares[k] / (n - correction)) <= 1e-10 * scale * scale);
      CHECK (test::close (deviation.as<double> ()[i], std::sqrt (variance.as<double> ()[i]), 1e-14));
    }
}

template <typename T>
void
check_truth (const Array &x, const Dims &axes)
{
  const Array any = reduce (Reduction::any, x, axes, false, ScalarKind::boolean);
  const Array all = reduce (Reduction::all, x, axes, false, ScalarKind::boolean);
  const Array count = reduce (Reduction::count_nonzero, x, axes, false, ScalarKind::int64);
  std::vector<int64_t> expected (static_cast<size_t> (any.size ()));
  for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
    expected[static_cast<size_t> (kept)] += test::element<T> (x, i) != T {};
  });
  for (int64_t i = 0; i < any.size (); i++)
    {
      const int64_t e = expected[static_cast<size_t> (i)];
      CHECK (any.as<bool> ()[i] == (e > 0) && count.as<int64_t> ()[i] == e);
      CHECK (all.as<bool> ()[i] == (e == x.size () / any.size ()));
    }
}

Dims
random_axes (int rank)
{
  Dims axes;
  for (int i = 0; i < rank; i++)
    if (test::random_int (0, 1))
      axes.push_back (i);
  return axes;
}

template <typename T>
void
check_all (const Dims &shape)
{
  const Array x = test::random_view<T> (shape);
  if (test::random_int (0, 1))
    for (int64_t i = 0; i < x.size (); i++)
      if (test::random_int (0, 2) == 0)
        test::element<T> (x, i) = T {};
  if constexpr (std::is_floating_point_v<T>)
    if (test::random_int (0, 3) == 0)
      test::element<T> (x, test::random_int (0, x.size () - 1)) = static_cast<T> (nan);
  const Dims axes = random_axes (shape.rank ());
  check_truth<T> (x, axes);
  if constexpr (std::is_arithmetic_v<T>)
    check_extremes<T> (x, axes);
  if constexpr (!std::is_floating_point_v<T>)
    check_sums<T> (x, axes);
  const Array finite = test::random_view<T> (shape);
  check_sums<T> (finite, axes);
  check_moments<T> (finite, axes);
}

void
test_random ()
{
  for (int kind = 0; kind < n_computable_kinds; kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      for (int i = 0; i < 120; i++)
        check_all<T> (test::random_shape (4, 14));
      check_all<T> ({ 70, 600 });
      check_all<T> ({ 600, 70 });
      check_all<T> ({ 3, 1500, 5 });
      check_all<T> ({ 4000 });
    });
}

void
test_large ()
{
  for (const Dims &shape :
       { Dims { 300001 }, Dims { 100001, 3 }, Dims { 3, 100001 }, Dims { 700, 700 }, Dims { 20000, 20 } })
    {
      check_all<double> (shape);
      check_all<int16_t> (shape);
      check_all<float> (shape);
    }
}

// The sum of many equal values, which naive summation gets wrong by far more.
void
test_precision ()
{
  const int64_t n = 10000000;
  Array x = Array::empty (ScalarKind::float32, { n });
  std::fill_n (x.as<float> (), n, 0.1f);
  const Dims all = { 0 };
  CHECK (test::close (*reduce (Reduction::sum, x, all, false, ScalarKind::float64).as<double> (),
                      0.1f * static_cast<double> (n), 1e-13));
  const Array tall = x.view (*x.layout.reshape ({ n / 10, 10 }));
  CHECK (test::close (*reduce (Reduction::sum, tall, all, false, ScalarKind::float64).as<double> (),
                      0.1f * static_cast<double> (n / 10), 1e-13));

  Array y = Array::empty (ScalarKind::float64, { 1000000 });
  for (int64_t i = 0; i < y.size (); i++)
    y.as<double> ()[i] = 1e9 + static_cast<double> (i % 2);
  CHECK (test::close (*reduce (Reduction::variance, y, all, false, ScalarKind::float64).as<double> (), 0.25, 1e-9));
  const Array columns = y.view (*y.layout.reshape ({ 50000, 20 }));
  const Array variance =
    reduce (Reduction::variance, columns.view (columns.layout.slice (1, {}, {}, 1)), { 0 }, false, ScalarKind::float64);
  CHECK (std::fabs (variance.as<double> ()[7]) < 1e-6);
}

std::vector<double>
rounded_results ()
{
  const Array x = test::random_array<double> ({ 3000, 700 }), flat = x.view (*x.layout.reshape ({ -1 }));
  std::vector<double> result;
  const auto add = [&] (const Array &values) {
    const Array wide = cast_to (values, ScalarKind::float64);
    result.insert (result.end (), wide.as<double> (), wide.as<double> () + wide.size ());
  };
  for (const Dims &axes : { Dims { 0 }, Dims { 1 }, Dims { 0, 1 } })
    for (Reduction op : { Reduction::sum, Reduction::variance })
      add (reduce (op, x, axes, false, ScalarKind::float64));
  add (scan (Scan::sum, flat, 0, false, ScalarKind::float64));
  return result;
}

// Rounding must not depend on how many threads there are. The other process has to begin before this one has any.
void
test_threads ()
{
  int ends[2];
  CHECK (pipe (ends) == 0);
  const pid_t child = fork ();
  if (child == 0)
    {
      setenv ("VAST_NUM_THREADS", "1", 1);
      const std::vector<double> results = rounded_results ();
      FILE *const to = fdopen (ends[1], "w");
      const bool ok =
        thread_count () == 1 && std::fwrite (results.data (), sizeof (double), results.size (), to) == results.size ();
      std::fclose (to);
      _exit (ok ? 0 : 1);
    }
  close (ends[1]);
  const std::vector<double> results = rounded_results ();
  std::vector<double> others (results.size ());
  FILE *const from = fdopen (ends[0], "r");
  CHECK (std::fread (others.data (), sizeof (double), others.size (), from) == others.size ());
  std::fclose (from);
  int status;
  CHECK (waitpid (child, &status, 0) == child && status == 0);
  CHECK (std::memcmp (others.data (), results.data (), sizeof (double) * results.size ()) == 0);
}

void
test_types ()
{
  using enum ScalarKind;
  CHECK (reduction_type (Reduction::sum, int8) == ScalarType (int64));
  CHECK (reduction_type (Reduction::sum, boolean) == ScalarType (int64));
  CHECK (reduction_type (Reduction::prod, uint16) == ScalarType (uint64));
  CHECK (reduction_type (Reduction::mean, int32) == ScalarType (float64));
  CHECK (reduction_type (Reduction::variance, complex64) == ScalarType (float32));
  CHECK_THROWS (type, reduction_type (Reduction::min, complex64));
  CHECK_THROWS (type, reduce (Reduction::sum, Array::zeros (ScalarType::string (2), { 3 }), { 0 }, false, int8));

  const Array x = Array::empty (int64, { 3 });
  for (int64_t i = 0; i < 3; i++)
    x.as<int64_t> ()[i] = INT64_MAX;
  CHECK (*reduce (Reduction::sum, x, { 0 }, false, int64).as<int64_t> () == INT64_MAX - 2);
  CHECK (*reduce (Reduction::sum, x, { 0 }, false, float64).as<double> () == 3.0 * 9223372036854775807.0);
  CHECK (*reduce (Reduction::sum, x, { 0 }, false, int8).as<int8_t> () == -3);

  const Array kept = reduce (Reduction::sum, Array::zeros (int8, { 2, 3, 4 }), { 0, 2 }, true, int64);
  CHECK (kept.shape () == Dims ({ 1, 3, 1 }));
  CHECK (reduce (Reduction::sum, Array::scalar (2.5), {}, false, float64).as<double> ()[0] == 2.5);
}

void
test_empty ()
{
  const Array none = Array::zeros (ScalarKind::float64, { 2, 0 });
  CHECK (reduce (Reduction::sum, none, { 1 }, false, ScalarKind::float64).as<double> ()[1] == 0.0);
  CHECK (reduce (Reduction::prod, none, { 1 }, false, ScalarKind::float64).as<double> ()[1] == 1.0);
  CHECK (reduce (Reduction::all, none, { 1 }, false, ScalarKind::boolean).as<bool> ()[0]);
  CHECK (!reduce (Reduction::any, none, { 0, 1 }, false, ScalarKind::boolean).as<bool> ()[0]);
  CHECK (std::isnan (reduce (Reduction::mean, none, { 1 }, false, ScalarKind::float64).as<double> ()[0]));
  CHECK (std::isnan (reduce (Reduction::variance, none, { 1 }, false, ScalarKind::float64).as<double> ()[0]));
  CHECK (reduce (Reduction::sum, none, { 0 }, false, ScalarKind::float64).shape () == Dims ({ 0 }));
  CHECK (reduce (Reduction::max, none, { 0 }, false, ScalarKind::float64).shape () == Dims ({ 0 }));
  CHECK_THROWS (invalid_argument, reduce (Reduction::max, none, { 1 }, false, ScalarKind::float64));
  CHECK_THROWS (invalid_argument, arg_reduce (ArgReduction::argmax, none, 1, false));
  CHECK_THROWS (invalid_argument, arg_reduce (ArgReduction::argmin, none, {}, false));
  CHECK (arg_reduce (ArgReduction::argmin, none, 0, false).size () == 0);
}

template <typename T>
void
check_arg (const Array &x, std::optional<int> axis)
{
  const Dims axes = axis ? Dims { *axis } : all_axes (x.rank ());
  for (bool maximum : { false, true })
    {
      const Array got = arg_reduce (maximum ? ArgReduction::argmax : ArgReduction::argmin, x, axis, false);
      struct Best {
        T value;
        int64_t index = -1, seen = 0;
      };
      std::vector<Best> best (static_cast<size_t> (got.size ()));
      for_each_pair (x, axes, [&] (int64_t kept, int64_t i) {
        Best &b = best[static_cast<size_t> (kept)];
        const T value = test::element<T> (x, i);
        const bool is_better =
          b.index < 0 || (b.value == b.value && (value != value || (maximum ? value > b.value : value < b.value)));
        if (is_better)
          b = { value, b.seen, b.seen };
        b.seen++;
      });
      for (int64_t i = 0; i < got.size (); i++)
        CHECK (got.as<int64_t> ()[i] == best[static_cast<size_t> (i)].index);
    }
}

void
test_arg ()
{
  for (int kind = 0; kind < static_cast<int> (ScalarKind::complex64); kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      if constexpr (std::is_arithmetic_v<T>)
        for (int i = 0; i < 150; i++)
          {
            Dims shape = test::random_shape (4, i % 10 == 0 ? 40 : 12);
            const Array x = test::random_view<T> (shape);
            if constexpr (std::is_floating_point_v<T>)
              for (int64_t k = test::random_int (0, 2); k > 0; k--)
                test::element<T> (x, test::random_int (0, x.size () - 1)) = static_cast<T> (nan);
            check_arg<T> (x, {});
            if (shape.rank () > 0)
              check_arg<T> (x, static_cast<int> (test::random_int (0, shape.rank () - 1)));
          }
    });
  check_arg<double> (test::random_array<double> ({ 400000 }), {});
  check_arg<int8_t> (test::random_array<int8_t> ({ 400000 }), 0);
  check_arg<float> (test::random_array<float> ({ 500, 300 }), 0);
  CHECK_THROWS (type, arg_reduce (ArgReduction::argmax, Array::zeros (ScalarKind::complex64, { 3 }), {}, false));
}

template <typename T>
void
check_scan (const Array &x, int axis, bool initial)
{
  using A = Wide<T>;
  for (bool product : { false, true })
    {
      const Array got = scan (product ? Scan::prod : Scan::sum, x, axis, initial, kind_of<A>);
      Dims shape;
      for (int i = 0; i < x.rank (); i++)
        shape.push_back (x.shape ()[i] + (i == axis && initial));
      CHECK (got.shape () == shape);
      std::vector<A> running;
      std::vector<int64_t> at;
      Dims others = x.shape ();
      others.erase (axis);
      running.assign (static_cast<size_t> (element_count (others)), A (product));
      at.assign (running.size (), 0);
      const Layout lines = got.layout;
      for_each_pair (x, { axis }, [&] (int64_t kept, int64_t i) {
        const size_t k = static_cast<size_t> (kept);
        running[k] = wrapping (running[k], static_cast<A> (test::element<T> (x, i)), product);
        Layout line = lines;
        line.shape.erase (axis);
        line.strides.erase (axis);
        const int64_t place = test::place (line, kept) + (at[k]++ + initial) * lines.strides[axis];
        if constexpr (std::is_integral_v<A>)
          CHECK (got.as<A> ()[place] == running[k]);
        else
          CHECK (std::abs (got.as<A> ()[place] - running[k]) <= 1e-9 * (1 + std::abs (running[k]))
                 || !std::isfinite (std::abs (running[k])));
        if (initial)
          CHECK (got.as<A> ()[test::place (line, kept)] == A (product));
      });
    }
}

void
test_scan ()
{
  for (int kind = 0; kind < n_computable_kinds; kind++)
    visit_kind (static_cast<ScalarKind> (kind), [&] (auto tag) {
      using T = typename decltype (tag)::type;
      for (int i = 0; i < 60; i++)
        {
          Dims shape = test::random_shape (3, 14);
          shape.push_back (test::random_int (1, 9));
          check_scan<T> (test::random_view<T> (shape), static_cast<int> (test::random_int (0, shape.rank () - 1)),
                         i % 2);
        }
    });
  check_scan<int32_t> (test::random_array<int32_t> ({ 300000 }), 0, true);
  check_scan<uint8_t> (test::random_array<uint8_t> ({ 300, 1000 }), 0, false);
  const Array ones = Array::empty (ScalarKind::float64, { 200000 });
  std::fill_n (ones.as<double> (), 200000, 1.0);
  const Array counted = scan (Scan::sum, ones, 0, false, ScalarKind::float64);
  bool equal = true;
  for (int64_t i = 0; i < 200000; i++)
    equal = equal && counted.as<double> ()[i] == static_cast<double> (i + 1);
  CHECK (equal);
  CHECK (scan (Scan::sum, Array::zeros (ScalarKind::int8, { 0, 2 }), 0, true, ScalarKind::int64).shape ()
         == Dims ({ 1, 2 }));
  CHECK_THROWS (index, scan (Scan::sum, ones, 1, false, ScalarKind::float64));
  CHECK_THROWS (type, scan (Scan::sum, ones, 0, false, ScalarKind::boolean));
}

} // namespace

int
main ()
{
  return test::run_all ({
    { "/reduce/threads", test_threads },
    { "/reduce/random", test_random },
    { "/reduce/large", test_large },
    { "/reduce/precision", test_precision },
    { "/reduce/types", test_types },
    { "/reduce/empty", test_empty },
    { "/reduce/arg", test_arg },
    { "/scan/random", test_scan },
  });
}
