// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h. Loops over a fixed number of lanes are written
// out as such because that is what the compiler turns into vectors: floating sums may not be reordered otherwise.

#if defined(VAST_KERNELS_REDUCE_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_REDUCE_INL_HH
#undef VAST_KERNELS_REDUCE_INL_HH
#else
#define VAST_KERNELS_REDUCE_INL_HH
#endif

#include "kernels/complex-product.hh"
#include "kernels/reduce-kernels.hh"

#include <algorithm>
#include <complex>
#include <hwy/highway.h>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
using ReduceCell = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <typename T>
inline constexpr bool is_complex_number = false;
template <typename T>
inline constexpr bool is_complex_number<std::complex<T>> = true;

struct SumOp {
  template <typename A>
  static A combine (A a, A b)
  {
    if constexpr (std::is_integral_v<A>)
      return static_cast<A> (static_cast<uint64_t> (a) + static_cast<uint64_t> (b));
    else
      return a + b;
  }
  template <typename A>
  static constexpr A identity = A {};
};

struct ProdOp {
  template <typename A>
  static A combine (A a, A b)
  {
    if constexpr (std::is_integral_v<A>)
      return static_cast<A> (static_cast<uint64_t> (a) * static_cast<uint64_t> (b));
    else if constexpr (is_complex_number<A>)
      return complex_product (a, b);
    else
      return a * b;
  }
  template <typename A>
  static constexpr A identity = A (1);
};

// NaN wins. Nothing has no minimum: the identity is never asked for.
struct MinOp {
  template <typename A>
  static A combine (A a, A b)
  {
    return (a <= b) | (a != a) ? a : b;
  }
  template <typename A>
  static constexpr A identity = A {};
};

struct MaxOp {
  template <typename A>
  static A combine (A a, A b)
  {
    return (a >= b) | (a != a) ? a : b;
  }
  template <typename A>
  static constexpr A identity = A {};
};

struct OrOp {
  template <typename A>
  static A combine (A a, A b)
  {
    return a | b;
  }
  template <typename A>
  static constexpr A identity = A {};
};

struct AndOp {
  template <typename A>
  static A combine (A a, A b)
  {
    return a & b;
  }
  template <typename A>
  static constexpr A identity = A (1);
};

// How an element enters an accumulator.
struct AsValue {
  template <typename A, typename T>
  static A load (T x)
  {
    return static_cast<A> (x);
  }
};

struct AsTruth {
  template <typename A, typename T>
  static A load (T x)
  {
    return static_cast<A> (x != T {});
  }
};

// Reduces into `width` results that alternate in memory: 1, or 2 for the parts of complex numbers.
template <typename Op, typename Load, int width, typename T, typename A>
void
reduce_lanes (const T *p, int64_t count, A *result)
{
  constexpr int64_t lanes = std::is_floating_point_v<A> ? (sizeof (A) == 4 ? 32 : 16) : 4 * width;
  A acc[lanes];
  if (count >= lanes)
    {
      for (int64_t k = 0; k < lanes; k++)
        acc[k] = Load::template load<A> (p[k]);
      int64_t i = lanes;
      for (; i + lanes <= count; i += lanes)
        for (int64_t k = 0; k < lanes; k++)
          acc[k] = Op::combine (acc[k], Load::template load<A> (p[i + k]));
      for (int64_t k = 0; i + k < count; k++)
        acc[k] = Op::combine (acc[k], Load::template load<A> (p[i + k]));
      for (int64_t half = lanes / 2; half >= width; half /= 2)
        for (int64_t k = 0; k < half; k++)
          acc[k] = Op::combine (acc[k], acc[k + half]);
    }
  else
    {
      for (int64_t k = 0; k < width; k++)
        acc[k] = count > k ? Load::template load<A> (p[k]) : Op::template identity<A>;
      for (int64_t i = width; i < count; i += width)
        for (int64_t k = 0; k < width; k++)
          acc[k] = Op::combine (acc[k], Load::template load<A> (p[i + k]));
    }
  for (int64_t k = 0; k < width; k++)
    result[k] = acc[k];
}

// In pairs of halves down to runs in which no lane adds more than 16 values: the error grows like the logarithm.
template <typename Op, typename Load, int width, typename T, typename A>
void
reduce_pairwise (const T *p, int64_t count, A *result)
{
  constexpr int64_t run = 256;
  if (count <= run)
    {
      reduce_lanes<Op, Load, width> (p, count, result);
      return;
    }
  int64_t half = run;
  while (half * 2 < count)
    half *= 2;
  A other[width];
  reduce_pairwise<Op, Load, width> (p, half, result);
  reduce_pairwise<Op, Load, width> (p + half, count - half, other);
  for (int k = 0; k < width; k++)
    result[k] = Op::combine (result[k], other[k]);
}

// Integers are the same in any order, and the compiler knows.
template <typename Op, typename Load, typename T, typename A>
void
reduce_in_order (const T *p, int64_t count, A *result)
{
  if (count == 0)
    {
      *result = Op::template identity<A>;
      return;
    }
  A acc = Load::template load<A> (p[0]);
  for (int64_t i = 1; i < count; i++)
    acc = Op::combine (acc, Load::template load<A> (p[i]));
  *result = acc;
}

// Extremes of floating values in vectors by hand: what the processor's minimum and maximum make of a NaN differs, so
// NaNs are looked for apart.
template <typename Op, typename V>
V
extreme_of (V a, V b)
{
  return std::is_same_v<Op, MinOp> ? hn::Min (a, b) : hn::Max (a, b);
}

template <typename Op, typename T>
void
reduce_to_extreme (const T *p, int64_t count, T *result)
{
  const hn::ScalableTag<T> d;
  constexpr int64_t lanes = static_cast<int64_t> (hn::MaxLanes (d));
  if (count < 4 * lanes)
    {
      T acc = count > 0 ? p[0] : T {};
      for (int64_t i = 1; i < count; i++)
        acc = Op::combine (acc, p[i]);
      *result = acc;
      return;
    }
  auto a = hn::LoadU (d, p), b = a, c = a, e = a;
  auto nan = hn::IsNaN (a), nan2 = nan;
  const auto take_four = [&] (const T *from) HWY_ATTR {
    const auto w = hn::LoadU (d, from), x = hn::LoadU (d, from + lanes);
    const auto y = hn::LoadU (d, from + 2 * lanes), z = hn::LoadU (d, from + 3 * lanes);
    nan = hn::Or (nan, hn::Or (hn::IsNaN (w), hn::IsNaN (x)));
    nan2 = hn::Or (nan2, hn::Or (hn::IsNaN (y), hn::IsNaN (z)));
    a = extreme_of<Op> (a, w);
    b = extreme_of<Op> (b, x);
    c = extreme_of<Op> (c, y);
    e = extreme_of<Op> (e, z);
  };
  int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes)
    take_four (p + i);
  if (i < count)
    take_four (p + count - 4 * lanes); // what is seen twice changes nothing
  if (!hn::AllFalse (d, hn::Or (nan, nan2)))
    {
      *result = std::numeric_limits<T>::quiet_NaN ();
      return;
    }
  T best[lanes];
  hn::StoreU (extreme_of<Op> (extreme_of<Op> (a, b), extreme_of<Op> (c, e)), d, best);
  for (int64_t k = 1; k < lanes; k++)
    best[0] = Op::combine (best[0], best[k]);
  *result = best[0];
}

template <typename Op, typename T>
void
reduce_rows_to_extreme (const std::byte *elements, int64_t row_stride, int64_t n_rows, int64_t n_columns, T *acc)
{
  const hn::ScalableTag<T> d;
  constexpr int64_t lanes = static_cast<int64_t> (hn::MaxLanes (d));
  const auto row = [=] (int64_t i) { return reinterpret_cast<const T *> (elements + i * row_stride); };
  const auto combined = [] (auto best, auto x) HWY_ATTR {
    const auto stays = std::is_same_v<Op, MinOp> ? hn::Le (best, x) : hn::Ge (best, x);
    return hn::IfThenElse (hn::Or (stays, hn::IsNaN (best)), best, x);
  };
  std::copy_n (row (0), n_columns, acc);
  int64_t i = 1;
  for (; i + 4 <= n_rows; i += 4)
    {
      const T *w = row (i), *x = row (i + 1), *y = row (i + 2), *z = row (i + 3);
      int64_t k = 0;
      for (; k + lanes <= n_columns; k += lanes)
        {
          const auto one = combined (hn::LoadU (d, w + k), hn::LoadU (d, x + k));
          const auto two = combined (hn::LoadU (d, y + k), hn::LoadU (d, z + k));
          hn::StoreU (combined (hn::LoadU (d, acc + k), combined (one, two)), d, acc + k);
        }
      for (; k < n_columns; k++)
        acc[k] = Op::combine (acc[k], Op::combine (Op::combine (w[k], x[k]), Op::combine (y[k], z[k])));
    }
  for (; i < n_rows; i++)
    for (int64_t k = 0; k < n_columns; k++)
      acc[k] = Op::combine (acc[k], row (i)[k]);
}

template <typename Op, typename Load, typename T, typename A>
void
reduce_rows (const std::byte *elements, int64_t row_stride, int64_t n_rows, int64_t n_columns, A *acc)
{
  const auto row = [=] (int64_t i) { return reinterpret_cast<const T *> (elements + i * row_stride); };
  const T *first = row (0);
  for (int64_t k = 0; k < n_columns; k++)
    acc[k] = Load::template load<A> (first[k]);
  int64_t i = 1;
  for (; i + 4 <= n_rows; i += 4)
    {
      const T *a = row (i), *b = row (i + 1), *c = row (i + 2), *d = row (i + 3);
#pragma GCC ivdep
      for (int64_t k = 0; k < n_columns; k++)
        acc[k] = Op::combine (acc[k],
                              Op::combine (Op::combine (Load::template load<A> (a[k]), Load::template load<A> (b[k])),
                                           Op::combine (Load::template load<A> (c[k]), Load::template load<A> (d[k]))));
    }
  for (; i < n_rows; i++)
    {
      const T *a = row (i);
#pragma GCC ivdep
      for (int64_t k = 0; k < n_columns; k++)
        acc[k] = Op::combine (acc[k], Load::template load<A> (a[k]));
    }
}

template <typename Op, typename Load, typename T, typename A>
struct PlainReduction {
  using Cell = ReduceCell<T>;
  static constexpr bool is_extreme = std::is_same_v<Op, MinOp> || std::is_same_v<Op, MaxOp>;
  // A complex sum is the sums of its parts.
  static constexpr bool in_parts = is_complex_number<A> && std::is_same_v<Op, SumOp>;

  static void block (const std::byte *elements, int64_t count, std::byte *accumulator)
  {
    const Cell *const p = reinterpret_cast<const Cell *> (elements);
    A *const result = reinterpret_cast<A *> (accumulator);
    if constexpr (in_parts)
      reduce_pairwise<Op, Load, 2> (reinterpret_cast<const typename T::value_type *> (p), 2 * count,
                                    reinterpret_cast<typename A::value_type *> (result));
    else if constexpr (std::is_integral_v<A>)
      reduce_in_order<Op, Load> (p, count, result);
    else if constexpr (std::is_floating_point_v<T> && is_extreme)
      reduce_to_extreme<Op> (p, count, result);
    else
      reduce_pairwise<Op, Load, 1> (p, count, result);
  }

  static void rows (const std::byte *elements, int64_t row_stride, int64_t n_rows, int64_t n_columns,
                    std::byte *accumulators)
  {
    if constexpr (in_parts)
      reduce_rows<Op, Load, typename T::value_type> (elements, row_stride, n_rows, 2 * n_columns,
                                                     reinterpret_cast<typename A::value_type *> (accumulators));
    else if constexpr (std::is_floating_point_v<T> && is_extreme)
      reduce_rows_to_extreme<Op> (elements, row_stride, n_rows, n_columns, reinterpret_cast<A *> (accumulators));
    else
      reduce_rows<Op, Load, Cell> (elements, row_stride, n_rows, n_columns, reinterpret_cast<A *> (accumulators));
  }

  static void merge (std::byte *accumulators, int64_t, const std::byte *others, int64_t, int64_t n)
  {
    A *const acc = reinterpret_cast<A *> (accumulators);
    const A *const other = reinterpret_cast<const A *> (others);
    for (int64_t k = 0; k < n; k++)
      acc[k] = Op::combine (acc[k], other[k]);
  }

  static constexpr ReduceKernel kernel { sizeof (A), block, rows, merge };
};

// Mean and squared distances from it: in two passes over a block that is in the cache, and by Chan's formula between
// blocks. Elements count as `Value`, double or complex128.
template <typename T, typename Value>
struct MomentsReduction {
  using Cell = ReduceCell<T>;
  using A = Moments<Value>;
  using Sum = PlainReduction<SumOp, std::conditional_t<std::is_same_v<T, bool>, AsTruth, AsValue>, T, Value>;

  static Value load (Cell cell)
  {
    if constexpr (std::is_same_v<T, bool>)
      return static_cast<Value> (cell != 0);
    else
      return static_cast<Value> (cell);
  }

  static double squared (Value x)
  {
    if constexpr (is_complex_number<Value>)
      return x.real () * x.real () + x.imag () * x.imag ();
    else
      return x * x;
  }

  static void block (const std::byte *elements, int64_t count, std::byte *accumulator)
  {
    constexpr int64_t lanes = 16;
    const Cell *const p = reinterpret_cast<const Cell *> (elements);
    A &result = *reinterpret_cast<A *> (accumulator);
    result = { Value {}, 0.0 };
    if (count == 0)
      return;
    alignas (Value) std::byte sum[sizeof (Value)];
    Sum::block (elements, count, sum);
    result.mean = *reinterpret_cast<Value *> (sum) / static_cast<double> (count);

    const Value mean = result.mean;
    double acc[lanes] = {};
    int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
      for (int64_t k = 0; k < lanes; k++)
        acc[k] += squared (load (p[i + k]) - mean);
    for (int64_t k = 0; i + k < count; k++)
      acc[k] += squared (load (p[i + k]) - mean);
    for (int64_t half = lanes / 2; half >= 1; half /= 2)
      for (int64_t k = 0; k < half; k++)
        acc[k] += acc[k + half];
    result.squares = acc[0];
  }

  static void rows (const std::byte *elements, int64_t row_stride, int64_t n_rows, int64_t n_columns,
                    std::byte *accumulators)
  {
    A *const acc = reinterpret_cast<A *> (accumulators);
    Value mean[reduce_block_columns];
    double squares[reduce_block_columns];
    Sum::rows (elements, row_stride, n_rows, n_columns, reinterpret_cast<std::byte *> (mean));
    for (int64_t k = 0; k < n_columns; k++)
      {
        mean[k] /= static_cast<double> (n_rows);
        squares[k] = 0;
      }
    for (int64_t i = 0; i < n_rows; i++)
      {
        const Cell *const row = reinterpret_cast<const Cell *> (elements + i * row_stride);
        for (int64_t k = 0; k < n_columns; k++)
          squares[k] += squared (load (row[k]) - mean[k]);
      }
    for (int64_t k = 0; k < n_columns; k++)
      acc[k] = { mean[k], squares[k] };
  }

  static void merge (std::byte *accumulators, int64_t count, const std::byte *others, int64_t other_count, int64_t n)
  {
    A *const acc = reinterpret_cast<A *> (accumulators);
    const A *const other = reinterpret_cast<const A *> (others);
    const double total = static_cast<double> (count) + static_cast<double> (other_count);
    const double share = static_cast<double> (other_count) / total;
    for (int64_t k = 0; k < n; k++)
      {
        const Value distance = other[k].mean - acc[k].mean;
        acc[k].mean += distance * share;
        acc[k].squares += other[k].squares + squared (distance) * (static_cast<double> (count) * share);
      }
  }

  static constexpr ReduceKernel kernel { sizeof (A), block, rows, merge };
};

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
