// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

namespace vast {

enum class Scan { sum, prod };

// The running sum or product along one axis (from the front), in `result_type` (see reduction_type for the default).
// With include_initial the axis is one longer and begins with 0 (or 1). Integers wrap. Throws ErrorCode::type.
Array scan (Scan op, const Array &x, int axis, bool include_initial, ScalarType result_type);

} // namespace vast
