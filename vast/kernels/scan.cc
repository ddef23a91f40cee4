// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/scan.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"

#include <vector>

namespace vast {

namespace {

// A long line is cut into pieces of this many elements: their totals first, then each from what those before it have.
// Fixed, so that the result does not depend on the number of threads.
constexpr int64_t piece = 16384;

// So many pieces are scanned side by side, because the additions within one wait for each other.
constexpr int64_t chains = 4;

constexpr double scan_cost = 4;

struct Sum {
  template <typename T>
  static T combine (T a, T b)
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
  static T combine (T a, T b)
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
struct RunningType {
  using type = T;
};
template <>
struct RunningType<float> {
  using type = double;
};
template <>
struct RunningType<complex64> {
  using type = complex128;
};
template <typename T>
using Running = typename RunningType<T>::type;

// Where the elements of a line are read and written; the two may be the same.
struct Line {
  const std::byte *from;
  int64_t from_stride;
  std::byte *to;
  int64_t to_stride;

  Line at (int64_t i) const { return { from + i * from_stride, from_stride, to + i * to_stride, to_stride }; }
};

template <typename T>
Running<T>
load (const Line &line, int64_t i)
{
  return static_cast<Running<T>> (*reinterpret_cast<const T *> (line.from + i * line.from_stride));
}

template <typename T>
void
store (const Line &line, int64_t i, Running<T> value)
{
  *reinterpret_cast<T *> (line.to + i * line.to_stride) = static_cast<T> (value);
}

template <typename Op, typename T>
void
scan_piece (const Line &line, int64_t count, Running<T> running)
{
  for (int64_t i = 0; i < count; i++)
    {
      running = Op::combine (running, load<T> (line, i));
      store<T> (line, i, running);
    }
}

// Whole pieces, one after the other in memory.
template <typename Op, typename T>
void
scan_chains (const Line &line, const Running<T> *before)
{
  Running<T> running[chains];
  std::copy_n (before, chains, running);
  for (int64_t i = 0; i < piece; i++)
    for (int64_t k = 0; k < chains; k++)
      {
        running[k] = Op::combine (running[k], load<T> (line, k * piece + i));
        store<T> (line, k * piece + i, running[k]);
      }
}

template <typename Op, typename T>
Running<T>
total_of_piece (const Line &line, int64_t count)
{
  constexpr int64_t lanes = 8;
  Running<T> totals[lanes];
  std::fill_n (totals, lanes, static_cast<Running<T>> (Op::identity));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t k = 0; k < lanes; k++)
      totals[k] = Op::combine (totals[k], load<T> (line, i + k));
  for (int64_t k = 0; i + k < count; k++)
    totals[k] = Op::combine (totals[k], load<T> (line, i + k));
  for (int64_t half = lanes / 2; half >= 1; half /= 2)
    for (int64_t k = 0; k < half; k++)
      totals[k] = Op::combine (totals[k], totals[k + half]);
  return totals[0];
}

template <typename Op, typename T>
void
scan_line (const Line &line, int64_t count)
{
  const Running<T> nothing = static_cast<Running<T>> (Op::identity);
  if (count <= 2 * piece)
    {
      scan_piece<Op, T> (line, count, nothing);
      return;
    }
  const int64_t n_pieces = (count - 1) / piece + 1;
  std::vector<Running<T>> before (static_cast<size_t> (n_pieces) + 1, nothing);
  parallel_for (n_pieces - 1, chains, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      before[static_cast<size_t> (i) + 1] = total_of_piece<Op, T> (line.at (i * piece), piece);
  });
  for (size_t i = 1; i < before.size (); i++)
    before[i] = Op::combine (before[i - 1], before[i]);
  parallel_for ((n_pieces - 1) / chains + 1, 1, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin * chains; i < std::min (end * chains, n_pieces);)
      if ((i + chains) * piece <= count && i + chains <= end * chains)
        {
          scan_chains<Op, T> (line.at (i * piece), before.data () + i);
          i += chains;
        }
      else
        {
          scan_piece<Op, T> (line.at (i * piece), std::min (piece, count - i * piece), before[static_cast<size_t> (i)]);
          i++;
        }
  });
}

// Lines side by side, row by row, so that memory is walked in its order.
template <typename Op, typename T>
void
scan_columns (const Line &columns, int64_t n_columns, int64_t from_row, int64_t to_row, int64_t n_rows)
{
  std::vector<Running<T>> running (static_cast<size_t> (n_columns), static_cast<Running<T>> (Op::identity));
  Line row = columns;
  for (int64_t i = 0; i < n_rows; i++)
    {
      for (int64_t k = 0; k < n_columns; k++)
        {
          Running<T> &r = running[static_cast<size_t> (k)];
          r = Op::combine (r, load<T> (row, k));
          store<T> (row, k, r);
        }
      row.from += from_row;
      row.to += to_row;
    }
}

template <typename Op, typename T>
void
scan_array (const Array &x, const Array &result, int axis)
{
  Dims others;
  for (int i = 0; i < x.rank (); i++)
    if (i != axis)
      others.push_back (x.shape ()[i]);
  LoopOperand operands[] = { LoopOperand::broadcast (x, x.shape ()), LoopOperand::broadcast (result, x.shape ()) };
  const int64_t from_stride = operands[0].strides[axis], to_stride = operands[1].strides[axis];
  for (LoopOperand &operand : operands)
    operand.strides.erase (axis);
  const LoopNest nest (others, operands);

  constexpr int64_t fewest_columns = 4, most_columns = 512;
  const int64_t length = x.shape ()[axis], size = sizeof (T);
  const bool by_columns = nest.line_stride (1) == size && nest.line_length () >= fewest_columns && to_stride != size;
  const int64_t grain = std::max<int64_t> (1, grain_of (scan_cost) / length / nest.rows ());
  parallel_for (nest.n_positions (), grain, [&] (int64_t begin, int64_t end) {
    nest.for_each_line (begin, end, most_columns, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
      if (by_columns)
        scan_columns<Op, T> ({ data[0], strides[0], data[1], strides[1] }, count, from_stride, to_stride, length);
      else
        for (int64_t i = 0; i < count; i++)
          scan_line<Op, T> ({ data[0] + i * strides[0], from_stride, data[1] + i * strides[1], to_stride }, length);
    });
  });
}

template <typename Op>
void
scan_kind (const Array &x, const Array &result, int axis)
{
  visit_kind (result.type.kind, [&] (auto tag) {
    using T = typename decltype (tag)::type;
    if constexpr (std::is_same_v<T, bool>)
      fail (ErrorCode::type, "a running sum or product cannot be of type bool");
    else
      scan_array<Op, T> (x, result, axis);
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
  if (x.size () == 0)
    return result;

  Array source = x;
  if (!(x.type == result_type) || !is_aligned (x))
    {
      copy_into (x, rest); // and then in place
      source = rest;
    }
  if (op == Scan::sum)
    scan_kind<Sum> (source, rest, axis);
  else
    scan_kind<Product> (source, rest, axis);
  return result;
}

} // namespace vast
