// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h: functors of the transcendental functions, by
// SLEEF for real numbers and the C library for complex ones.

#if defined(VAST_KERNELS_MATH_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_MATH_INL_HH
#undef VAST_KERNELS_MATH_INL_HH
#else
#define VAST_KERNELS_MATH_INL_HH
#endif

#include <cmath>
#include <complex>
#include <hwy/highway.h>

#include "kernels/arithmetic-inl.hh"
#include "kernels/sleef-inl.hh"

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

template <typename V>
using LaneOf = hn::TFromV<V>;

// SLEEF takes one of several ways for a whole vector, by its largest lane, and they may round differently. Lanes of
// different ways are computed apart, so that an element's result does not depend on its neighbours. `bounds` are where
// one way ends and the next begins.
template <typename V, typename F, size_t n>
V
by_magnitude (V x, const LaneOf<V> (&bounds)[n], F &&f)
{
  const VectorTag<LaneOf<V>> d;
  const V magnitude = hn::Abs (x);
  if (HWY_LIKELY (hn::AllTrue (d, hn::Lt (magnitude, hn::Set (d, bounds[0])))))
    return f (x);

  V result = hn::Zero (d);
  auto rest = hn::Eq (result, result); // every lane
  for (LaneOf<V> bound : bounds)
    {
      const auto below = hn::And (rest, hn::Lt (magnitude, hn::Set (d, bound)));
      if (!hn::AllFalse (d, below))
        {
          // A lane just below the bound sends the others this way.
          const V stand_in = hn::Set (d, bound * static_cast<LaneOf<V>> (0.9375));
          result = hn::IfThenElse (below, f (hn::IfThenElse (below, x, stand_in)), result);
        }
      rest = hn::AndNot (below, rest);
    }
  if (hn::AllFalse (d, rest))
    return result;
  const V stand_in = hn::Set (d, bounds[n - 1] * 2);
  return hn::IfThenElse (rest, f (hn::IfThenElse (rest, x, stand_in)), result);
}

template <typename V, typename F>
V
trigonometric (V x, F &&f)
{
  if constexpr (std::is_same_v<LaneOf<V>, double>)
    return by_magnitude (x, { 15.0, 1e14 }, f);
  else
    return by_magnitude (x, { 125.0f }, f);
}

// Where SLEEF overflows before the function does, the C library takes over.
template <typename V, typename F>
V
beyond (V x, double bound_f64, double bound_f32, V result, F &&f)
{
  using T = LaneOf<V>;
  const VectorTag<T> d;
  const T bound = static_cast<T> (std::is_same_v<T, double> ? bound_f64 : bound_f32);
  if (HWY_LIKELY (hn::AllFalse (d, hn::Gt (hn::Abs (x), hn::Set (d, bound)))))
    return result;
  T from[n_lanes<T>], to[n_lanes<T>];
  store_vector (from, x);
  store_vector (to, result);
  for (int64_t i = 0; i < n_lanes<T>; i++)
    if (std::fabs (from[i]) > bound)
      to[i] = static_cast<T> (f (static_cast<double> (from[i])));
  return load_vector (to);
}

#undef VAST_COMPLEX_BY
#define VAST_COMPLEX_BY(function)                                                                                      \
  template <Floating T>                                                                                                \
  static std::complex<T> apply (std::complex<T> z)                                                                     \
  {                                                                                                                    \
    return function (z);                                                                                               \
  }

#undef VAST_MATH_FUNCTOR
#define VAST_MATH_FUNCTOR(Functor, name)                                                                               \
  struct Functor {                                                                                                     \
    template <typename V>                                                                                              \
    requires requires (V v) { v.raw; }                                                                                 \
    static V vector (V x) { return sleef_##name (x); }                                                                 \
    VAST_COMPLEX_BY (std::name)                                                                                        \
  };

#undef VAST_TRIGONOMETRIC_FUNCTOR
#define VAST_TRIGONOMETRIC_FUNCTOR(Functor, name)                                                                      \
  struct Functor {                                                                                                     \
    template <typename V>                                                                                              \
    static V vector (V x)                                                                                              \
    {                                                                                                                  \
      return trigonometric (x, [] (V v) HWY_ATTR { return sleef_##name (v); });                                        \
    }                                                                                                                  \
    VAST_COMPLEX_BY (std::name)                                                                                        \
  };

#undef VAST_BOUNDED_FUNCTOR
#define VAST_BOUNDED_FUNCTOR(Functor, name, bound_f64, bound_f32)                                                      \
  struct Functor {                                                                                                     \
    template <typename V>                                                                                              \
    static V vector (V x)                                                                                              \
    {                                                                                                                  \
      return beyond (x, bound_f64, bound_f32, sleef_##name (x), [] (double v) { return std::name (v); });              \
    }                                                                                                                  \
    VAST_COMPLEX_BY (std::name)                                                                                        \
  };

VAST_TRIGONOMETRIC_FUNCTOR (Sin, sin)
VAST_TRIGONOMETRIC_FUNCTOR (Cos, cos)
VAST_TRIGONOMETRIC_FUNCTOR (Tan, tan)
VAST_MATH_FUNCTOR (Asin, asin)
VAST_MATH_FUNCTOR (Acos, acos)
VAST_MATH_FUNCTOR (Atan, atan)
VAST_BOUNDED_FUNCTOR (Sinh, sinh, 709, 88)
VAST_BOUNDED_FUNCTOR (Cosh, cosh, 709, 88)
VAST_MATH_FUNCTOR (Tanh, tanh)
VAST_BOUNDED_FUNCTOR (Asinh, asinh, 1e154, 1e19)
VAST_BOUNDED_FUNCTOR (Acosh, acosh, 1e154, 1e19)
VAST_MATH_FUNCTOR (Atanh, atanh)
VAST_MATH_FUNCTOR (Exp, exp)
VAST_MATH_FUNCTOR (Log, log)
VAST_MATH_FUNCTOR (Log10, log10)

struct Exp2 {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x) { return sleef_exp2 (x); }
  template <Floating T>
  static std::complex<T> apply (std::complex<T> z)
  {
    return std::exp (z * static_cast<T> (0.693147180559945309417232121458176568L));
  }
};

struct Log2 {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x) { return sleef_log2 (x); }
  template <Floating T>
  static std::complex<T> apply (std::complex<T> z)
  {
    return std::log (z) * static_cast<T> (1.44269504088896340735992468100189214L);
  }
};

struct Expm1 {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x) { return sleef_expm1 (x); }
  // exp (a) cos (b) - 1 without the cancellation near 0: expm1 (a) cos (b) - 2 sin² (b / 2).
  template <Floating T>
  static std::complex<T> apply (std::complex<T> z)
  {
    const T half_sine = std::sin (z.imag () / 2);
    const T real = std::expm1 (z.real ()) * std::cos (z.imag ()) - 2 * half_sine * half_sine;
    return { real, z.imag () == 0 ? z.imag () : std::exp (z.real ()) * std::sin (z.imag ()) };
  }
};

struct Log1p {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x)
  {
    return beyond (x, 1e307, 1e38, sleef_log1p (x), [] (double v) { return std::log1p (v); });
  }
  // log |1 + z| is log1p (|1 + z|² - 1) / 2, which keeps what a small z has.
  template <Floating T>
  static std::complex<T> apply (std::complex<T> z)
  {
    const T a = z.real (), b = z.imag ();
    const T magnitude =
      std::hypot (a, b) < T { 0.5 } ? std::log1p (a * (2 + a) + b * b) / 2 : std::log (std::hypot (1 + a, b));
    return { magnitude, std::atan2 (b, 1 + a) };
  }
};

struct Cbrt {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x) { return sleef_cbrt (x); }
};

struct Sqrt {
  template <typename T>
  static T apply (T a)
  {
    return std::sqrt (a);
  }
};

struct Atan2 {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V y, V x) { return sleef_atan2 (y, x); }
};

struct Hypot {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V x, V y) { return sleef_hypot (x, y); }
};

// log (exp (a) + exp (b)) without overflow.
struct Logaddexp {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V a, V b)
  {
    const VectorTag<LaneOf<V>> d;
    const V distance = hn::Abs (hn::Sub (a, b));
    const V larger = hn::IfThenElse (hn::Gt (a, b), a, b);
    const V sum = hn::Add (larger, sleef_log1p (sleef_exp (hn::Neg (distance))));
    // Equal infinities have no distance; a NaN stays one.
    const V same = hn::Add (a, hn::Set (d, static_cast<LaneOf<V>> (0.693147180559945309417232121458176568L)));
    return hn::IfThenElse (hn::Eq (a, b), same, hn::IfThenElse (hn::IsNaN (b), b, sum));
  }
};

struct Pow {
  template <typename V>
  requires requires (V v) { v.raw; }
  static V vector (V base, V exponent) { return sleef_pow (base, exponent); }

  template <Integer T>
  static T apply (T base, T exponent)
  {
    return IntegerPow::apply (base, exponent);
  }

  template <Floating T>
  static std::complex<T> apply (std::complex<T> base, std::complex<T> exponent)
  {
    constexpr T most = 100;
    const T n = exponent.real ();
    if (exponent.imag () == 0 && n == std::trunc (n) && std::fabs (n) < most)
      return whole_power (base, static_cast<int> (n));
    if (base == std::complex<T> {})
      {
        // 0 to a power with a positive real part; anything else has no limit.
        const T nan = std::numeric_limits<T>::quiet_NaN ();
        return n > 0 ? std::complex<T> {} : std::complex<T> { nan, nan };
      }
    return std::pow (base, exponent);
  }

private:
  template <Floating T>
  static std::complex<T> whole_power (std::complex<T> base, int exponent)
  {
    std::complex<T> result { 1 };
    for (int n = std::abs (exponent); n != 0; n >>= 1)
      {
        if (n & 1)
          result *= base;
        if (n > 1)
          base *= base;
      }
    return exponent < 0 ? std::complex<T> { 1 } / result : result;
  }
};

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
