// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Whole arrays in NumPy's format, from and to files.

#include "array/npy-io.hh"
#include "array/vast-array-npy.h"
#include "array/vast-array-private.hh"

#include <vector>

using vast::Array;
using vast::guard;
using vast::NpyHeader;

namespace {

// The array on a mapped file: its elements are read by the kernel when they are touched. The exception is a file in
// the other byte order, whose elements must be turned round in memory of our own.
Array
array_on_file (GBytes *contents)
{
  gsize size;
  const auto *data = static_cast<const std::byte *> (g_bytes_get_data (contents, &size));
  const NpyHeader header = vast::parse_npy_header ({ data, size });
  const size_t n_bytes = header.n_bytes ();
  if (size - header.length < n_bytes)
    vast::fail (vast::ErrorCode::format, "truncated npy data: %zu of %zu bytes for shape %s and type %s", size - header.length,
                n_bytes, to_string (header.shape).c_str (), header.type.name ().c_str ());

  // NumPy aligns the elements; other writers may not.
  const std::byte *elements = data + header.length;
  const size_t alignment = header.type.is_computable () ? header.type.real ().size : 1;
  if (header.swapped || n_bytes == 0 || reinterpret_cast<uintptr_t> (elements) % alignment != 0)
    {
      vast::BufferRef buffer = vast::Buffer::allocate (n_bytes);
      std::copy_n (elements, n_bytes, buffer->data ());
      if (header.swapped)
        vast::swap_bytes (buffer->data (), n_bytes, header.type);
      return { header.type, vast::npy_layout (header), std::move (buffer) };
    }
  g_bytes_ref (contents);
  return { header.type, vast::npy_layout (header),
           vast::Buffer::wrap (const_cast<std::byte *> (elements), n_bytes, false, [contents] { g_bytes_unref (contents); }) };
}

// The file mapped, or nothing if it is not a regular local one.
GBytes *
map_file (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  if (!path || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return nullptr;
  GError *error = nullptr;
  g_autoptr (GMappedFile) mapping = g_mapped_file_new (path, FALSE, &error);
  if (!mapping)
    throw vast::ForwardedError (error);
  return g_mapped_file_get_bytes (mapping);
}

Array
read_whole (GInputStream *stream, GCancellable *cancellable)
{
  const NpyHeader header = vast::read_npy_header (stream, cancellable);
  vast::BufferRef buffer = vast::read_npy_elements (stream, header, header.n_bytes (), cancellable);
  return { header.type, vast::npy_layout (header), std::move (buffer) };
}

void
write_whole (const Array &array, GOutputStream *stream, GCancellable *cancellable)
{
  const std::vector<std::byte> head = vast::make_npy_header (array.type, array.shape ());
  vast::write_fully (stream, head.data (), head.size (), cancellable);
  if (array.size () > 0)
    vast::write_npy_elements (array, stream, cancellable);
}

// Names the file in what went wrong with it.
template <typename F>
auto
guard_file (GFile *file, GError **error, F &&f) noexcept -> std::invoke_result_t<F>
{
  GError *inner = nullptr;
  auto result = guard (&inner, f);
  if (inner)
    {
      g_autofree char *name = g_file_get_parse_name (file);
      g_propagate_prefixed_error (error, inner, "%s: ", name);
    }
  return result;
}

} // namespace

/**
 * vast_array_load:
 * @file: a file in NumPy's format
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Loads an array from a file. A regular local file is mapped: the array is read-only, shares the page cache, and its
 * elements are read when they are touched. The file must then not be cut short while the array lives. Others are read.
 *
 * This blocks; use [func@Vast.Array.load_async] where a main loop runs.
 *
 * Errors: %VAST_ERROR_FORMAT if the file is malformed or truncated, %VAST_ERROR_NOT_SUPPORTED for an element type that
 * Vast has not, and what opening and reading raise.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), nullptr);
  return guard_file (file, error, [&] {
    if (g_autoptr (GBytes) contents = map_file (file))
      return vast::array_to_gobject (array_on_file (contents));
    GError *open_error = nullptr;
    g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &open_error);
    if (!stream)
      throw vast::ForwardedError (open_error);
    return vast::array_to_gobject (read_whole (G_INPUT_STREAM (stream), cancellable));
  });
}

static void
load_in_thread (GTask *task, gpointer, gpointer file, GCancellable *cancellable) noexcept
{
  GError *error = nullptr;
  VastArray *array = vast_array_load (G_FILE (file), cancellable, &error);
  if (array)
    g_task_return_pointer (task, array, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * vast_array_load_async:
 * @file: a file in NumPy's format
 * @io_priority: the priority of the request, such as %G_PRIORITY_DEFAULT
 * @cancellable: (nullable): a #GCancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: passed to @callback
 *
 * Starts to load an array from a file, as [func@Vast.Array.load] does.
 *
 * Since: 1.0
 */
void
vast_array_load_async (GFile              *file,
                       int                 io_priority,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_return_if_fail (G_IS_FILE (file));
  g_autoptr (GTask) task = g_task_new (nullptr, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_array_load_async));
  g_task_set_priority (task, io_priority);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_in_thread);
}

/**
 * vast_array_load_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Ends what [func@Vast.Array.load_async] began.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, nullptr), nullptr);
  return static_cast<VastArray *> (g_task_propagate_pointer (G_TASK (result), error));
}

/**
 * vast_array_read_npy:
 * @stream: where an array in NumPy's format comes from
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Reads a whole array from a stream, and not a byte more. This blocks.
 *
 * Errors: as [func@Vast.Array.load].
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_read_npy (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), nullptr);
  return guard (error, [&] { return vast::array_to_gobject (read_whole (stream, cancellable)); });
}

/**
 * vast_array_write_npy:
 * @self: an array
 * @stream: where to write to
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes an array to a stream in NumPy's format, C order and this machine's byte order. This blocks.
 *
 * Errors: %VAST_ERROR_NOT_SUPPORTED for records, and what the stream raises.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_write_npy (VastArray *self, GOutputStream *stream, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), FALSE);
  return guard (error, [&] {
    write_whole (*self->impl, stream, cancellable);
    return TRUE;
  });
}

// Closing with a cancelled cancellable keeps GIO from putting the half-written file in the old one's place.
static void
abandon (GOutputStream *stream)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_cancellable_cancel (cancelled);
  g_output_stream_close (stream, cancelled, nullptr);
}

/**
 * vast_array_save:
 * @self: an array
 * @file: the file
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Saves an array to a file in NumPy's format. A file of that name is replaced when the new one is complete, so that an
 * error leaves it as it was; arrays that are mapped from it keep their elements.
 *
 * This blocks; use [method@Vast.Array.save_async] where a main loop runs.
 *
 * Errors: as [method@Vast.Array.write_npy], and what creating the file raises.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_save (VastArray *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);
  return guard_file (file, error, [&] {
    GError *inner = nullptr;
    g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, nullptr, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, cancellable, &inner);
    if (!stream)
      throw vast::ForwardedError (inner);
    if (!vast_array_write_npy (self, G_OUTPUT_STREAM (stream), cancellable, &inner))
      abandon (G_OUTPUT_STREAM (stream));
    else
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, &inner);
    if (inner)
      throw vast::ForwardedError (inner);
    return TRUE;
  });
}

static void
save_in_thread (GTask *task, gpointer self, gpointer file, GCancellable *cancellable) noexcept
{
  GError *error = nullptr;
  if (vast_array_save (VAST_ARRAY (self), G_FILE (file), cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * vast_array_save_async:
 * @self: an array
 * @file: the file
 * @io_priority: the priority of the request, such as %G_PRIORITY_DEFAULT
 * @cancellable: (nullable): a #GCancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: passed to @callback
 *
 * Starts to save an array, as [method@Vast.Array.save] does. The elements must not be written meanwhile.
 *
 * Since: 1.0
 */
void
vast_array_save_async (VastArray          *self,
                       GFile              *file,
                       int                 io_priority,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_return_if_fail (VAST_IS_ARRAY (self));
  g_return_if_fail (G_IS_FILE (file));
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_array_save_async));
  g_task_set_priority (task, io_priority);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, save_in_thread);
}

/**
 * vast_array_save_finish:
 * @self: an array
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Ends what [method@Vast.Array.save_async] began.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_save_finish (VastArray *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
