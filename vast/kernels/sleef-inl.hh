// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h: SLEEF's functions of at most 1 ulp by the
// names that this instruction set's have. They are declared here because sleef.h shows only what the compiler's
// command line allows.

#if defined(VAST_KERNELS_SLEEF_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_SLEEF_INL_HH
#undef VAST_KERNELS_SLEEF_INL_HH
#else
#define VAST_KERNELS_SLEEF_INL_HH
#endif

#include <cstdint>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
using VectorTag = hn::ScalableTag<T>;
template <typename T>
using NativeVector = hn::Vec<VectorTag<T>>;
template <typename T>
inline constexpr int64_t n_lanes = static_cast<int64_t> (hn::MaxLanes (VectorTag<T> {}));

template <typename T>
NativeVector<T>
load_vector (const T *from)
{
  return hn::LoadU (VectorTag<T> {}, from);
}

template <typename T>
void
store_vector (T *to, NativeVector<T> v)
{
  hn::StoreU (v, VectorTag<T> {}, to);
}

using VectorF64 = NativeVector<double>;
using VectorF32 = NativeVector<float>;

#undef VAST_SLEEF_F64
#undef VAST_SLEEF_F32
#if HWY_TARGET == HWY_AVX2
using RawF64 = __m256d;
using RawF32 = __m256;
#define VAST_SLEEF_F64(name, ulp) Sleef_##name##d4_##ulp##avx2
#define VAST_SLEEF_F32(name, ulp) Sleef_##name##f8_##ulp##avx2
#elif HWY_TARGET == HWY_SSE4
using RawF64 = __m128d;
using RawF32 = __m128;
#define VAST_SLEEF_F64(name, ulp) Sleef_##name##d2_##ulp##sse4
#define VAST_SLEEF_F32(name, ulp) Sleef_##name##f4_##ulp##sse4
#elif HWY_TARGET == HWY_NEON && HWY_ARCH_ARM_A64
using RawF64 = float64x2_t;
using RawF32 = float32x4_t;
#define VAST_SLEEF_F64(name, ulp) Sleef_##name##d2_##ulp##advsimd
#define VAST_SLEEF_F32(name, ulp) Sleef_##name##f4_##ulp##advsimd
#elif HWY_TARGET == HWY_SCALAR
using RawF64 = double;
using RawF32 = float;
#define VAST_SLEEF_F64(name, ulp) Sleef_##name##_##ulp
#define VAST_SLEEF_F32(name, ulp) Sleef_##name##f_##ulp
#else
#error "This instruction set has no mapping to SLEEF: add it to HWY_DISABLED_TARGETS."
#endif

// sleef_sin (v) and so on, for vectors of either type.
#undef VAST_SLEEF_UNARY
#define VAST_SLEEF_UNARY(name, ulp)                                                                                    \
  extern "C" RawF64 VAST_SLEEF_F64 (name, ulp) (RawF64);                                                               \
  extern "C" RawF32 VAST_SLEEF_F32 (name, ulp) (RawF32);                                                               \
  inline VectorF64 sleef_##name (VectorF64 x)                                                                          \
  {                                                                                                                    \
    return VectorF64 { VAST_SLEEF_F64 (name, ulp) (x.raw) };                                                           \
  }                                                                                                                    \
  inline VectorF32 sleef_##name (VectorF32 x)                                                                          \
  {                                                                                                                    \
    return VectorF32 { VAST_SLEEF_F32 (name, ulp) (x.raw) };                                                           \
  }

#undef VAST_SLEEF_BINARY
#define VAST_SLEEF_BINARY(name, ulp)                                                                                   \
  extern "C" RawF64 VAST_SLEEF_F64 (name, ulp) (RawF64, RawF64);                                                       \
  extern "C" RawF32 VAST_SLEEF_F32 (name, ulp) (RawF32, RawF32);                                                       \
  inline VectorF64 sleef_##name (VectorF64 x, VectorF64 y)                                                             \
  {                                                                                                                    \
    return VectorF64 { VAST_SLEEF_F64 (name, ulp) (x.raw, y.raw) };                                                    \
  }                                                                                                                    \
  inline VectorF32 sleef_##name (VectorF32 x, VectorF32 y)                                                             \
  {                                                                                                                    \
    return VectorF32 { VAST_SLEEF_F32 (name, ulp) (x.raw, y.raw) };                                                    \
  }

VAST_SLEEF_UNARY (sin, u10)
VAST_SLEEF_UNARY (cos, u10)
VAST_SLEEF_UNARY (tan, u10)
VAST_SLEEF_UNARY (asin, u10)
VAST_SLEEF_UNARY (acos, u10)
VAST_SLEEF_UNARY (atan, u10)
VAST_SLEEF_UNARY (sinh, u10)
VAST_SLEEF_UNARY (cosh, u10)
VAST_SLEEF_UNARY (tanh, u10)
VAST_SLEEF_UNARY (asinh, u10)
VAST_SLEEF_UNARY (acosh, u10)
VAST_SLEEF_UNARY (atanh, u10)
VAST_SLEEF_UNARY (exp, u10)
VAST_SLEEF_UNARY (exp2, u10)
VAST_SLEEF_UNARY (expm1, u10)
VAST_SLEEF_UNARY (log, u10)
VAST_SLEEF_UNARY (log2, u10)
VAST_SLEEF_UNARY (log10, u10)
VAST_SLEEF_UNARY (log1p, u10)
VAST_SLEEF_UNARY (cbrt, u10)
VAST_SLEEF_BINARY (pow, u10)
VAST_SLEEF_BINARY (atan2, u10)
VAST_SLEEF_BINARY (hypot, u05)

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
