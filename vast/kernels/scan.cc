// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/scan.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"

#include <cstring>
#include <vector>

namespace vast {

namespace {

// A long line is cut into pieces of this many elements: each is scanned from nothing, and then moved by what those
// before it have. Fixed, so that the result does not depend on the number of threads.
constexpr int64_t piece = 65536;

constexpr double scan_cost = 4;

struct Sum {
  template <typename T>
  static T
  combine (T a, T b)
  {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T> (static_cast<uint64_t> (a) + static_cast<uint64_t> (b));
    else
      return a + b;
  }
  static constexpr int identity = 0;
};

struct Product {
  template <typename T>
  static T
  combine (T a, T b)
  {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T> (static_cast<uint64_t> (a) * static_cast<uint64_t> (b));
    else
      return a * b;
  }
  static constexpr int identity = 1;
};

// Single precision runs in double, as sums do.
template <typename T>
using Running = std::conditional_t<std::is_same_v<T, float>, double, std::conditional_t<std::is_same_v<T, complex64>, complex128, T>>;

// One line, or a piece of one, already in the result's type and in place.
template <typename Op, typename T>
Running<T>
scan_line (std::byte *data, int64_t stride, int64_t count, Running<T> running)
{
  for (int64_t i = 0; i < count; i++)
    {
      T &at = *reinterpret_cast<T *> (data + i * stride);
      running = Op::combine (running, static_cast<Running<T>> (at));
      at = static_cast<T> (running);
    }
  return running;
}

template <typename Op, typename T>
Running<T>
total_of_line (const std::byte *data, int64_t stride, int64_t count)
{
  // Four at a time, because the additions of one depend on each other.
  Running<T> totals[4];
  std::fill_n (totals, 4, static_cast<Running<T>> (Op::identity));
  int64_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (int64_t k = 0; k < 4; k++)
      totals[k] = Op::combine (totals[k], static_cast<Running<T>> (*reinterpret_cast<const T *> (data + (i + k) * stride)));
  for (; i < count; i++)
    totals[0] = Op::combine (totals[0], static_cast<Running<T>> (*reinterpret_cast<const T *> (data + i * stride)));
  return Op::combine (Op::combine (totals[0], totals[1]), Op::combine (totals[2], totals[3]));
}

template <typename Op, typename T>
void
scan_whole_line (std::byte *data, int64_t stride, int64_t count)
{
  const Running<T> nothing = static_cast<Running<T>> (Op::identity);
  if (count <= piece)
    {
      scan_line<Op, T> (data, stride, count, nothing);
      return;
    }
  const int64_t n_pieces = (count - 1) / piece + 1;
  const auto length = [=] (int64_t i) { return std::min (piece, count - i * piece); };
  std::vector<Running<T>> before (static_cast<size_t> (n_pieces) + 1, nothing);
  parallel_for (n_pieces - 1, 1, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      before[static_cast<size_t> (i) + 1] = total_of_line<Op, T> (data + i * piece * stride, stride, length (i));
  });
  for (size_t i = 1; i < before.size (); i++)
    before[i] = Op::combine (before[i - 1], before[i]);
  parallel_for (n_pieces, 1, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      scan_line<Op, T> (data + i * piece * stride, stride, length (i), before[static_cast<size_t> (i)]);
  });
}

// Lines side by side: row by row, so that memory is walked in its order.
template <typename Op, typename T>
void
scan_columns (std::byte *data, int64_t n_columns, int64_t row_stride, int64_t n_rows)
{
  std::vector<Running<T>> running (static_cast<size_t> (n_columns), static_cast<Running<T>> (Op::identity));
  for (int64_t row = 0; row < n_rows; row++)
    {
      T *const at = reinterpret_cast<T *> (data + row * row_stride);
      for (int64_t k = 0; k < n_columns; k++)
        {
          running[static_cast<size_t> (k)] = Op::combine (running[static_cast<size_t> (k)], static_cast<Running<T>> (at[k]));
          at[k] = static_cast<T> (running[static_cast<size_t> (k)]);
        }
    }
}

template <typename Op, typename T>
void
scan_in_place (const Array &x, int axis)
{
  Dims others = x.shape ();
  others.erase (axis);
  LoopOperand operand = LoopOperand::broadcast (x, x.shape ());
  const int64_t stride = operand.strides[axis], length = x.shape ()[axis];
  operand.strides.erase (axis);
  const LoopOperand operands[] = { operand };
  const LoopNest nest (others, operands);

  constexpr int64_t fewest_columns = 4, most_columns = 512;
  const bool by_columns = nest.line_stride (0) == sizeof (T) && nest.line_length () >= fewest_columns
                          && stride != static_cast<int64_t> (sizeof (T));
  const int64_t grain = std::max<int64_t> (1, grain_of (scan_cost) / length / nest.rows ());
  parallel_for (nest.n_positions (), grain, [&] (int64_t begin, int64_t end) {
    nest.for_each_line (begin, end, most_columns, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
      if (by_columns)
        scan_columns<Op, T> (data[0], count, stride, length);
      else
        for (int64_t i = 0; i < count; i++)
          scan_whole_line<Op, T> (data[0] + i * strides[0], stride, length);
    });
  });
}

template <typename Op>
void
scan_kind (const Array &x, int axis)
{
  if (x.size () == 0)
    return;
  visit_kind (x.type.kind, [&] (auto tag) {
    using T = typename decltype (tag)::type;
    if constexpr (std::is_same_v<T, bool>)
      fail (ErrorCode::type, "a running sum or product cannot be of type bool");
    else
      scan_in_place<Op, T> (x, axis);
  });
}

} // namespace

Array
scan (Scan op, const Array &x, int axis, bool include_initial, ScalarType result_type)
{
  if (!x.type.is_computable () || !result_type.is_computable () || result_type.is_boolean ())
    fail (ErrorCode::type, "a running sum or product of %s cannot be of type %s", x.type.name ().c_str (),
          result_type.name ().c_str ());
  if (axis < 0 || axis >= x.rank ())
    fail (ErrorCode::index, "axis %d is out of bounds for an array of rank %d", axis, x.rank ());

  Dims shape = x.shape ();
  shape[axis] += include_initial;
  const Array result = Array::empty (result_type, shape);
  Array rest = result;
  if (include_initial)
    {
      rest = result.view (result.layout.slice (axis, 1, {}, 1));
      const Array first = result.view (result.layout.slice (axis, 0, 1, 1));
      copy_into (Array::scalar<int64_t> (op == Scan::sum ? Sum::identity : Product::identity), first);
    }
  copy_into (x, rest);
  if (op == Scan::sum)
    scan_kind<Sum> (rest, axis);
  else
    scan_kind<Product> (rest, axis);
  return result;
}

} // namespace vast
