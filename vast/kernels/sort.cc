// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/sort.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <hwy/contrib/sort/vqsort.h>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace vast {

namespace {

// Below this the vectorised sort's setup costs more than it gains.
constexpr int64_t few = 64;

constexpr double sort_cost = 40;

template <typename T>
bool
is_nan (T x)
{
  return x != x;
}

template <typename T>
bool
less (T a, T b)
{
  return a < b;
}

template <typename T>
bool
less (std::complex<T> a, std::complex<T> b)
{
  return a.real () < b.real () || (a.real () == b.real () && a.imag () < b.imag ());
}

template <typename T>
void
sort_by_counting (T *line, int64_t count, bool descending)
{
  int64_t counts[256] = {};
  constexpr int lowest = std::numeric_limits<T>::min ();
  for (int64_t i = 0; i < count; i++)
    counts[line[i] - lowest]++;
  for (int k = 0; k < 256; k++)
    {
      const int value = descending ? 255 - k : k;
      line = std::fill_n (line, counts[value], static_cast<T> (value + lowest));
    }
}

template <typename T>
void
sort_by_vectors (T *line, int64_t count, bool descending)
{
  const hwy::Sorter sorter;
  if (descending)
    sorter (line, static_cast<size_t> (count), hwy::SortDescending ());
  else
    sorter (line, static_cast<size_t> (count), hwy::SortAscending ());
}

// The vectorised sort takes the largest finite value for the end of everything, so the infinities are put in their
// places first.
template <typename T>
void
sort_with_infinities (T *line, int64_t count, bool descending)
{
  const T last = descending ? -std::numeric_limits<T>::infinity () : std::numeric_limits<T>::infinity ();
  T *const begin = std::partition (line, line + count, [last] (T x) { return x == -last; });
  T *const end = std::partition (begin, line + count, [last] (T x) { return x != last; });
  sort_by_vectors (begin, end - begin, descending);
}

template <typename T>
void
sort_numbers (T *line, int64_t count, bool descending)
{
  const auto before = [descending] (T a, T b) { return descending ? less (b, a) : less (a, b); };
  constexpr bool has_vectors = sizeof (T) >= 2 && std::is_arithmetic_v<T>;
  if (!has_vectors)
    std::stable_sort (line, line + count, before);
  else if (count < few)
    std::sort (line, line + count, before);
  else if constexpr (has_vectors)
    sort_by_vectors (line, count, descending);
}

// The two zeros are equal and yet not the same: all else that is equal need not keep its order to seem to have kept it.
template <typename T>
class ZerosInOrder {
public:
  ZerosInOrder (const T *line, int64_t count)
  {
    for (int64_t i = 0; i < count; i++)
      if (line[i] == 0)
        signs_.push_back (std::signbit (line[i]));
  }

  void restore (T *line, int64_t count, bool descending) const
  {
    T *const first = std::partition_point (line, line + count, [=] (T x) { return descending ? x > 0 : x < 0; });
    for (size_t i = 0; i < signs_.size (); i++)
      first[i] = signs_[i] ? -T { 0 } : T { 0 };
  }

private:
  std::vector<bool> signs_;
};

// Whether a line has a NaN or an infinity; without a branch, so that vectors can look.
template <typename T>
bool
has_special (const T *line, int64_t count)
{
  std::conditional_t<sizeof (T) == 8, int64_t, int32_t> found = 0;
  for (int64_t i = 0; i < count; i++)
    found |= !(std::fabs (line[i]) <= std::numeric_limits<T>::max ());
  return found != 0;
}

// NaN goes to the end first, in its order; it has no place among numbers.
template <typename T>
void
sort_floating (T *line, int64_t count, bool descending, bool stable)
{
  const bool special = has_special (line, count);
  T *const end = special ? std::stable_partition (line, line + count, [] (T x) { return !is_nan (x); }) : line + count;
  const int64_t n = end - line;
  std::optional<ZerosInOrder<T>> zeros;
  if (stable)
    zeros.emplace (line, n);
  if (special && n >= few)
    sort_with_infinities (line, n, descending);
  else
    sort_numbers (line, n, descending);
  if (stable)
    zeros->restore (line, n, descending);
}

template <typename T>
void
sort_line (T *line, int64_t count, bool descending, bool stable)
{
  if constexpr (sizeof (T) == 1)
    sort_by_counting (line, count, descending);
  else if constexpr (std::is_integral_v<T>)
    sort_numbers (line, count, descending);
  else if constexpr (std::is_floating_point_v<T>)
    sort_floating (line, count, descending, stable);
  else
    sort_numbers (line, std::stable_partition (line, line + count, [] (T x) { return !is_nan (x); }) - line,
                  descending);
}

// Elements of one fixed size that are told apart by their bytes only.
void
sort_strings (std::byte *line, int64_t count, size_t size, bool descending)
{
  std::vector<std::string> strings;
  strings.reserve (static_cast<size_t> (count));
  for (int64_t i = 0; i < count; i++)
    strings.emplace_back (reinterpret_cast<const char *> (line) + static_cast<size_t> (i) * size, size);
  if (descending)
    std::sort (strings.begin (), strings.end (), std::greater<> ());
  else
    std::sort (strings.begin (), strings.end ());
  for (int64_t i = 0; i < count; i++)
    std::memcpy (line + static_cast<size_t> (i) * size, strings[static_cast<size_t> (i)].data (), size);
}

// Calls `f (line)` for each line along the axis of an array in C order, gathered in a buffer if it is not contiguous
// and put back afterwards.
template <typename F>
void
for_each_axis_line (const Array &x, int axis, F &&f)
{
  Dims others = x.shape ();
  others.erase (axis);
  LoopOperand operand = LoopOperand::broadcast (x, x.shape ());
  const size_t size = x.type.size;
  const int64_t stride = operand.strides[axis], length = x.shape ()[axis];
  operand.strides.erase (axis);
  const LoopOperand operands[] = { operand };
  const LoopNest nest (others, operands);
  const int64_t grain = std::max<int64_t> (1, grain_of (sort_cost) / length / nest.rows ());
  parallel_for (nest.n_positions (), grain, [&] (int64_t begin, int64_t end) {
    std::unique_ptr<std::byte[]> buffer;
    if (stride != static_cast<int64_t> (size))
      buffer = std::make_unique_for_overwrite<std::byte[]> (static_cast<size_t> (length) * size);
    nest.for_each_line (begin, end, INT64_MAX, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
      for (int64_t i = 0; i < count; i++)
        {
          std::byte *const line = data[0] + i * strides[0];
          if (!buffer)
            {
              f (line);
              continue;
            }
          for (int64_t k = 0; k < length; k++)
            std::memcpy (buffer.get () + static_cast<size_t> (k) * size, line + k * stride, size);
          f (buffer.get ());
          for (int64_t k = 0; k < length; k++)
            std::memcpy (line + k * stride, buffer.get () + static_cast<size_t> (k) * size, size);
        }
    });
  });
}

void
check (const Array &x, int axis)
{
  if (x.type.kind == ScalarKind::record)
    fail (ErrorCode::type, "elements of type %s have no order", x.type.name ().c_str ());
  if (axis < 0 || axis >= x.rank ())
    fail (ErrorCode::index, "axis %d is out of bounds for an array of rank %d", axis, x.rank ());
}

// An array as seen with the axis last, and what is made in that order as seen in the first.
Array
with_axis_last (const Array &x, int axis)
{
  Dims order = { axis };
  for (int i = x.rank () - 1; i >= 0; i--)
    if (i != axis)
      order.insert (0, i);
  return x.view (x.layout.permute (order.span ()));
}

Array
with_last_axis_at (const Array &x, int axis)
{
  Dims order;
  for (int i = 0; i < x.rank () - 1; i++)
    order.push_back (i);
  order.insert (axis, x.rank () - 1);
  return x.view (x.layout.permute (order.span ()));
}

// An unsigned number in whose order the values are; NaN is the last, and the zeros are equal.
template <typename T>
uint64_t
ordered_key (T x, bool descending)
{
  uint64_t key;
  if constexpr (std::is_integral_v<T>)
    key = static_cast<uint64_t> (x) ^ (std::is_signed_v<T> ? uint64_t { 1 } << 63 : 0);
  else
    {
      if (is_nan (x))
        return UINT64_MAX;
      const double wide = static_cast<double> (x) + 0.0; // -0.0 becomes 0.0
      std::memcpy (&key, &wide, sizeof key);
      key ^= key >> 63 ? UINT64_MAX : uint64_t { 1 } << 63;
    }
  return descending ? ~key : key;
}

// Each key with its index below it, so that equal keys are in the order of their indices.
template <typename T>
void
argsort_numbers (const T *line, int64_t *indices, int64_t count, bool descending)
{
  const auto pairs = std::make_unique_for_overwrite<hwy::uint128_t[]> (static_cast<size_t> (count));
  for (int64_t i = 0; i < count; i++)
    pairs[static_cast<size_t> (i)] = { static_cast<uint64_t> (i), ordered_key (line[i], descending) };
  const auto before = [] (const hwy::uint128_t &a, const hwy::uint128_t &b) {
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
  };
  if (count < few)
    std::sort (pairs.get (), pairs.get () + count, before);
  else
    hwy::Sorter () (pairs.get (), static_cast<size_t> (count), hwy::SortAscending ());
  for (int64_t i = 0; i < count; i++)
    indices[i] = static_cast<int64_t> (pairs[static_cast<size_t> (i)].lo);
}

template <typename T>
void
argsort_line (const std::byte *keys, int64_t *indices, int64_t count, bool descending)
{
  const T *const line = reinterpret_cast<const T *> (keys);
  if constexpr (std::is_arithmetic_v<T>)
    {
      argsort_numbers (line, indices, count, descending);
      return;
    }
  std::iota (indices, indices + count, int64_t { 0 });
  const auto is_number = [line] (int64_t i) { return !is_nan (line[i]); };
  int64_t *const numbers_end = std::stable_partition (indices, indices + count, is_number);
  const auto before = [line, descending] (int64_t i, int64_t k) {
    return descending ? less (line[k], line[i]) : less (line[i], line[k]);
  };
  std::stable_sort (indices, numbers_end, before);
}

void
argsort_strings (const std::byte *keys, int64_t *indices, int64_t count, size_t size, bool descending)
{
  std::iota (indices, indices + count, int64_t { 0 });
  std::stable_sort (indices, indices + count, [=] (int64_t i, int64_t k) {
    const int order = std::memcmp (keys + static_cast<size_t> (i) * size, keys + static_cast<size_t> (k) * size, size);
    return descending ? order > 0 : order < 0;
  });
}

// A boolean is a byte that is 0 or not; two that are not are equal.
Array
with_plain_booleans (const Array &x)
{
  return x.type.is_boolean () ? cast_to (x, ScalarKind::uint8) : x;
}

} // namespace

Array
sort (const Array &x, int axis, bool descending, bool stable)
{
  check (x, axis);
  const Array result = copy (x);
  const int64_t length = x.shape ()[axis];
  if (result.size () == 0)
    return result;
  if (x.type.kind == ScalarKind::string)
    {
      for_each_axis_line (result, axis,
                          [&] (std::byte *line) { sort_strings (line, length, x.type.size, descending); });
      return result;
    }
  visit_kind (x.type.kind, [&] (auto tag) {
    using T = typename decltype (tag)::type;
    using Element = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
    for_each_axis_line (result, axis, [&] (std::byte *line) {
      sort_line (reinterpret_cast<Element *> (line), length, descending, stable);
    });
  });
  return result;
}

Array
argsort (const Array &x, int axis, bool descending)
{
  check (x, axis);
  const Array keys = make_contiguous (with_axis_last (with_plain_booleans (x), axis));
  const int64_t length = x.shape ()[axis];
  const Array indices = Array::empty (ScalarKind::int64, keys.shape ());
  const int64_t n_lines = length == 0 ? 0 : keys.size () / length;
  const int64_t grain = std::max<int64_t> (1, grain_of (sort_cost) / std::max<int64_t> (1, length));
  parallel_for (n_lines, grain, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      {
        const std::byte *const line = keys.data () + static_cast<size_t> (i * length) * keys.type.size;
        int64_t *const to = indices.as<int64_t> () + i * length;
        if (keys.type.kind == ScalarKind::string)
          argsort_strings (line, to, length, keys.type.size, descending);
        else
          visit_kind (keys.type.kind,
                      [&] (auto tag) { argsort_line<typename decltype (tag)::type> (line, to, length, descending); });
      }
  });
  return make_contiguous (with_last_axis_at (indices, axis));
}

} // namespace vast
