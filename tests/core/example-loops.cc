// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// What the build makes of the rows of a table of procedures, by hand.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "example-loops.cc"
#include <hwy/foreach_target.h>
//
#include "example-loops.hh"
#include "kernels/elementwise-inl.hh"

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

std::span<const test::NamedLoop>
loops ()
{
  static constexpr test::NamedLoop list[] = {
    { "sin", unary<Sin, float, float> () },
    { "sin", unary<Sin, double, double> () },
    { "sin", unary<Sin, complex128, complex128> () },
    { "cos", unary<Cos, double, double> () },
    { "tan", unary<Tan, double, double> () },
    { "cos", unary<Cos, float, float> () },
    { "tan", unary<Tan, float, float> () },
    { "exp", unary<Exp, double, double> () },
    { "exp", unary<Exp, float, float> () },
    { "log", unary<Log, double, double> () },
    { "sinh", unary<Sinh, double, double> () },
    { "sinh", unary<Sinh, float, float> () },
    { "cosh", unary<Cosh, double, double> () },
    { "asinh", unary<Asinh, double, double> () },
    { "acosh", unary<Acosh, double, double> () },
    { "log1p", unary<Log1p, double, double> () },
    { "log1p", unary<Log1p, float, float> () },
    { "log1p", unary<Log1p, complex128, complex128> () },
    { "expm1", unary<Expm1, complex128, complex128> () },
    { "tanh", unary<Tanh, double, double> () },
    { "pow", binary<Pow, double, double, double> () },
    { "pow", binary<Pow, int32_t, int32_t, int32_t> () },
    { "pow", binary<Pow, complex128, complex128, complex128> () },
    { "logaddexp", binary<Logaddexp, double, double, double> () },
    { "hypot", binary<Hypot, double, double, double> () },
    { "sqrt", unary<Sqrt, double, double> () },
    { "abs", unary<Abs, int8_t, int8_t> () },
    { "abs", unary<Abs, complex128, double> () },
    { "negative", unary<Negative, int64_t, int64_t> () },
    { "add", binary<Add, double, double, double> () },
    { "add", binary<Add, int16_t, int16_t, int16_t> () },
    { "add", binary<Add, bool, bool, bool> () },
    { "multiply", binary<Multiply, uint16_t, uint16_t, uint16_t> () },
    { "multiply", binary<Multiply, int64_t, int64_t, int64_t> () },
    { "multiply", binary<Multiply, complex128, complex128, complex128> () },
    { "divide", binary<Divide, double, double, double> () },
    { "maximum", binary<Maximum, double, double, double> () },
    { "maximum", binary<Maximum, float, float, float> () },
    { "minimum", binary<Minimum, double, double, double> () },
    { "floor_divide", binary<FloorDivide, int32_t, int32_t, int32_t> () },
    { "floor_divide", binary<FloorDivide, int8_t, int8_t, int8_t> () },
    { "floor_divide", binary<FloorDivide, double, double, double> () },
    { "remainder", binary<Remainder, int32_t, int32_t, int32_t> () },
    { "remainder", binary<Remainder, double, double, double> () },
    { "round", unary<Round, double, double> () },
    { "sign", unary<Sign, double, double> () },
    { "left_shift", binary<BitwiseLeftShift, int8_t, int8_t, int8_t> () },
    { "right_shift", binary<BitwiseRightShift, int8_t, int8_t, int8_t> () },
    { "equal", binary<Equal, int64_t, uint64_t, bool> () },
    { "equal", binary<Equal, double, double, bool> () },
    { "less", binary<Less, int64_t, uint64_t, bool> () },
    { "less", binary<Less, uint64_t, int64_t, bool> () },
    { "less", binary<Less, double, double, bool> () },
    { "isnan", unary<IsNan, double, bool> () },
    { "isfinite", unary<IsFinite, double, bool> () },
    { "logical_and", binary<LogicalAnd, double, double, bool> () },
    { "where", ternary<Where, bool, double, double, double> () },
    { "where", ternary<Where, bool, int32_t, int32_t, int32_t> () },
  };
  return list;
}

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace vast {

HWY_EXPORT (loops);

namespace test {

std::span<const NamedLoop>
example_loops ()
{
  return HWY_DYNAMIC_DISPATCH (loops) ();
}

std::span<const NamedLoop>
baseline_loops ()
{
  return HWY_STATIC_DISPATCH (loops) ();
}

} // namespace test
} // namespace vast
#endif
