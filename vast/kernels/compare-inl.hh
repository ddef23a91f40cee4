// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h: functors of comparison and logic.

#if defined(VAST_KERNELS_COMPARE_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_COMPARE_INL_HH
#undef VAST_KERNELS_COMPARE_INL_HH
#else
#define VAST_KERNELS_COMPARE_INL_HH
#endif

#include <cmath>
#include <complex>
#include <hwy/highway.h>
#include <utility>

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

// Of two integer types, so that a signed and an unsigned one compare by value.
template <typename A, typename B>
concept MixedIntegers = std::is_integral_v<A> && std::is_integral_v<B> && !std::is_same_v<A, B>;

struct Equal {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    if constexpr (MixedIntegers<A, B>)
      return std::cmp_equal (a, b);
    else
      return a == b;
  }
};

struct NotEqual {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    if constexpr (MixedIntegers<A, B>)
      return std::cmp_not_equal (a, b);
    else
      return a != b;
  }
};

struct Less {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    if constexpr (MixedIntegers<A, B>)
      return std::cmp_less (a, b);
    else
      return a < b;
  }
};

struct LessEqual {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    if constexpr (MixedIntegers<A, B>)
      return std::cmp_less_equal (a, b);
    else
      return a <= b;
  }
};

struct Greater {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    return Less::apply (b, a);
  }
};

struct GreaterEqual {
  template <typename A, typename B>
  static bool apply (A a, B b)
  {
    return LessEqual::apply (b, a);
  }
};

template <typename T>
bool
is_true (T a)
{
  return a != T {};
}

struct LogicalAnd {
  template <typename T>
  static bool apply (T a, T b)
  {
    return is_true (a) & is_true (b);
  }
};

struct LogicalOr {
  template <typename T>
  static bool apply (T a, T b)
  {
    return is_true (a) | is_true (b);
  }
};

struct LogicalXor {
  template <typename T>
  static bool apply (T a, T b)
  {
    return is_true (a) != is_true (b);
  }
};

struct LogicalNot {
  template <typename T>
  static bool apply (T a)
  {
    return !is_true (a);
  }
};

// Integers are finite.
struct IsNan {
  template <typename T>
  static bool apply (T a)
  {
    return a != a;
  }
};

struct IsInf {
  template <typename T>
  static bool apply (T a)
  {
    if constexpr (std::is_floating_point_v<T>)
      return std::fabs (a) == std::numeric_limits<T>::infinity ();
    else
      return false;
  }
  template <typename T>
  static bool apply (std::complex<T> a)
  {
    return apply (a.real ()) | apply (a.imag ());
  }
};

struct IsFinite {
  template <typename T>
  static bool apply (T a)
  {
    if constexpr (std::is_floating_point_v<T>)
      return std::fabs (a) < std::numeric_limits<T>::infinity ();
    else
      return true;
  }
  template <typename T>
  static bool apply (std::complex<T> a)
  {
    return apply (a.real ()) & apply (a.imag ());
  }
};

struct Signbit {
  template <typename T>
  static bool apply (T a)
  {
    return std::signbit (a);
  }
};

struct Where {
  template <typename T>
  static T apply (bool condition, T a, T b)
  {
    return condition ? a : b;
  }
};

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
