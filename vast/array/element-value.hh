// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

#include <glib-object.h>

namespace vast {

// One element from and to a GValue. Writing converts between numbers: what is out of the range of an integer type, or
// NaN, is ErrorCode::invalid_argument; a fraction is cut off as NumPy does; a string longer than its element, too.
void element_to_value (const std::byte *element, ScalarType type, GValue *value);
void element_from_value (std::byte *element, ScalarType type, const GValue *value);

// The element type that holds what a GValue holds: int64 for signed integers, and so on; throws ErrorCode::type.
ScalarType scalar_type_of_value (const GValue *value);

} // namespace vast
