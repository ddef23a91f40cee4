// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

namespace vast {

// The matrix product by the Array API standard: the last two axes are matrices, those before broadcast, a vector is a
// row on the left and a column on the right. Computed in the promoted type: by CBLAS for floating and complex types
// (which brings its own threads), exactly and wrapping for integers; for booleans it is whether any product is true.
// Throws ErrorCode::shape naming both shapes, or ErrorCode::type.
Array matmul (const Array &a, const Array &b);

// What matmul returns for these, without computing it.
ScalarType matmul_type (ScalarType a, ScalarType b);
Dims matmul_shape (const Dims &a, const Dims &b);

// The sum of products along one axis (negative, counted from the end of both; the others broadcast); the first
// operand is conjugated.
Array vecdot (const Array &a, const Array &b, int64_t axis);

} // namespace vast
