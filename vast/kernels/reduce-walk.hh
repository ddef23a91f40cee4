// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "kernels/reduce-kernels.hh"

#include <vector>

namespace vast {

// The accumulators of a reduction along some axes, one for each element of the result, in C order. How the work is cut
// depends on the array alone, so that the result does not depend on the number of threads.
std::vector<std::byte> run_reduction (const ReduceKernel &kernel, const Array &x, const Dims &axes);

// The lengths of an array along the axes that stay, and those that are reduced.
struct SplitLayout {
  SplitLayout (const Layout &layout, const Dims &axes);

  Dims kept_shape, kept_strides;
  Dims reduced_shape, reduced_strides;
};

} // namespace vast
