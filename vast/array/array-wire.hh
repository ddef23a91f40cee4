// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/wire-value.hh"
#include "core/array.hh"

namespace vast::wire {

// A longer array travels as several parts, so that its receiver takes memory only as bytes arrive.
inline constexpr size_t max_part_size = size_t { 64 } << 20;

// [ext (array_extension, header), bin, …]. The parts lie in the array's own buffer and keep it alive; what is not
// contiguous is packed first. Throws ErrorCode::type for a record type: its bytes mean nothing elsewhere.
Value from_array (const Array &array, size_t part_size = max_part_size);

// Whether the value claims to be an array of this form, be it right or wrong.
bool is_array (MessagePackValue *value);

// Who else may look at the bytes of a message. Those of an answer belong to the caller alone, so that the array on
// them may be written to like any other.
enum class Ownership { shared, exclusive };

// A single part in native byte order and aligned is wrapped, not copied. Before any memory is taken, the header is
// checked against the bytes that really came. Throws ErrorCode::format, type or shape naming what is wrong.
Array to_array (MessagePackValue *value, Ownership ownership);

// For peers that know nothing of arrays: a number, or nested lists of numbers of equal lengths, gives an array of
// bool, int64 (uint64 if a number needs it) or float64. Throws ErrorCode::shape naming depth and lengths of a ragged
// list, ErrorCode::type for what is not a number.
bool is_plain (MessagePackValue *value);
Array to_array_from_plain (MessagePackValue *value);

// The same way back: nested lists, or a bare number for rank 0. A complex number is a list of its two parts and a
// string is text, or bytes if it is not UTF-8. Throws ErrorCode::type for a record type.
Value to_plain (const Array &array);

} // namespace vast::wire
