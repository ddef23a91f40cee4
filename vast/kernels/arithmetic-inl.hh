// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h: functors of arithmetic. Integers wrap, and no
// operands trap.

#if defined(VAST_KERNELS_ARITHMETIC_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_ARITHMETIC_INL_HH
#undef VAST_KERNELS_ARITHMETIC_INL_HH
#else
#define VAST_KERNELS_ARITHMETIC_INL_HH
#endif

#include <cmath>
#include <complex>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>
#include <type_traits>

#include "kernels/complex-product.hh"

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

template <typename T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
concept SignedInteger = Integer<T> && std::is_signed_v<T>;
template <typename T>
concept Floating = std::is_floating_point_v<T>;
template <typename T>
concept Real = Integer<T> || Floating<T>;

// Unsigned and at least as wide as int, so that neither overflow nor promotion to int is undefined.
template <Integer T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

struct Add {
  template <typename T>
  static T apply (T a, T b)
  {
    if constexpr (Integer<T>)
      return static_cast<T> (static_cast<Wrapping<T>> (a) + static_cast<Wrapping<T>> (b));
    else if constexpr (std::is_same_v<T, bool>)
      return a | b;
    else
      return a + b;
  }
};

struct Subtract {
  template <typename T>
  static T apply (T a, T b)
  {
    if constexpr (Integer<T>)
      return static_cast<T> (static_cast<Wrapping<T>> (a) - static_cast<Wrapping<T>> (b));
    else
      return a - b;
  }
};

struct Multiply {
  template <typename T>
  static T apply (T a, T b)
  {
    if constexpr (Integer<T>)
      return static_cast<T> (static_cast<Wrapping<T>> (a) * static_cast<Wrapping<T>> (b));
    else if constexpr (std::is_same_v<T, bool>)
      return a & b;
    else
      return a * b;
  }
  template <Floating T>
  static std::complex<T> apply (std::complex<T> a, std::complex<T> b)
  {
    return complex_product (a, b);
  }
};

struct Divide {
  template <typename T>
  static T apply (T a, T b)
  {
    return a / b;
  }
};

// The remainder with the sign of the divisor; 0 for an integer divided by 0.
struct Remainder {
  template <Integer T>
  static T apply (T a, T b)
  {
    if (b == 0)
      return 0;
    if constexpr (SignedInteger<T>)
      {
        if (b == -1)
          return 0; // INT_MIN % -1 would trap
        const T rest = static_cast<T> (a % b);
        return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T> (rest + b) : rest;
      }
    else
      return static_cast<T> (a % b);
  }

  template <Floating T>
  static T apply (T a, T b)
  {
    const T rest = std::fmod (a, b);
    if (b == 0 || std::isnan (rest))
      return rest;
    if (rest == 0)
      return std::copysign (T { 0 }, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
  }
};

// The quotient rounded down; 0 for an integer divided by 0.
struct FloorDivide {
  template <Integer T>
  static T apply (T a, T b)
  {
    if (b == 0)
      return 0;
    if constexpr (SignedInteger<T>)
      {
        if (b == -1)
          return static_cast<T> (Wrapping<T> { 0 } - static_cast<Wrapping<T>> (a)); // INT_MIN / -1 would trap
        const T quotient = static_cast<T> (a / b);
        return quotient * b != a && (a < 0) != (b < 0) ? static_cast<T> (quotient - 1) : quotient;
      }
    else
      return static_cast<T> (a / b);
  }

  // From the exact remainder, so that the two agree: floor (a / b) alone is one too many when a / b rounds up.
  template <Floating T>
  static T apply (T a, T b)
  {
    if (b == 0)
      return a / b;
    T rest = std::fmod (a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0))
      quotient -= 1;
    if (quotient == 0)
      return std::copysign (T { 0 }, a / b);
    const T rounded = std::floor (quotient);
    return quotient - rounded > T { 0.5 } ? rounded + 1 : rounded;
  }
};

// Integers by repeated squaring; below 0, the exponent gives what the rounded reciprocal would: 0, or ±1 for ±1.
struct IntegerPow {
  template <Integer T>
  static T apply (T base, T exponent)
  {
    if constexpr (SignedInteger<T>)
      if (exponent < 0)
        return base == 1 ? T { 1 } : base == -1 ? (exponent % 2 ? T { -1 } : T { 1 }) : T { 0 };
    Wrapping<T> result = 1;
    Wrapping<T> power = static_cast<Wrapping<T>> (base);
    for (auto e = static_cast<std::make_unsigned_t<T>> (exponent); e != 0; e = static_cast<decltype (e)> (e >> 1))
      {
        if (e & 1)
          result *= power;
        power *= power;
      }
    return static_cast<T> (result);
  }
};

struct Negative {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Integer<T>)
      return static_cast<T> (Wrapping<T> { 0 } - static_cast<Wrapping<T>> (a));
    else
      return -a;
  }
};

struct Positive {
  template <typename T>
  static T apply (T a)
  {
    return a;
  }
};

struct Abs {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (SignedInteger<T>)
      return a < 0 ? Negative::apply (a) : a;
    else if constexpr (Floating<T>)
      return std::fabs (a);
    else
      return a;
  }
  template <Floating T>
  static T apply (std::complex<T> a)
  {
    return std::hypot (a.real (), a.imag ());
  }
};

struct Square {
  template <typename T>
  static T apply (T a)
  {
    return Multiply::apply (a, a);
  }
};

struct Reciprocal {
  template <typename T>
  static T apply (T a)
  {
    return T { 1 } / a;
  }
};

struct Sign {
  template <Integer T>
  static T apply (T a)
  {
    return static_cast<T> ((a > 0) - (a < 0));
  }
  template <Floating T>
  static T apply (T a)
  {
    return a > 0 ? T { 1 } : a < 0 ? T { -1 } : a == 0 ? T { 0 } : a;
  }
  template <Floating T>
  static std::complex<T> apply (std::complex<T> a)
  {
    const T magnitude = std::hypot (a.real (), a.imag ());
    return magnitude == 0 ? std::complex<T> {} : std::complex<T> { a.real () / magnitude, a.imag () / magnitude };
  }
};

// NaN on either side is the result.
struct Maximum {
  template <typename T>
  static T apply (T a, T b)
  {
    return (a >= b) | (a != a) ? a : b;
  }
};

struct Minimum {
  template <typename T>
  static T apply (T a, T b)
  {
    return (a <= b) | (a != a) ? a : b;
  }
};

struct Clip {
  template <typename T>
  static T apply (T x, T low, T high)
  {
    return Minimum::apply (Maximum::apply (x, low), high);
  }
};

// Rounding leaves integers as they are.
struct Floor {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Floating<T>)
      return std::floor (a);
    else
      return a;
  }
};

struct Ceil {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Floating<T>)
      return std::ceil (a);
    else
      return a;
  }
};

struct Trunc {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Floating<T>)
      return std::trunc (a);
    else
      return a;
  }
};

// To the nearest integer, halves to even.
struct Round {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Floating<T>)
      return std::rint (a);
    else
      return a;
  }
  template <Floating T>
  static std::complex<T> apply (std::complex<T> a)
  {
    return { std::rint (a.real ()), std::rint (a.imag ()) };
  }
};

struct Copysign {
  template <Floating T>
  static T apply (T a, T b)
  {
    return std::copysign (a, b);
  }
};

struct Nextafter {
  template <Floating T>
  static T apply (T a, T b)
  {
    return std::nextafter (a, b);
  }
};

struct RealPart {
  template <Floating T>
  static T apply (std::complex<T> a)
  {
    return a.real ();
  }
};

struct ImaginaryPart {
  template <Floating T>
  static T apply (std::complex<T> a)
  {
    return a.imag ();
  }
};

struct Conj {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (Real<T>)
      return a;
    else
      return std::conj (a);
  }
};

struct BitwiseAnd {
  template <typename T>
  static T apply (T a, T b)
  {
    return static_cast<T> (a & b);
  }
};

struct BitwiseOr {
  template <typename T>
  static T apply (T a, T b)
  {
    return static_cast<T> (a | b);
  }
};

struct BitwiseXor {
  template <typename T>
  static T apply (T a, T b)
  {
    return static_cast<T> (a ^ b);
  }
};

struct BitwiseInvert {
  template <typename T>
  static T apply (T a)
  {
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T> (~a);
  }
};

// A shift by the width or more, or by less than 0, moves every bit out.
struct BitwiseLeftShift {
  template <Integer T>
  static T apply (T a, T n)
  {
    const bool within = static_cast<std::make_unsigned_t<T>> (n) < 8 * sizeof (T);
    return within ? static_cast<T> (static_cast<Wrapping<T>> (a) << n) : T { 0 };
  }
};

struct BitwiseRightShift {
  template <Integer T>
  static T apply (T a, T n)
  {
    const bool within = static_cast<std::make_unsigned_t<T>> (n) < 8 * sizeof (T);
    if constexpr (SignedInteger<T>)
      return static_cast<T> (a >> (within ? n : static_cast<T> (8 * sizeof (T) - 1)));
    else
      return within ? static_cast<T> (a >> n) : T { 0 };
  }
};

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
