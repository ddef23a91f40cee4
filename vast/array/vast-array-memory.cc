// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Arrays on memory that others own.

#include "array/vast-array-private.hh"

using vast::Array;
using vast::BufferRef;
using vast::Dims;
using vast::guard;
using vast::ScalarType;

namespace vast {

namespace {

// Complex numbers need the alignment of their parts only.
size_t
alignment_of (ScalarType type)
{
  return type.is_computable () ? type.real ().size : 1;
}

void
check_alignment (const void *data, ScalarType type)
{
  if (reinterpret_cast<uintptr_t> (data) % alignment_of (type) != 0)
    fail (ErrorCode::invalid_argument, "address %p is not aligned for elements of type %s", data,
          type.name ().c_str ());
}

// A layout on foreign memory that starts at its lowest element, and how far below `address` that is.
std::pair<Layout, int64_t>
foreign_layout (ScalarType type, const Dims &shape, std::span<const gint64> byte_strides)
{
  Layout layout (shape);
  for (int i = 0; i < static_cast<int> (byte_strides.size ()); i++)
    {
      const gint64 stride = byte_strides[static_cast<size_t> (i)];
      if (shape[i] > 1 && stride % static_cast<int64_t> (type.size) != 0)
        fail (ErrorCode::invalid_argument, "a stride of %" G_GINT64_FORMAT " bytes is no multiple of the %u of type %s",
              stride, type.size, type.name ().c_str ());
      layout.strides[i] = stride / static_cast<int64_t> (type.size);
    }
  const int64_t low = layout.extent ().first;
  layout.origin = -low;
  return { layout, low };
}

// An array on memory whose first element is at `address`; `release` is called when it is not used any more.
Array
array_on_memory (ScalarType type, const Dims &shape, std::span<const gint64> byte_strides, gsize address, bool writable,
                 Buffer::Release release)
{
  const size_t n_strides = byte_strides.size ();
  if (n_strides != 0 && n_strides != shape.size ())
    fail (ErrorCode::invalid_argument, "%zu strides do not fit a rank of %zu", n_strides, shape.size ());
  const auto [layout, low] = foreign_layout (type, shape, byte_strides);
  if (address == 0 && layout.size () > 0)
    fail (ErrorCode::invalid_argument, "an array of shape %s cannot be at address 0", to_string (shape).c_str ());
  std::byte *data = reinterpret_cast<std::byte *> (address) + low * static_cast<int64_t> (type.size);
  if (layout.size () > 0)
    check_alignment (data, type);
  const auto [begin, end] = layout.extent ();
  const size_t size = static_cast<size_t> (end - begin) * type.size;
  return { type, layout, Buffer::wrap (data, size, writable, std::move (release)) };
}

// A copy of a value, which lives as long as the last copy of this.
std::shared_ptr<GValue>
kept (const GValue *value)
{
  if (!value || !G_IS_VALUE (value))
    return nullptr;
  std::shared_ptr<GValue> copy (new GValue G_VALUE_INIT, [] (GValue *v) {
    g_value_unset (v);
    delete v;
  });
  g_value_init (copy.get (), G_VALUE_TYPE (value));
  g_value_copy (value, copy.get ());
  return copy;
}

} // namespace

Array
array_on_bytes (ScalarType type, const Dims &shape, GBytes *bytes, size_t offset)
{
  size_t size;
  void *data = const_cast<void *> (g_bytes_get_data (bytes, &size));
  const Layout layout (shape);
  int64_t needed;
  if (__builtin_mul_overflow (layout.size (), static_cast<int64_t> (type.size), &needed)
      || static_cast<uint64_t> (needed) != size - offset)
    fail (ErrorCode::shape, "%zu bytes are not an array of shape %s and type %s", size - offset,
          to_string (shape).c_str (), type.name ().c_str ());
  if (needed == 0)
    return Array::empty (type, shape);
  std::byte *begin = static_cast<std::byte *> (data) + offset;
  check_alignment (begin, type);
  g_bytes_ref (bytes);
  return { type, layout, Buffer::wrap (begin, size - offset, false, [bytes] { g_bytes_unref (bytes); }) };
}

} // namespace vast

/**
 * vast_array_new_from_bytes:
 * @scalar_name: NumPy's name of the element type
 * @shape: (array length=rank) (nullable): the length of each dimension
 * @rank: the number of dimensions
 * @bytes: the elements in C order and the byte order of this machine
 * @error: return location for a #GError
 *
 * Makes a read-only array on bytes, without a copy. The bytes are kept alive by the array.
 *
 * Errors: %VAST_ERROR_SHAPE if the number of bytes is not that of the elements; %VAST_ERROR_INVALID_ARGUMENT if they
 * do not start on a multiple of the element's alignment.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_bytes (const char *scalar_name, const gint64 *shape, gsize rank, GBytes *bytes, GError **error)
{
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  g_return_val_if_fail (bytes != nullptr, nullptr);
  return guard (error, [&] {
    const ScalarType type = ScalarType::from_name (scalar_name);
    return vast::array_to_gobject (vast::array_on_bytes (type, Dims (std::span (shape, rank)), bytes, 0));
  });
}

/**
 * vast_array_new_from_address:
 * @scalar_name: NumPy's name of the element type
 * @shape: (array length=rank) (nullable): the length of each dimension
 * @rank: the number of dimensions
 * @byte_strides: (array length=n_strides) (nullable): the distance in bytes between neighbours along each dimension;
 *   %NULL for C order
 * @n_strides: the number of strides: @rank, or 0 for C order
 * @address: where the first element is
 * @writable: whether the memory may be written
 * @notify: (scope async) (closure user_data) (nullable): called once when the last array lets go of the memory
 * @user_data: passed to @notify
 * @error: return location for a #GError
 *
 * Makes an array on memory that somebody else owns, without a copy. @notify is not called if this fails.
 *
 * The caller answers for the address, as no library could check it.
 *
 * Errors: %VAST_ERROR_INVALID_ARGUMENT if the address or a stride does not fit the element's size and alignment.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_address (const char    *scalar_name,
                             const gint64  *shape,
                             gsize          rank,
                             const gint64  *byte_strides,
                             gsize          n_strides,
                             gsize          address,
                             gboolean       writable,
                             GDestroyNotify notify,
                             gpointer       user_data,
                             GError       **error)
{
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  return guard (error, [&] {
    return vast::array_to_gobject (vast::array_on_memory (
      ScalarType::from_name (scalar_name), Dims (std::span (shape, rank)), std::span (byte_strides, n_strides), address,
      writable,
      [notify, user_data] {
        if (notify)
          notify (user_data);
      }));
  });
}

/**
 * vast_array_new_from_owner:
 * @scalar_name: NumPy's name of the element type
 * @shape: (array length=rank) (nullable): the length of each dimension
 * @rank: the number of dimensions
 * @byte_strides: (array length=n_strides) (nullable): the distance in bytes between neighbours along each dimension;
 *   %NULL for C order
 * @n_strides: the number of strides: @rank, or 0 for C order
 * @address: where the first element is
 * @writable: whether the memory may be written
 * @owner: (nullable): a value that keeps the memory valid: an object, or a boxed value that holds a reference
 * @error: return location for a #GError
 *
 * Makes an array on memory that somebody else owns, without a copy. The array keeps a copy of @owner until it is used
 * no more, as [ctor@Vast.Array.new_from_address] calls a function then. Where the owner is an object of another
 * language this is the safer of both, as none of that language's code runs when the array ends, whichever thread that
 * is in.
 *
 * The caller answers for the address, as no library could check it.
 *
 * Errors: %VAST_ERROR_INVALID_ARGUMENT if the address or a stride does not fit the element's size and alignment.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_owner (const char   *scalar_name,
                           const gint64 *shape,
                           gsize         rank,
                           const gint64 *byte_strides,
                           gsize         n_strides,
                           gsize         address,
                           gboolean      writable,
                           const GValue *owner,
                           GError      **error)
{
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  return guard (error, [&] {
    return vast::array_to_gobject (vast::array_on_memory (
      ScalarType::from_name (scalar_name), Dims (std::span (shape, rank)), std::span (byte_strides, n_strides), address,
      writable,
      [kept = vast::kept (owner)] () mutable { kept.reset (); }));
  });
}
