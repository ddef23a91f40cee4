// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/reduce.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"
#include "kernels/reduce-walk.hh"

#include <cstring>
#include <vector>

namespace vast {

namespace {

// The widest element that has an order.
constexpr size_t widest = sizeof (double);

// How far one piece of a long line goes.
constexpr int64_t piece = 131072;

// Rows whose extremes are taken together before they are compared with the best so far.
constexpr int64_t rows_at_a_time = 32;
constexpr int64_t columns_at_a_time = 256;
constexpr int64_t fewest_columns = 8;

struct Value {
  alignas (widest) std::byte bytes[widest];
};

// The best element so far and where it is.
struct Best {
  Value value;
  int64_t index;
};

// The search is for the extreme of a block first, by the kernels of min and max, and for its place only in the one
// block that has the best.
struct Searcher {
  size_t size;
  const ReduceKernel *extreme;
  bool (*beats) (const std::byte *a, const std::byte *b);
  int64_t (*find) (const std::byte *from, int64_t stride, int64_t count, const std::byte *value);
};

template <typename T>
using Cell = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <typename T>
Cell<T>
load (const std::byte *from)
{
  Cell<T> cell;
  std::memcpy (&cell, from, sizeof cell);
  return std::is_same_v<T, bool> ? static_cast<Cell<T>> (cell != 0) : cell;
}

// Strictly better, so that the first of equals stays; a NaN is better than any number.
template <typename T, bool maximum>
bool
beats (const std::byte *a_bytes, const std::byte *b_bytes)
{
  const auto a = load<T> (a_bytes), b = load<T> (b_bytes);
  if (b != b)
    return false;
  return (maximum ? a > b : a < b) || a != a;
}

template <typename T>
int64_t
find_first (const std::byte *from, int64_t stride, int64_t count, const std::byte *value_bytes)
{
  const auto value = load<T> (value_bytes);
  for (int64_t i = 0; i < count; i++)
    {
      const auto x = load<T> (from + i * stride);
      if (x == value || (x != x && value != value))
        return i;
    }
  return 0;
}

Searcher
searcher_of (ArgReduction op, ScalarKind kind)
{
  return visit_kind (kind, [op, kind] (auto tag) -> Searcher {
    using T = typename decltype (tag)::type;
    const bool maximum = op == ArgReduction::argmax;
    if constexpr (std::is_arithmetic_v<T>)
      return { sizeof (T), find_reduce_kernel (maximum ? Reduction::max : Reduction::min, kind),
               maximum ? beats<T, true> : beats<T, false>, find_first<T> };
    else
      fail (ErrorCode::type, "%s is not defined for %s", maximum ? "argmax" : "argmin",
            ScalarType (kind).name ().c_str ());
  });
}

void
gather (std::byte *to, const std::byte *from, int64_t stride, int64_t count, size_t size)
{
  for (int64_t i = 0; i < count; i++)
    std::memcpy (to + static_cast<size_t> (i) * size, from + i * stride, size);
}

// Positions [begin, end) of one line, which are not none.
Best
search_line (const Searcher &searcher, const std::byte *line, int64_t stride, int64_t begin, int64_t end)
{
  std::byte buffer[reduce_block_length * widest];
  Best best { {}, -1 };
  for (int64_t at = begin; at < end; at += reduce_block_length)
    {
      const int64_t n = std::min (reduce_block_length, end - at);
      const std::byte *block = line + at * stride;
      if (stride != static_cast<int64_t> (searcher.size))
        {
          gather (buffer, block, stride, n, searcher.size);
          block = buffer;
        }
      Value value;
      searcher.extreme->block (block, n, value.bytes);
      if (best.index < 0 || searcher.beats (value.bytes, best.value.bytes))
        best = { value, at };
    }
  const int64_t n = std::min (reduce_block_length, end - best.index);
  best.index += searcher.find (line + best.index * stride, stride, n, best.value.bytes);
  return best;
}

int64_t
search_whole_line (const Searcher &searcher, const std::byte *line, int64_t stride, int64_t length)
{
  if (length <= piece)
    return search_line (searcher, line, stride, 0, length).index;
  const int64_t n_pieces = (length - 1) / piece + 1;
  std::vector<Best> found (static_cast<size_t> (n_pieces));
  parallel_for (n_pieces, 1, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      found[static_cast<size_t> (i)] =
        search_line (searcher, line, stride, i * piece, std::min ((i + 1) * piece, length));
  });
  Best best = found[0];
  for (const Best &other : found)
    if (searcher.beats (other.value.bytes, best.value.bytes))
      best = other;
  return best.index;
}

// Many lines side by side: `count` columns, contiguous in each row.
void
search_columns (const Searcher &searcher, const std::byte *from, int64_t count, int64_t row_stride, int64_t n_rows,
                std::byte *to, int64_t to_stride)
{
  const size_t size = searcher.size;
  std::byte values[columns_at_a_time * widest], group[columns_at_a_time * widest];
  int64_t group_of[columns_at_a_time] = {};
  for (int64_t row = 0; row < n_rows; row += rows_at_a_time)
    {
      const int64_t n = std::min (rows_at_a_time, n_rows - row);
      searcher.extreme->rows (from + row * row_stride, row_stride, n, count, row == 0 ? values : group);
      for (int64_t k = 0; row > 0 && k < count; k++)
        {
          const size_t at = static_cast<size_t> (k) * size;
          if (searcher.beats (group + at, values + at))
            {
              std::memcpy (values + at, group + at, size);
              group_of[k] = row;
            }
        }
    }
  for (int64_t k = 0; k < count; k++)
    {
      const int64_t row = group_of[k], n = std::min (rows_at_a_time, n_rows - row);
      const size_t at = static_cast<size_t> (k) * size;
      const int64_t index = row + searcher.find (from + at + row * row_stride, row_stride, n, values + at);
      std::memcpy (to + k * to_stride, &index, sizeof index);
    }
}

Array
search_along (const Searcher &searcher, const Array &x, int axis)
{
  Dims kept = x.shape ();
  kept.erase (axis);
  const Array result = Array::empty (ScalarKind::int64, kept);
  const int64_t length = x.shape ()[axis];
  const int64_t stride = x.layout.strides[axis] * static_cast<int64_t> (x.type.size);
  if (result.size () == 0)
    return result;

  LoopOperand operands[2] = { LoopOperand::broadcast (result, kept), LoopOperand::broadcast (x, x.shape ()) };
  operands[1].strides.erase (axis);
  const LoopNest nest (kept, operands);
  const int64_t size = static_cast<int64_t> (searcher.size);
  const bool by_columns = nest.line_stride (1) == size && nest.line_length () >= fewest_columns && stride != size;
  const int64_t grain = std::max<int64_t> (1, grain_of (1) / length / nest.rows ());
  parallel_for (nest.n_positions (), grain, [&] (int64_t begin, int64_t end) {
    nest.for_each_line (
      begin, end, columns_at_a_time, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
        if (by_columns)
          search_columns (searcher, data[1], count, stride, length, data[0], strides[0]);
        else
          for (int64_t i = 0; i < count; i++)
            {
              const int64_t index = search_whole_line (searcher, data[1] + i * strides[1], stride, length);
              std::memcpy (data[0] + i * strides[0], &index, sizeof index);
            }
      });
  });
  return result;
}

} // namespace

Array
arg_reduce (ArgReduction op, const Array &x, std::optional<int> axis, bool keepdims)
{
  const Searcher searcher = searcher_of (op, x.type.kind);
  if (axis && (*axis < 0 || *axis >= x.rank ()))
    fail (ErrorCode::index, "axis %d is out of bounds for an array of rank %d", *axis, x.rank ());
  if (axis ? x.shape ()[*axis] == 0 : x.size () == 0)
    fail (ErrorCode::invalid_argument, "%s of no elements in shape %s",
          op == ArgReduction::argmax ? "argmax" : "argmin", to_string (x.shape ()).c_str ());
  const Array aligned = is_aligned (x) ? x : copy (x);
  const Dims axes = axis ? Dims { *axis } : all_axes (x.rank ());

  Array result;
  if (axis)
    result = search_along (searcher, aligned, *axis);
  else if (const std::optional<Layout> flat = aligned.layout.reshape ({ -1 }))
    result = search_along (searcher, aligned.view (*flat), 0);
  else
    result = search_along (searcher, copy (aligned).view (Layout ({ x.size () })), 0);
  return keepdims ? result.view (result.layout.with_unit_axes (axes)) : result;
}

} // namespace vast
