// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

#include <optional>

namespace vast {

enum class Reduction { sum, prod, min, max, mean, variance, standard_deviation, any, all, count_nonzero };
enum class ArgReduction { argmin, argmax };

struct ReduceParameters {
  double correction = 0; // variance and standard deviation divide by the count less this
};

// What a reduction gives by default: sums and products of integers are 64 bits wide (booleans count as signed), means
// and deviations of integers are float64, a deviation of complex numbers is real. Throws ErrorCode::type for an
// element type that the reduction has no meaning for.
ScalarType reduction_type (Reduction op, ScalarType type);

// Reduces along the axes (sorted, from the front; all of them for a single result; none gives each element's own).
// With keepdims the reduced axes stay, with length 1. `result_type` is the type that is returned: sums and products
// are made in it where that matters (integers asked for as floating, for example).
//
// Sums are pairwise; single precision accumulates in double. The result does not depend on the number of threads.
// NaN among floating values is the minimum and the maximum. The sum of nothing is 0, the product 1, the mean and
// deviation NaN; the minimum or maximum of nothing throws ErrorCode::invalid_argument naming shape and axes.
// Complex numbers have no order: ErrorCode::type.
Array reduce (Reduction op, const Array &x, const Dims &axes, bool keepdims, ScalarType result_type,
              const ReduceParameters &parameters = {});

// The index of the first extreme element along one axis, or in the flattened array; int64. A NaN is the extreme.
// Throws ErrorCode::invalid_argument for an empty axis, ErrorCode::type for complex numbers.
Array arg_reduce (ArgReduction op, const Array &x, std::optional<int> axis, bool keepdims);

// All axes of an array, for reduce.
Dims all_axes (int rank);

} // namespace vast
