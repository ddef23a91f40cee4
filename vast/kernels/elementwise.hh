// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "kernels/inner-loop.hh"

#include <span>

namespace vast {

// Computes `output[i] = loop (inputs[0][i], inputs[1][i], …)` for every i. Inputs broadcast to the output's shape.
// An operand whose element type is not the loop's is converted block by block on the way (cast_loop). Inputs that
// overlap the output in another layout behave as if they were copied first. `cost` is in floating-point operations
// per element and decides whether threads are worth it.
// The number of inputs is that of the span; the loop's kinds beyond it do not count.
// Throws ErrorCode::shape (an input does not broadcast to the output), ErrorCode::read_only, ErrorCode::type (strings
// and records), ErrorCode::invalid_argument (two of the output's indices are one place).
void run_elementwise (const TypedLoop &loop, std::span<const Array> inputs, const Array &output, double cost);

// The same into a fresh array of the loop's own output type and the shape that the inputs broadcast to.
Array run_elementwise (const TypedLoop &loop, std::span<const Array> inputs, double cost);

} // namespace vast
