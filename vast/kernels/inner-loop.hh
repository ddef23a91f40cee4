// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/scalar-type.hh"

#include <cstddef>
#include <cstdint>

namespace vast {

inline constexpr int max_loop_inputs = 3;

// One line of work: `count` elements of each operand, inputs first and the output last, each with its byte stride.
// Strides may be zero or negative; the loop itself finds the contiguous case. Input and output may be the same
// memory element by element (in place), but do not overlap otherwise.
using InnerLoop = void (*) (std::byte *const *data, const int64_t *strides, int64_t count);

struct TypedLoop {
  ScalarKind inputs[max_loop_inputs];
  ScalarKind output;
  InnerLoop run;
};

} // namespace vast
