// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/layout.hh"

#include "core/error.hh"

namespace vast {

int
Dims::checked_rank (int64_t rank)
{
  if (rank < 0 || rank > max_rank)
    fail (ErrorCode::shape, "a rank of %lld is not within 0 and %d", static_cast<long long> (rank), max_rank);
  return static_cast<int> (rank);
}

Dims::Dims (std::span<const int64_t> values) : rank_ (checked_rank (static_cast<int64_t> (values.size ())))
{
  std::copy_n (values.begin (), rank_, values_);
}

Dims &
Dims::operator= (const Dims &other)
{
  rank_ = other.rank_;
  std::copy_n (other.values_, rank_, values_);
  return *this;
}

void
Dims::push_back (int64_t value)
{
  insert (rank_, value);
}

void
Dims::erase (int position)
{
  std::copy (values_ + position + 1, values_ + rank_, values_ + position);
  rank_--;
}

void
Dims::insert (int position, int64_t value)
{
  checked_rank (rank_ + 1);
  std::copy_backward (values_ + position, values_ + rank_, values_ + rank_ + 1);
  values_[position] = value;
  rank_++;
}

std::string
to_string (const Dims &dims)
{
  std::string text = "(";
  for (int i = 0; i < dims.rank (); i++)
    text += (i > 0 ? ", " : "") + std::to_string (dims[i]);
  return text + (dims.rank () == 1 ? ",)" : ")");
}

int64_t
element_count (const Dims &shape)
{
  // A zero length makes the count zero whatever the others are, but only if the others make sense by themselves.
  int64_t count = 1;
  bool zero = false;
  for (int64_t length : shape)
    {
      if (length < 0)
        fail (ErrorCode::shape, "shape %s has a negative length", to_string (shape).c_str ());
      if (length == 0)
        zero = true;
      else if (__builtin_mul_overflow (count, length, &count))
        fail (ErrorCode::shape, "shape %s has more elements than can be counted", to_string (shape).c_str ());
    }
  return zero ? 0 : count;
}

int
normalize_axis (int64_t axis, int rank)
{
  const int64_t from_front = axis < 0 ? axis + rank : axis;
  if (from_front < 0 || from_front >= rank)
    fail (ErrorCode::index, "axis %lld is out of bounds for an array of rank %d", static_cast<long long> (axis), rank);
  return static_cast<int> (from_front);
}

Dims
normalize_axes (std::span<const int64_t> axes, int rank)
{
  Dims result;
  for (int64_t axis : axes)
    {
      const int64_t a = normalize_axis (axis, rank);
      if (std::ranges::find (result.span (), a) != result.span ().end ())
        fail (ErrorCode::invalid_argument, "axis %lld is named twice", static_cast<long long> (axis));
      result.push_back (a);
    }
  std::ranges::sort (result);
  return result;
}

Dims
broadcast_shapes (const Dims &a, const Dims &b)
{
  Dims result (std::max (a.rank (), b.rank ()), 1);
  for (int i = 1; i <= result.rank (); i++)
    {
      const int64_t la = i <= a.rank () ? a[a.rank () - i] : 1;
      const int64_t lb = i <= b.rank () ? b[b.rank () - i] : 1;
      if (la != lb && la != 1 && lb != 1)
        fail (ErrorCode::shape, "shapes %s and %s do not broadcast", to_string (a).c_str (), to_string (b).c_str ());
      result[result.rank () - i] = la == 1 ? lb : la;
    }
  return result;
}

Dims
resolve_shape (const Dims &wanted, int64_t size, const Dims &actual)
{
  Dims result = wanted;
  int unknown = -1;
  for (int i = 0; i < wanted.rank (); i++)
    if (wanted[i] == -1)
      {
        if (unknown >= 0)
          fail (ErrorCode::shape, "shape %s leaves more than one length to infer", to_string (wanted).c_str ());
        unknown = i;
        result[i] = 1;
      }
  const int64_t known = element_count (result);
  if (unknown >= 0 && known > 0 && size % known == 0)
    result[unknown] = size / known;
  if (element_count (result) != size)
    fail (ErrorCode::shape, "an array of shape %s cannot be reshaped to %s", to_string (actual).c_str (),
          to_string (wanted).c_str ());
  return result;
}

Layout::Layout (const Dims &shape_) : shape (shape_), strides (shape_.rank (), 1)
{
  element_count (shape);
  int64_t stride = 1;
  for (int i = rank () - 1; i >= 0; i--)
    {
      strides[i] = stride;
      stride *= std::max<int64_t> (shape[i], 1);
    }
}

bool
Layout::is_contiguous () const
{
  int64_t expected = 1;
  for (int i = rank () - 1; i >= 0; i--)
    {
      if (shape[i] == 0)
        return true;
      if (shape[i] != 1)
        {
          if (strides[i] != expected)
            return false;
          expected *= shape[i];
        }
    }
  return true;
}

std::pair<int64_t, int64_t>
Layout::extent () const
{
  if (size () == 0)
    return { 0, 0 };
  int64_t low = origin, high = origin;
  for (int i = 0; i < rank (); i++)
    {
      int64_t reach;
      int64_t &end = strides[i] < 0 ? low : high;
      if (__builtin_mul_overflow (strides[i], shape[i] - 1, &reach) || __builtin_add_overflow (end, reach, &end))
        fail (ErrorCode::shape, "strides %s reach further than can be counted", to_string (strides).c_str ());
    }
  if (__builtin_add_overflow (high, 1, &high))
    fail (ErrorCode::shape, "origin %lld reaches further than can be counted", static_cast<long long> (origin));
  return { low, high };
}

void
Layout::check_bounds (int64_t capacity) const
{
  if (strides.rank () != shape.rank ())
    fail (ErrorCode::shape, "%d strides do not fit the %d lengths of shape %s", strides.rank (), rank (),
          to_string (shape).c_str ());
  const auto [low, high] = extent ();
  if (low < 0 || high > capacity)
    fail (ErrorCode::index, "shape %s with strides %s from origin %lld reaches elements %lld to %lld of a buffer of %lld",
          to_string (shape).c_str (), to_string (strides).c_str (), static_cast<long long> (origin),
          static_cast<long long> (low), static_cast<long long> (high - 1), static_cast<long long> (capacity));
}

bool
Layout::may_alias_itself () const
{
  // Sorted by stride, each dimension must step over the whole reach of the smaller ones.
  Dims order;
  for (int i = 0; i < rank (); i++)
    if (shape[i] > 1)
      order.push_back (i);
  const auto magnitude = [this] (int64_t i) { return std::abs (strides[static_cast<int> (i)]); };
  std::ranges::sort (order, {}, magnitude);
  int64_t reach = 0;
  for (int64_t i : order)
    {
      if (magnitude (i) <= reach)
        return true;
      reach += magnitude (i) * (shape[static_cast<int> (i)] - 1);
    }
  return false;
}

int64_t
Layout::position (std::span<const int64_t> index) const
{
  if (index.size () != shape.size ())
    fail (ErrorCode::index, "%zu indices do not address an element of shape %s", index.size (), to_string (shape).c_str ());
  int64_t result = origin;
  for (int i = 0; i < rank (); i++)
    {
      const int64_t at = index[static_cast<size_t> (i)];
      const int64_t from_front = at < 0 ? at + shape[i] : at;
      if (from_front < 0 || from_front >= shape[i])
        fail (ErrorCode::index, "index %lld is out of bounds for axis %d of shape %s", static_cast<long long> (at), i,
              to_string (shape).c_str ());
      result += from_front * strides[i];
    }
  return result;
}

Layout
Layout::index (int axis, int64_t i) const
{
  const int64_t from_front = i < 0 ? i + shape[axis] : i;
  if (from_front < 0 || from_front >= shape[axis])
    fail (ErrorCode::index, "index %lld is out of bounds for axis %d of shape %s", static_cast<long long> (i), axis,
          to_string (shape).c_str ());
  Layout result = *this;
  result.origin += from_front * strides[axis];
  result.shape.erase (axis);
  result.strides.erase (axis);
  return result;
}

Layout
Layout::slice (int axis, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step) const
{
  if (step == 0)
    fail (ErrorCode::invalid_argument, "a slice's step must not be 0");
  const int64_t length = shape[axis];
  const int64_t lowest = step > 0 ? 0 : -1;
  const int64_t highest = step > 0 ? length : length - 1;
  const auto clamp = [=] (std::optional<int64_t> bound, int64_t absent) {
    if (!bound)
      return absent;
    return std::clamp (*bound < 0 ? *bound + length : *bound, lowest, highest);
  };
  const int64_t from = clamp (start, step > 0 ? lowest : highest);
  const int64_t to = clamp (stop, step > 0 ? highest : lowest);

  // Unsigned arithmetic, because the step may be INT64_MIN.
  const uint64_t distance = step > 0 ? (to > from ? to - from : 0) : (from > to ? from - to : 0);
  const uint64_t magnitude = step > 0 ? static_cast<uint64_t> (step) : uint64_t { 0 } - static_cast<uint64_t> (step);
  const int64_t count = distance == 0 ? 0 : static_cast<int64_t> ((distance - 1) / magnitude + 1);

  Layout result = *this;
  result.shape[axis] = count;
  if (count > 0)
    result.origin += from * strides[axis];
  // With at most one element the step says nothing, and its product with the stride might overflow.
  if (count > 1)
    result.strides[axis] *= step;
  return result;
}

Layout
Layout::flip (int axis) const
{
  return slice (axis, {}, {}, -1);
}

Layout
Layout::permute (std::span<const int64_t> axes) const
{
  if (static_cast<int> (axes.size ()) != rank ())
    fail (ErrorCode::invalid_argument, "%zu axes do not permute an array of rank %d", axes.size (), rank ());
  normalize_axes (axes, rank ());
  Layout result = *this;
  for (int i = 0; i < rank (); i++)
    {
      const int from = normalize_axis (axes[static_cast<size_t> (i)], rank ());
      result.shape[i] = shape[from];
      result.strides[i] = strides[from];
    }
  return result;
}

Layout
Layout::transpose () const
{
  Layout result = *this;
  std::ranges::reverse (result.shape);
  std::ranges::reverse (result.strides);
  return result;
}

Layout
Layout::broadcast_to (const Dims &wanted) const
{
  const int added = wanted.rank () - rank ();
  if (added < 0)
    fail (ErrorCode::shape, "shape %s does not broadcast to %s", to_string (shape).c_str (), to_string (wanted).c_str ());
  element_count (wanted);
  Layout result;
  result.shape = wanted;
  result.strides = Dims (wanted.rank (), 0);
  result.origin = origin;
  for (int i = 0; i < rank (); i++)
    {
      if (shape[i] == wanted[i + added])
        result.strides[i + added] = strides[i];
      else if (shape[i] != 1)
        fail (ErrorCode::shape, "shape %s does not broadcast to %s", to_string (shape).c_str (), to_string (wanted).c_str ());
    }
  return result;
}

Layout
Layout::diagonal (int64_t offset, int axis1, int axis2) const
{
  if (axis1 == axis2)
    fail (ErrorCode::invalid_argument, "a diagonal needs two different axes, not %d twice", axis1);
  const int64_t down = offset < 0 ? -std::max (offset, -shape[axis1]) : 0;
  const int64_t right = offset > 0 ? std::min (offset, shape[axis2]) : 0;
  const int64_t length = std::max<int64_t> (0, std::min (shape[axis1] - down, shape[axis2] - right));

  Layout result = *this;
  if (length > 0)
    result.origin += down * strides[axis1] + right * strides[axis2];
  result.shape.erase (std::max (axis1, axis2));
  result.shape.erase (std::min (axis1, axis2));
  result.strides.erase (std::max (axis1, axis2));
  result.strides.erase (std::min (axis1, axis2));
  result.shape.push_back (length);
  result.strides.push_back (strides[axis1] + strides[axis2]);
  return result;
}

Layout
Layout::expand (int axis) const
{
  Layout result = *this;
  result.shape.insert (axis, 1);
  result.strides.insert (axis, 0);
  return result;
}

Layout
Layout::squeeze (int axis) const
{
  if (shape[axis] != 1)
    fail (ErrorCode::shape, "axis %d of shape %s is not of length 1", axis, to_string (shape).c_str ());
  Layout result = *this;
  result.shape.erase (axis);
  result.strides.erase (axis);
  return result;
}

Layout
Layout::with_unit_axes (const Dims &axes) const
{
  Layout result = *this;
  for (int64_t axis : axes)
    {
      result.shape.insert (static_cast<int> (axis), 1);
      result.strides.insert (static_cast<int> (axis), 0);
    }
  return result;
}

std::optional<Layout>
Layout::reshape (const Dims &wanted) const
{
  Layout result (resolve_shape (wanted, size (), shape));
  result.origin = origin;
  if (size () == 0 || is_contiguous ())
    return result;

  // Dimensions that are longer than 1, in groups of old and new ones of equal size: a group keeps its elements in
  // order only if the old strides inside it are those of one run.
  int i = 0, j = 0;
  while (j < result.rank ())
    {
      while (i < rank () && shape[i] == 1)
        i++;
      if (result.shape[j] == 1)
        {
          result.strides[j++] = 0;
          continue;
        }
      int i_end = i + 1, j_end = j + 1;
      int64_t old_size = shape[i], new_size = result.shape[j];
      while (old_size != new_size)
        if (old_size < new_size)
          old_size *= shape[i_end++];
        else
          new_size *= result.shape[j_end++];

      int64_t stride = 0, length = 0;
      for (int k = i_end - 1; k >= i; k--)
        {
          if (shape[k] == 1)
            continue;
          if (length != 0 && strides[k] != stride * length)
            return std::nullopt;
          if (length == 0)
            result.strides[j_end - 1] = strides[k];
          stride = strides[k];
          length = shape[k];
        }
      for (int k = j_end - 2; k >= j; k--)
        result.strides[k] = result.strides[k + 1] * result.shape[k + 1];
      i = i_end;
      j = j_end;
    }
  return result;
}

} // namespace vast
