// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/buffer.hh"
#include "core/layout.hh"
#include "core/scalar-type.hh"

namespace vast {

// An n-dimensional array: an element type and a layout on a shared buffer. A value; copying one copies no element.
struct Array {
  ScalarType type;
  Layout layout;
  BufferRef buffer;

  Array () = default;
  Array (ScalarType type_, Layout layout_, BufferRef buffer_)
    : type (type_), layout (std::move (layout_)), buffer (std::move (buffer_))
  {
  }

  // Fresh, in C order, contents undefined. Throws ErrorCode::shape or ErrorCode::memory.
  static Array empty (ScalarType type, const Dims &shape);
  static Array zeros (ScalarType type, const Dims &shape);
  // Checks once that every element lies inside the buffer.
  static Array checked (ScalarType type, const Layout &layout, BufferRef buffer);
  // Rank 0, holding one value.
  template <typename T> static Array scalar (T value);

  bool defined () const { return buffer != nullptr; }
  const Dims &shape () const { return layout.shape; }
  int rank () const { return layout.rank (); }
  int64_t size () const { return layout.size (); }
  size_t n_bytes () const { return static_cast<size_t> (size ()) * type.size; }
  std::byte *data () const { return buffer->data () + layout.origin * static_cast<int64_t> (type.size); }
  template <typename T> T *as () const { return reinterpret_cast<T *> (data ()); }
  bool is_contiguous () const { return layout.is_contiguous (); }
  // Throws ErrorCode::read_only.
  void check_writable () const;

  // The same buffer under another layout.
  Array view (Layout other) const { return { type, std::move (other), buffer }; }
  // Whether any byte could belong to both.
  bool may_overlap (const Array &other) const;
};

template <typename T>
Array
Array::scalar (T value)
{
  Array result = empty (kind_of<T>, Dims {});
  *result.as<T> () = value;
  return result;
}

} // namespace vast
