// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

namespace vast {

// A sorted copy along one axis (from the front). NaN goes last in either direction; complex numbers are in
// lexicographic order; strings in that of their bytes. Equal values of one type cannot be told apart except -0.0 from
// 0.0 and a NaN's payload: `stable` keeps those, too, in their order. Throws ErrorCode::type for records.
Array sort (const Array &x, int axis, bool descending, bool stable);

// The int64 indices that sort would take the elements from; always stable.
Array argsort (const Array &x, int axis, bool descending);

} // namespace vast
