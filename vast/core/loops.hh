// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "core/parallel.hh"

#include <span>

namespace vast {

inline constexpr int max_loop_operands = 4;

// A kernel that writes a line of at least this many bytes may assume that the whole output is larger than the caches,
// and write around them.
inline constexpr int64_t streaming_bytes = int64_t { 1 } << 20;

// One operand of a loop, all of one shape: where its first element is, and its strides in bytes.
struct LoopOperand {
  std::byte *data;
  Dims strides;

  // The array seen under the loop's shape; throws ErrorCode::shape if it does not broadcast to it.
  static LoopOperand broadcast (const Array &array, const Dims &shape);
};

// How to walk over several operands at once: dimensions of length 1 are gone, the others are in the order in which
// the last operand (the output) lies in memory, and those that are one run in all operands are one.
//
// The walk is made of positions: `outer` dimensions times the length of a line. Each position has `rows` elements;
// that is 1, unless the innermost dimension is so short that lines run along the next one instead.
class LoopNest {
public:
  // Throws nothing but ErrorCode::shape.
  LoopNest (const Dims &shape, std::span<const LoopOperand> operands);

  int n_operands () const { return n_operands_; }
  int64_t n_positions () const { return n_positions_; }
  int64_t rows () const { return rows_; }
  int64_t line_length () const { return line_length_; }
  int64_t line_stride (int operand) const { return line_strides_[operand]; }

  // Calls `f (data, strides, count)` for the lines that make up the positions [begin, end); none is longer than
  // `longest`.
  template <typename F>
  void for_each_line (int64_t begin, int64_t end, int64_t longest, F &&f) const;

private:
  void choose_lines (int rank);

  int n_operands_;
  int n_outer_ = 0;
  int64_t n_positions_ = 1;
  int64_t rows_ = 1;
  int64_t line_length_ = 1;
  int64_t lengths_[max_rank];
  int64_t strides_[max_rank][max_loop_operands];
  int64_t line_strides_[max_loop_operands];
  int64_t row_strides_[max_loop_operands];
  std::byte *data_[max_loop_operands];
};

// How many elements of this cost (in floating-point operations) are worth a thread of their own.
int64_t grain_of (double cost);

// How the positions of a nest are cut, when an element costs that much and has so many bytes in the output.
struct LinePlan {
  LinePlan (const LoopNest &nest, double cost, int64_t bytes);

  int64_t grain;   // positions that are worth a thread
  int64_t longest; // positions in one line
};

// Runs `f (data, strides, count)` over the whole nest, on several threads if the work is worth it.
template <typename F>
void run_lines (const LoopNest &nest, double cost, int64_t bytes, F &&f);

template <typename F>
void
LoopNest::for_each_line (int64_t begin, int64_t end, int64_t longest, F &&f) const
{
  int64_t index[max_rank];
  std::byte *line[max_loop_operands];
  std::copy_n (data_, n_operands_, line);
  int64_t outer = begin / line_length_;
  for (int i = n_outer_ - 1; i >= 0; i--)
    {
      index[i] = outer % lengths_[i];
      outer /= lengths_[i];
      for (int k = 0; k < n_operands_; k++)
        line[k] += index[i] * strides_[i][k];
    }

  int64_t within = begin % line_length_;
  while (begin < end)
    {
      const int64_t count = std::min ({ line_length_ - within, end - begin, longest });
      for (int64_t row = 0; row < rows_; row++)
        {
          std::byte *data[max_loop_operands];
          for (int k = 0; k < n_operands_; k++)
            data[k] = line[k] + within * line_strides_[k] + row * row_strides_[k];
          f (static_cast<std::byte *const *> (data), static_cast<const int64_t *> (line_strides_), count);
        }
      begin += count;
      within += count;
      if (within < line_length_)
        continue;
      within = 0;
      for (int i = n_outer_ - 1; i >= 0; i--)
        {
          const bool carry = ++index[i] == lengths_[i];
          const int64_t steps = carry ? 1 - lengths_[i] : 1;
          for (int k = 0; k < n_operands_; k++)
            line[k] += steps * strides_[i][k];
          if (!carry)
            break;
          index[i] = 0;
        }
    }
}

template <typename F>
void
run_lines (const LoopNest &nest, double cost, int64_t bytes, F &&f)
{
  const LinePlan plan (nest, cost, bytes);
  parallel_for (nest.n_positions (), plan.grain,
                [&] (int64_t begin, int64_t end) { nest.for_each_line (begin, end, plan.longest, f); });
}

} // namespace vast
