// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/loops.hh"

namespace vast {

// Whether one operand lies across another: contiguous along one axis where the other is along a second one, so that a
// walk in the order of either touches a cache line for each element of the other. Then it is worth going tile by tile.
bool lies_across (const Dims &shape, const LoopOperand &from, const LoopOperand &to, size_t size);

} // namespace vast
