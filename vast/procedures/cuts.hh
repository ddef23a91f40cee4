// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "procedures/procedure-info.hh"

namespace vast {

// All ways in which a call can be cut so that the parts' results lie beside each other in the whole, by the
// procedure's kind of partition. Empty: it cannot be. Throws what the call itself would throw for bad inputs.
std::vector<Cut> find_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options);

// The ways along the axes that a reduction reduces or a contraction sums over.
std::vector<Cut> find_reduced_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options);

// Cuts along the axes of a shape that the inputs broadcast to: all but those in `excluded` (sorted).
std::vector<Cut> broadcast_cuts (std::span<const Array> inputs, const Dims &shape, const Dims &excluded);

// The best one for that many parts: long enough to be cut evenly, and where each part lies together in memory. The
// first list is preferred to the second. Nothing if no axis is longer than 1.
const Cut *choose_cut (std::span<const Cut> preferred, std::span<const Cut> others, std::span<const Array> inputs,
                       size_t n_parts);

} // namespace vast
