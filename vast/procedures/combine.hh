// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "kernels/reduce.hh"
#include "procedures/procedure-info.hh"

namespace vast {

// How the partial results of a reduction become the whole: what rows of the tables name. The partials that each
// needs are in their rows.

// Reduces the partial results themselves: sums are summed, maxima have a maximum, and so on.
template <Reduction op> Array combine_same (std::span<const PartialResults> parts, int axis, const Options &options);

// From means: weighted by how many elements each is of.
Array combine_means (std::span<const PartialResults> parts, int axis, const Options &options);

// From means and variances, by the formula of Chan, Golub and LeVeque; the correction comes last.
Array combine_variances (std::span<const PartialResults> parts, int axis, const Options &options);
Array combine_deviations (std::span<const PartialResults> parts, int axis, const Options &options);

// From extreme values and their indices: the first of the most extreme, or the first NaN.
template <ArgReduction op> Array combine_positions (std::span<const PartialResults> parts, int axis, const Options &options);

// From products that were summed over parts of the contracted axis: their sum, or of booleans whether any is true.
Array combine_products (std::span<const PartialResults> parts, int axis, const Options &options);

} // namespace vast
