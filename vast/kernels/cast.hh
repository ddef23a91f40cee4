// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "kernels/inner-loop.hh"

namespace vast {

// Converts a line of one computable kind to another: data[0] to data[1]. Also from a kind to itself, which copies.
//
// Every conversion is defined. Integers wrap. A floating value that becomes an integer is truncated, held within the
// bounds of int64 (of uint64 from 0 on, if that is the target), and then wraps like one: -1.0 is 255 as a uint8. NaN
// becomes 0. Complex to real keeps the real part. Anything to boolean is != 0, so NaN is true. Data may be unaligned.
InnerLoop cast_loop (ScalarKind from, ScalarKind to);

// Whether copy_into can convert: any two computable types, strings to strings, a record type to itself.
bool can_cast (ScalarType from, ScalarType to);

// Copies every element, converting it, to where the target has it; the source broadcasts. Strings are padded with
// zero bytes or cut. Overlapping views behave as if the source were copied first.
// Throws ErrorCode::type, ErrorCode::shape, ErrorCode::read_only, or ErrorCode::invalid_argument if two indices of the
// target are the same memory.
void copy_into (const Array &source, const Array &target);

// The array itself if it is in C order and aligned for its type, else a fresh copy that is.
Array make_contiguous (const Array &array);

// A fresh copy in C order, always.
Array copy (const Array &array);

// The array itself if it has that type, else a fresh converted copy in C order.
Array cast_to (const Array &array, ScalarType type);

// Whether the first element lies at an address that suits its type; kernels other than casts need it.
bool is_aligned (const Array &array);

} // namespace vast
