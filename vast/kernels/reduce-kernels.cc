// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduce-kernels.cc"
#include <hwy/foreach_target.h>
//
#include "kernels/reduce-inl.hh"
#include "kernels/reduce-kernels.hh"

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

template <typename T>
constexpr auto
wide_type ()
{
  if constexpr (is_complex_number<T>)
    return TypeTag<complex128> {};
  else if constexpr (std::is_floating_point_v<T>)
    return TypeTag<double> {};
  else if constexpr (std::is_signed_v<T> || std::is_same_v<T, bool>)
    return TypeTag<int64_t> {};
  else
    return TypeTag<uint64_t> {};
}

template <typename T>
using Wide = typename decltype (wide_type<T> ())::type;
template <typename T>
using WideFloating = std::conditional_t<is_complex_number<T>, complex128, double>;

// The sums of booleans count what is true, whatever the byte.
template <typename T>
using LoadOf = std::conditional_t<std::is_same_v<T, bool>, AsTruth, AsValue>;

template <typename T>
const ReduceKernel *
kernel_of (Reduction op)
{
  // An order is real numbers' and booleans' (as bytes that are 0 or not).
  using Ordered = std::conditional_t<is_complex_number<T>, double, ReduceCell<T>>;
  constexpr bool is_ordered = !is_complex_number<T>;
  switch (op)
    {
    case Reduction::sum: return &PlainReduction<SumOp, LoadOf<T>, T, Wide<T>>::kernel;
    case Reduction::prod: return &PlainReduction<ProdOp, LoadOf<T>, T, Wide<T>>::kernel;
    case Reduction::min: return is_ordered ? &PlainReduction<MinOp, LoadOf<T>, Ordered, Ordered>::kernel : nullptr;
    case Reduction::max: return is_ordered ? &PlainReduction<MaxOp, LoadOf<T>, Ordered, Ordered>::kernel : nullptr;
    case Reduction::mean: return &PlainReduction<SumOp, LoadOf<T>, T, WideFloating<T>>::kernel;
    case Reduction::variance:
    case Reduction::standard_deviation: return &MomentsReduction<T, WideFloating<T>>::kernel;
    case Reduction::any: return &PlainReduction<OrOp, AsTruth, T, uint8_t>::kernel;
    case Reduction::all: return &PlainReduction<AndOp, AsTruth, T, uint8_t>::kernel;
    case Reduction::count_nonzero: return &PlainReduction<SumOp, AsTruth, T, int64_t>::kernel;
    }
  return nullptr;
}

const ReduceKernel *
find_kernel (Reduction op, ScalarKind kind)
{
  return visit_kind (kind, [op] (auto tag) { return kernel_of<typename decltype (tag)::type> (op); });
}

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace vast {

HWY_EXPORT (find_kernel);

const ReduceKernel *
find_reduce_kernel (Reduction op, ScalarKind kind)
{
  return HWY_DYNAMIC_DISPATCH (find_kernel) (op, kind);
}

} // namespace vast
#endif
