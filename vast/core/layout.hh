// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace vast {

inline constexpr int max_rank = 32;

// A short list of integers, one for each dimension, kept inline: an array's shape or strides.
// Only the used part is copied.
class Dims {
public:
  Dims () = default;
  Dims (int rank, int64_t value) : rank_ (checked_rank (rank)) { std::fill_n (values_, rank_, value); }
  Dims (std::initializer_list<int64_t> values) : Dims (std::span (values.begin (), values.size ())) {}
  explicit Dims (std::span<const int64_t> values);
  Dims (const Dims &other) : rank_ (other.rank_) { std::copy_n (other.values_, rank_, values_); }
  Dims &operator= (const Dims &other);

  int rank () const { return rank_; }
  size_t size () const { return static_cast<size_t> (rank_); }
  bool empty () const { return rank_ == 0; }
  int64_t &operator[] (int i) { return values_[i]; }
  int64_t operator[] (int i) const { return values_[i]; }
  int64_t *begin () { return values_; }
  int64_t *end () { return values_ + rank_; }
  const int64_t *begin () const { return values_; }
  const int64_t *end () const { return values_ + rank_; }
  int64_t *data () { return values_; }
  const int64_t *data () const { return values_; }
  std::span<const int64_t> span () const { return { values_, size () }; }

  void push_back (int64_t value);
  void erase (int position);
  void insert (int position, int64_t value);

  friend bool operator== (const Dims &a, const Dims &b) { return std::ranges::equal (a.span (), b.span ()); }

private:
  static int checked_rank (int64_t rank);

  int rank_ = 0;
  int64_t values_[max_rank];
};

// "(2, 3)", as NumPy writes a shape.
std::string to_string (const Dims &dims);

// The number of elements of a shape; throws ErrorCode::shape for a negative length or a product over INT64_MAX.
int64_t element_count (const Dims &shape);

// The axis counted from the front; throws ErrorCode::index unless it is within [-rank, rank).
int normalize_axis (int64_t axis, int rank);

// Sorted axes from the front, without a duplicate (ErrorCode::invalid_argument).
Dims normalize_axes (std::span<const int64_t> axes, int rank);

// The shape that both broadcast to by NumPy's rule; throws ErrorCode::shape naming both.
Dims broadcast_shapes (const Dims &a, const Dims &b);

// Where each element of an array lies in its buffer: element (i, j, …) is at origin + i × strides[0] + j × strides[1] + …,
// counted in elements. Every view is a new Layout on the same buffer.
struct Layout {
  Dims shape;
  Dims strides;
  int64_t origin = 0;

  Layout () = default;
  // C order, from the origin 0.
  explicit Layout (const Dims &shape);

  int rank () const { return shape.rank (); }
  int64_t size () const { return element_count (shape); }
  bool is_contiguous () const;
  // The lowest and one past the highest element position that is touched; both 0 when there is no element.
  // Throws ErrorCode::shape if a position cannot be counted in an int64.
  std::pair<int64_t, int64_t> extent () const;
  // Throws ErrorCode::index unless every element lies within a buffer of `capacity` elements.
  void check_bounds (int64_t capacity) const;
  // Whether two different indices can be the same element (a broadcast or overlapping view).
  bool may_alias_itself () const;

  int64_t position (std::span<const int64_t> index) const; // negative indices count from the end; ErrorCode::index
  Layout index (int axis, int64_t i) const;                // without that axis
  // NumPy's slice along one axis: absent bounds, negative bounds and steps, clamping.
  Layout slice (int axis, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step) const;
  Layout flip (int axis) const;
  Layout permute (std::span<const int64_t> axes) const;
  Layout transpose () const; // all axes reversed
  Layout broadcast_to (const Dims &shape) const;
  Layout diagonal (int64_t offset, int axis1, int axis2) const;
  Layout expand (int axis) const;                  // a new axis of length 1 at that position
  Layout squeeze (int axis) const;                 // ErrorCode::shape unless its length is 1
  Layout with_unit_axes (const Dims &axes) const;  // the reduced axes put back with length 1 and stride 0
  // The same elements in C order under another shape, if strides can say it; -1 stands for one inferred length.
  // Nothing if only a copy can; throws ErrorCode::shape if the sizes differ.
  std::optional<Layout> reshape (const Dims &shape) const;
};

// The shape with one -1 replaced by what `size` elements leave; throws ErrorCode::shape naming both.
Dims resolve_shape (const Dims &wanted, int64_t size, const Dims &actual);

} // namespace vast
