// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/cast.hh"

#include "core/loops.hh"
#include "kernels/stream-inl.hh"
#include "kernels/tiles.hh"

#include <cstdlib>
#include <cstring>

namespace vast {

namespace {

// A copy moves bytes; this is what it costs beside a floating-point operation.
constexpr double copy_cost = 1;

struct Bytes16 {
  uint64_t halves[2];
};

// Calls `f` with a type of that size, or with void for sizes that no register has.
template <typename F>
decltype (auto)
visit_size (size_t size, F &&f)
{
  switch (size)
    {
    case 1: return f (TypeTag<uint8_t> {});
    case 2: return f (TypeTag<uint16_t> {});
    case 4: return f (TypeTag<uint32_t> {});
    case 8: return f (TypeTag<uint64_t> {});
    case 16: return f (TypeTag<Bytes16> {});
    default: return f (TypeTag<void> {});
    }
}

void
copy_run (std::byte *to, const std::byte *from, size_t bytes)
{
  constexpr size_t line = 64;
  const size_t head = (line - reinterpret_cast<uintptr_t> (to) % line) % line;
  if (bytes < static_cast<size_t> (streaming_bytes))
    {
      std::memcpy (to, from, bytes);
      return;
    }
  const size_t whole = (bytes - head) / line * line;
  std::memcpy (to, from, head);
  HWY_NAMESPACE::stream_lines (to + head, from + head, whole);
  std::memcpy (to + head + whole, from + head + whole, bytes - head - whole);
  HWY_NAMESPACE::stream_fence ();
}

void
copy_line (std::byte *const *data, const int64_t *strides, int64_t count, size_t size)
{
  const std::byte *const from = data[0];
  std::byte *const to = data[1];
  const int64_t from_stride = strides[0], to_stride = strides[1];
  const int64_t contiguous = static_cast<int64_t> (size);
  if (from_stride == contiguous && to_stride == contiguous)
    {
      copy_run (to, from, static_cast<size_t> (count) * size);
      return;
    }
  visit_size (size, [=] (auto tag) {
    using T = typename decltype (tag)::type;
    for (int64_t i = 0; i < count; i++)
      if constexpr (std::is_void_v<T>)
        std::memcpy (to + i * to_stride, from + i * from_stride, size);
      else
        std::memcpy (to + i * to_stride, from + i * from_stride, sizeof (T));
  });
}

template <typename V>
V
load_as (const std::byte *from)
{
  V v;
  std::memcpy (&v, from, sizeof v);
  return v;
}

// Turns `n_rows` contiguous lines of `length` elements into columns of a tile, several rows at a time, in the
// processor's registers; tells how many rows are done.
template <typename T>
int64_t
transpose_blocks (T *tile, int64_t pitch, const std::byte *from, int64_t row_stride, int64_t n_rows, int64_t length)
{
  if constexpr (sizeof (T) == 8)
    {
      using V [[gnu::vector_size (16)]] = uint64_t;
      for (int64_t i = 0; length % 2 == 0 && i + 2 <= n_rows; i += 2)
        for (int64_t k = 0; k < length; k += 2)
          {
            const std::byte *const at = from + i * row_stride + k * 8;
            const V a = load_as<V> (at), b = load_as<V> (at + row_stride);
            const V first = __builtin_shufflevector (a, b, 0, 2), second = __builtin_shufflevector (a, b, 1, 3);
            std::memcpy (tile + k * pitch + i, &first, 16);
            std::memcpy (tile + (k + 1) * pitch + i, &second, 16);
          }
      return length % 2 == 0 ? n_rows / 2 * 2 : 0;
    }
  if constexpr (sizeof (T) == 4)
    {
      using V [[gnu::vector_size (16)]] = uint32_t;
      for (int64_t i = 0; length % 4 == 0 && i + 4 <= n_rows; i += 4)
        for (int64_t k = 0; k < length; k += 4)
          {
            const std::byte *const at = from + i * row_stride + k * 4;
            const V a = load_as<V> (at), b = load_as<V> (at + row_stride);
            const V c = load_as<V> (at + 2 * row_stride), d = load_as<V> (at + 3 * row_stride);
            const V ab = __builtin_shufflevector (a, b, 0, 4, 1, 5), ab2 = __builtin_shufflevector (a, b, 2, 6, 3, 7);
            const V cd = __builtin_shufflevector (c, d, 0, 4, 1, 5), cd2 = __builtin_shufflevector (c, d, 2, 6, 3, 7);
            const V columns[4] = { __builtin_shufflevector (ab, cd, 0, 1, 4, 5),
                                   __builtin_shufflevector (ab, cd, 2, 3, 6, 7),
                                   __builtin_shufflevector (ab2, cd2, 0, 1, 4, 5),
                                   __builtin_shufflevector (ab2, cd2, 2, 3, 6, 7) };
            for (int64_t l = 0; l < 4; l++)
              std::memcpy (tile + (k + l) * pitch + i, &columns[l], 16);
          }
      return length % 4 == 0 ? n_rows / 4 * 4 : 0;
    }
  return 0;
}

int
smallest_stride (const Dims &shape, const Dims &strides)
{
  int result = -1;
  for (int i = 0; i < shape.rank (); i++)
    if (shape[i] > 1 && (result < 0 || std::abs (strides[i]) < std::abs (strides[result])))
      result = i;
  return result;
}

// A transposed copy: along `across` the source is contiguous, along `along` the target is. Done in square tiles through
// a buffer, because a walk along either order touches a cache line for each element of the other.
class TiledCopy {
public:
  static constexpr int64_t tile = 64;

  TiledCopy (const Dims &shape, const LoopOperand &from, const LoopOperand &to, size_t size) : size_ (size)
  {
    const int along = smallest_stride (shape, to.strides), across = smallest_stride (shape, from.strides);
    along_ = { shape[along], from.strides[along], to.strides[along] };
    across_ = { shape[across], from.strides[across], to.strides[across] };
    outer_shape_ = shape;
    outer_[0] = from;
    outer_[1] = to;
    outer_shape_[along] = 1;
    outer_shape_[across] = 1;
    streams_ = element_count (shape) * static_cast<int64_t> (size) > 32 * streaming_bytes;
  }

  void run () const
  {
    const LoopNest nest (outer_shape_, outer_);
    const int64_t strips = (across_.length - 1) / tile + 1;
    const int64_t grain = std::max<int64_t> (1, grain_of (copy_cost) / (tile * along_.length));
    const int64_t planes = nest.n_positions () * nest.rows ();
    parallel_for (planes * strips, grain, [&] (int64_t begin, int64_t end) {
      for (int64_t plane = begin / strips; plane * strips < end; plane++)
        {
          const int64_t first = std::max (begin - plane * strips, int64_t { 0 });
          const int64_t last = std::min (end - plane * strips, strips);
          // One position of the outer walk, with its rows taken one by one.
          int64_t row = plane % nest.rows ();
          const int64_t position = plane / nest.rows ();
          nest.for_each_line (position, position + 1, 1, [&] (std::byte *const *data, const int64_t *, int64_t) {
            if (row-- == 0)
              for (int64_t strip = first; strip < last; strip++)
                copy_strip (data[0], data[1], strip * tile);
          });
        }
      HWY_NAMESPACE::stream_fence ();
    });
  }

private:
  struct Axis {
    int64_t length, from_stride, to_stride;
  };

  void copy_strip (const std::byte *from, std::byte *to, int64_t first) const
  {
    const int64_t height = std::min (tile, across_.length - first);
    from += first * across_.from_stride;
    to += first * across_.to_stride;
    visit_size (size_, [&] (auto tag) {
      using T = typename decltype (tag)::type;
      if constexpr (!std::is_void_v<T>)
        for (int64_t at = 0; at < along_.length; at += width<T>)
          copy_tile<T> (from + at * along_.from_stride, to + at * along_.to_stride, height,
                        std::min (width<T>, along_.length - at));
    });
  }

  // Rows of at least a whole cache line, but a buffer well within the first-level cache.
  template <typename T>
  static constexpr int64_t width = sizeof (T) <= 4 ? 64 : 256 / static_cast<int64_t> (sizeof (T));

  template <typename T>
  void copy_tile (const std::byte *from, std::byte *to, int64_t height, int64_t wide) const
  {
    alignas (64) T buffer[tile][width<T>];
    int64_t i = 0;
    if (across_.from_stride == static_cast<int64_t> (sizeof (T)))
      i = transpose_blocks (&buffer[0][0], width<T>, from, along_.from_stride, wide, height);
    for (; i < wide; i++)
      for (int64_t k = 0; k < height; k++)
        std::memcpy (&buffer[k][i], from + i * along_.from_stride + k * across_.from_stride, sizeof (T));

    const size_t bytes = static_cast<size_t> (wide) * sizeof (T);
    const bool in_runs = along_.to_stride == static_cast<int64_t> (sizeof (T));
    for (int64_t k = 0; k < height; k++)
      {
        std::byte *const row = to + k * across_.to_stride;
        if (in_runs && streams_ && (reinterpret_cast<uintptr_t> (row) | bytes) % 64 == 0)
          HWY_NAMESPACE::stream_lines (row, reinterpret_cast<const std::byte *> (buffer[k]), bytes);
        else if (in_runs)
          std::memcpy (row, buffer[k], bytes);
        else
          for (int64_t i = 0; i < wide; i++)
            std::memcpy (row + i * along_.to_stride, &buffer[k][i], sizeof (T));
      }
  }

  size_t size_;
  Axis along_, across_;
  Dims outer_shape_;
  LoopOperand outer_[2];
  bool streams_;
};

void
copy_same_type (const Dims &shape, const LoopOperand (&operands)[2], size_t size)
{
  if (lies_across (shape, operands[0], operands[1], size))
    TiledCopy (shape, operands[0], operands[1], size).run ();
  else
    run_lines (LoopNest (shape, operands), copy_cost, static_cast<int64_t> (size),
               [size] (std::byte *const *data, const int64_t *strides, int64_t count) {
                 copy_line (data, strides, count, size);
               });
}

void
copy_strings (const Dims &shape, const LoopOperand (&operands)[2], size_t from_size, size_t to_size)
{
  const size_t common = std::min (from_size, to_size);
  run_lines (LoopNest (shape, operands), copy_cost, static_cast<int64_t> (to_size),
             [=] (std::byte *const *data, const int64_t *strides, int64_t count) {
               for (int64_t i = 0; i < count; i++)
                 {
                   std::byte *const to = data[1] + i * strides[1];
                   std::memcpy (to, data[0] + i * strides[0], common);
                   std::memset (to + common, 0, to_size - common);
                 }
             });
}

bool
is_same_view (const Array &a, const Array &b)
{
  return a.type == b.type && a.data () == b.data () && a.shape () == b.shape () && a.layout.strides == b.layout.strides;
}

} // namespace

bool
lies_across (const Dims &shape, const LoopOperand &from, const LoopOperand &to, size_t size)
{
  constexpr int64_t thinnest = 8, cache_line = 64;
  const int along = smallest_stride (shape, to.strides), across = smallest_stride (shape, from.strides);
  const bool has_register = size <= sizeof (Bytes16) && (size & (size - 1)) == 0;
  return has_register && along != across && along >= 0 && across >= 0 && shape[along] >= thinnest
         && shape[across] >= thinnest && from.strides[across] != 0
         && std::abs (from.strides[across]) < std::abs (from.strides[along])
         && std::abs (from.strides[along]) >= cache_line;
}

void
copy_into (const Array &source, const Array &target)
{
  target.check_writable ();
  if (!can_cast (source.type, target.type))
    fail (ErrorCode::type, "elements of type %s cannot become %s", source.type.name ().c_str (),
          target.type.name ().c_str ());
  const LoopOperand operands[2] = { LoopOperand::broadcast (source, target.shape ()),
                                    LoopOperand::broadcast (target, target.shape ()) };
  if (target.size () == 0 || is_same_view (source, target))
    return;
  if (target.layout.may_alias_itself ())
    fail (ErrorCode::invalid_argument, "the target of shape %s and strides %s holds several elements in one place",
          to_string (target.shape ()).c_str (), to_string (target.layout.strides).c_str ());
  if (source.may_overlap (target))
    {
      copy_into (copy (source), target);
      return;
    }

  if (source.type == target.type)
    copy_same_type (target.shape (), operands, target.type.size);
  else if (source.type.kind == ScalarKind::string)
    copy_strings (target.shape (), operands, source.type.size, target.type.size);
  else
    run_lines (LoopNest (target.shape (), operands), copy_cost, target.type.size,
               cast_loop (source.type.kind, target.type.kind));
}

Array
copy (const Array &array)
{
  Array result = Array::empty (array.type, array.shape ());
  copy_into (array, result);
  return result;
}

Array
make_contiguous (const Array &array)
{
  return array.is_contiguous () && is_aligned (array) ? array : copy (array);
}

Array
cast_to (const Array &array, ScalarType type)
{
  if (array.type == type)
    return array;
  Array result = Array::empty (type, array.shape ());
  copy_into (array, result);
  return result;
}

} // namespace vast
