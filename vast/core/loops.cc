// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/loops.hh"

#include <cstdlib>

namespace vast {

namespace {

// Below this, the call of a kernel costs more than its elements.
constexpr int64_t short_line = 16;

// With lines across short rows, what a line leaves in the cache is used again by the next row.
constexpr int64_t longest_line_across_rows = 512;

// An output beyond this does not stay in a cache anyway.
constexpr int64_t cached_bytes = 32 * streaming_bytes;

} // namespace

LoopOperand
LoopOperand::broadcast (const Array &array, const Dims &shape)
{
  const int64_t size = array.type.size;
  if (array.shape () == shape)
    {
      LoopOperand result { array.data (), array.layout.strides };
      for (int64_t &stride : result.strides)
        stride *= size;
      return result;
    }
  LoopOperand result { array.data (), array.layout.broadcast_to (shape).strides };
  for (int64_t &stride : result.strides)
    stride *= size;
  return result;
}

LoopNest::LoopNest (const Dims &shape, std::span<const LoopOperand> operands)
  : n_operands_ (static_cast<int> (operands.size ()))
{
  const int last = n_operands_ - 1;
  for (int k = 0; k <= last; k++)
    data_[k] = operands[static_cast<size_t> (k)].data;

  const auto lies_outside = [this, last] (const int64_t *a, const int64_t *b) {
    for (int k = last; k >= 0; k--)
      if (std::abs (a[k]) != std::abs (b[k]))
        return std::abs (a[k]) > std::abs (b[k]);
    return false;
  };

  int rank = 0;
  for (int i = 0; i < shape.rank (); i++)
    {
      n_positions_ *= shape[i];
      if (shape[i] == 1)
        continue;
      int64_t strides[max_loop_operands];
      for (int k = 0; k <= last; k++)
        strides[k] = operands[static_cast<size_t> (k)].strides[i];
      // The output runs upwards, so that x[::-1] into y[::-1] is one run, too.
      if (strides[last] < 0 && shape[i] > 0)
        for (int k = 0; k <= last; k++)
          {
            data_[k] += strides[k] * (shape[i] - 1);
            strides[k] = -strides[k];
          }
      int at = rank++;
      for (; at > 0 && lies_outside (strides, strides_[at - 1]); at--)
        {
          lengths_[at] = lengths_[at - 1];
          std::copy_n (strides_[at - 1], n_operands_, strides_[at]);
        }
      lengths_[at] = shape[i];
      std::copy_n (strides, n_operands_, strides_[at]);
    }
  choose_lines (n_positions_ == 0 ? 0 : rank);
}

// Joins what is one run in every operand, and takes the innermost dimensions out as line and rows.
void
LoopNest::choose_lines (int rank)
{
  int joined = 0;
  for (int i = 1; i < rank; i++)
    {
      bool one_run = true;
      for (int k = 0; k < n_operands_; k++)
        one_run = one_run && strides_[joined][k] == strides_[i][k] * lengths_[i];
      if (one_run)
        lengths_[joined] *= lengths_[i];
      else
        lengths_[++joined] = lengths_[i];
      std::copy_n (strides_[i], n_operands_, strides_[joined]);
    }
  n_outer_ = rank == 0 ? 0 : joined + 1;

  std::fill_n (line_strides_, n_operands_, 0);
  std::fill_n (row_strides_, n_operands_, 0);
  if (n_outer_ >= 2 && lengths_[n_outer_ - 1] < short_line && lengths_[n_outer_ - 2] > lengths_[n_outer_ - 1])
    {
      n_outer_--;
      rows_ = lengths_[n_outer_];
      std::copy_n (strides_[n_outer_], n_operands_, row_strides_);
      n_positions_ /= rows_;
    }
  if (n_outer_ >= 1)
    {
      n_outer_--;
      line_length_ = lengths_[n_outer_];
      std::copy_n (strides_[n_outer_], n_operands_, line_strides_);
    }
}

int64_t
grain_of (double cost)
{
  constexpr double cheap_elements = 65536;
  constexpr double fewest = 256;
  return static_cast<int64_t> (std::max (fewest, cheap_elements / (1 + std::max (cost, 0.0) / 4)));
}

LinePlan::LinePlan (const LoopNest &nest, double cost, int64_t bytes)
{
  const int64_t rows = nest.rows ();
  grain = std::max<int64_t> (1, grain_of (cost) / rows);
  longest = rows > 1 ? longest_line_across_rows : std::max<int64_t> (1, streaming_bytes / 2 / bytes);
  if (rows == 1 && nest.n_positions () > cached_bytes / bytes)
    {
      grain = std::max (grain, streaming_bytes / bytes + 1);
      longest = INT64_MAX;
    }
}

} // namespace vast
