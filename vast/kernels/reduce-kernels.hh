// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/scalar-type.hh"
#include "kernels/reduce.hh"

#include <cstddef>
#include <cstdint>

namespace vast {

// What a reduction does to the elements of one type, apart from the walk over an array. It gathers elements in
// accumulators, whose type depends on both; accumulators of parts are merged in a fixed tree.
struct ReduceKernel {
  size_t accumulator_size;
  // Of `count` elements one after the other, at most reduce_block_length; with count 0, of nothing.
  void (*block) (const std::byte *elements, int64_t count, std::byte *accumulator);
  // Of each of `n_columns` columns (at most reduce_block_columns), which are contiguous in each of the rows.
  void (*rows) (const std::byte *elements, int64_t row_stride, int64_t n_rows, int64_t n_columns,
                std::byte *accumulators);
  // Each of `n` accumulators with another: they hold `count` and `other_count` elements each.
  void (*merge) (std::byte *accumulators, int64_t count, const std::byte *others, int64_t other_count, int64_t n);
};

inline constexpr int64_t reduce_block_length = 1024;
inline constexpr int64_t reduce_block_columns = 512;

// Sums have the accumulator types of reduction_type at double precision; a mean's is its sum (as floating); a
// deviation's is a Moments.
template <typename Mean>
struct Moments {
  Mean mean;
  double squares; // the sum of squared distances from the mean
};

// Null if the reduction has no meaning for that type.
const ReduceKernel *find_reduce_kernel (Reduction op, ScalarKind kind);

} // namespace vast
