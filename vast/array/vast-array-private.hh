// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/vast-array.h"
#include "array/vast-error-private.hh"
#include "core/array.hh"

struct _VastArray {
  GObject parent_instance;

  vast::Array *impl;
};

namespace vast {

// The façade object for a core array, and the way back. These are the only bridge between the two.
VastArray *array_to_gobject (Array array) G_GNUC_WARN_UNUSED_RESULT;

inline const Array &
array_from_gobject (VastArray *self)
{
  return *self->impl;
}

// The element type named by a pair of GType and size; throws ErrorCode::type naming both.
ScalarType scalar_type_from_gtype (GType type, gsize size);
GType scalar_type_to_gtype (ScalarType type);

// A read-only array on all bytes from `offset` on, which must be exactly as many as its elements take
// (ErrorCode::shape) and be aligned for them (ErrorCode::invalid_argument).
Array array_on_bytes (ScalarType type, const Dims &shape, GBytes *bytes, size_t offset);

// The elements in C order: the array's own memory, kept alive, if they lie together there; otherwise a copy.
GBytes *array_to_bytes (const Array &array);

// The text of vast_array_to_string (): what NumPy prints.
std::string format_array (const Array &array);

} // namespace vast
