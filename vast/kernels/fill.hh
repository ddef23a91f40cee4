// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "kernels/cast.hh"

namespace vast {

// Sets every element to the bytes of one, which are `array.type.size` bytes at `element`. Throws ErrorCode::read_only.
void fill (const Array &array, const void *element);

// Sets every element to a value that is converted to the array's type. Throws ErrorCode::read_only, ErrorCode::type.
template <typename T>
void
fill_value (const Array &array, T value)
{
  fill (array, cast_to (Array::scalar (value), array.type).data ());
}

} // namespace vast
