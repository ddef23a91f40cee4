// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/array.hh"

#include <cstring>

namespace vast {

Array
Array::empty (ScalarType type, const Dims &shape)
{
  const int64_t count = element_count (shape);
  int64_t bytes;
  if (__builtin_mul_overflow (count, static_cast<int64_t> (type.size), &bytes))
    fail (ErrorCode::shape, "an array of shape %s and type %s has more bytes than can be counted", to_string (shape).c_str (),
          type.name ().c_str ());
  return { type, Layout (shape), Buffer::allocate (static_cast<size_t> (bytes)) };
}

Array
Array::zeros (ScalarType type, const Dims &shape)
{
  Array result = empty (type, shape);
  std::memset (result.buffer->data (), 0, result.buffer->size ());
  return result;
}

Array
Array::checked (ScalarType type, const Layout &layout, BufferRef buffer)
{
  layout.check_bounds (static_cast<int64_t> (buffer->size () / type.size));
  return { type, layout, std::move (buffer) };
}

void
Array::check_writable () const
{
  if (!buffer->writable ())
    fail (ErrorCode::read_only, "the array of shape %s is a read-only view of its memory", to_string (shape ()).c_str ());
}

bool
Array::may_overlap (const Array &other) const
{
  const auto [low, high] = layout.extent ();
  const auto [other_low, other_high] = other.layout.extent ();
  const std::byte *const begin = buffer->data () + low * static_cast<int64_t> (type.size);
  const std::byte *const end = buffer->data () + high * static_cast<int64_t> (type.size);
  const std::byte *const other_begin = other.buffer->data () + other_low * static_cast<int64_t> (other.type.size);
  const std::byte *const other_end = other.buffer->data () + other_high * static_cast<int64_t> (other.type.size);
  return begin < other_end && other_begin < end;
}

} // namespace vast
