// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Arrays in NumPy's format from and to streams, some rows at a time.

#include "array/npy-format.hh"
#include "array/npy-io.hh"
#include "array/vast-array-private.hh"
#include "array/vast-npy-stream.h"
#include "kernels/cast.hh"

#include <algorithm>
#include <cstring>

using vast::Array;
using vast::Dims;
using vast::guard;
using vast::NpyHeader;

namespace vast {

namespace {

// Memory is taken as bytes arrive, because the head of a stream may announce what never comes.
constexpr size_t first_allocation = size_t { 64 } << 20;

} // namespace

size_t
read_fully (GInputStream *stream, std::byte *data, size_t size, GCancellable *cancellable)
{
  gsize done = 0;
  GError *error = nullptr;
  if (!g_input_stream_read_all (stream, data, size, &done, cancellable, &error))
    throw ForwardedError (error);
  return done;
}

void
write_fully (GOutputStream *stream, const std::byte *data, size_t size, GCancellable *cancellable)
{
  GError *error = nullptr;
  if (!g_output_stream_write_all (stream, data, size, nullptr, cancellable, &error))
    throw ForwardedError (error);
}

NpyHeader
read_npy_header (GInputStream *stream, GCancellable *cancellable)
{
  // The shortest complete file has more than these 12 bytes, so that reading them never takes elements.
  std::vector<std::byte> head (12);
  head.resize (read_fully (stream, head.data (), head.size (), cancellable));
  const size_t length = npy_header_length (head);
  const size_t got = head.size ();
  head.resize (std::max (length, got));
  if (length > got)
    head.resize (got + read_fully (stream, head.data () + got, length - got, cancellable));
  return parse_npy_header (head);
}

BufferRef
read_npy_elements (GInputStream *stream, const NpyHeader &header, size_t n_bytes, GCancellable *cancellable)
{
  BufferRef buffer = Buffer::allocate (std::min (n_bytes, first_allocation));
  size_t done = 0;
  for (;;)
    {
      const size_t got = read_fully (stream, buffer->data () + done, buffer->size () - done, cancellable);
      done += got;
      if (done < buffer->size ())
        fail (ErrorCode::format, "truncated npy data: %zu of %zu bytes for shape %s and type %s", done, n_bytes,
              to_string (header.shape).c_str (), header.type.name ().c_str ());
      if (done == n_bytes)
        break;
      BufferRef larger = Buffer::allocate (std::min (n_bytes, 2 * buffer->size ()));
      std::memcpy (larger->data (), buffer->data (), done);
      buffer = std::move (larger);
    }
  if (header.swapped)
    swap_bytes (buffer->data (), n_bytes, header.type);
  return buffer;
}

Layout
npy_layout (const NpyHeader &header)
{
  if (!header.fortran_order)
    return Layout (header.shape);
  Dims reversed = header.shape;
  std::ranges::reverse (reversed);
  return Layout (reversed).transpose ();
}

void
write_npy_elements (const Array &array, GOutputStream *stream, GCancellable *cancellable)
{
  if (array.is_contiguous ())
    return write_fully (stream, array.data (), array.n_bytes (), cancellable);

  // A view that is no run of memory is packed by rows, so that no second array of its size is needed.
  constexpr size_t block = size_t { 16 } << 20;
  const size_t row_bytes = array.n_bytes () / static_cast<size_t> (array.shape ()[0]);
  const int64_t rows = static_cast<int64_t> (std::max<size_t> (1, block / std::max<size_t> (1, row_bytes)));
  for (int64_t row = 0; row < array.shape ()[0]; row += rows)
    {
      const Array packed = make_contiguous (array.view (array.layout.slice (0, row, row + rows, 1)));
      write_fully (stream, packed.data (), packed.n_bytes (), cancellable);
    }
}

} // namespace vast

/**
 * VastNpyReader:
 *
 * Reads an array in NumPy's format from a stream, some rows at a time, so that arrays larger than memory can be worked
 * through. A row is everything at one position of the first axis; an array of rank 0 is one row.
 *
 * Since: 1.0
 */
struct _VastNpyReader {
  GObject parent_instance;

  GInputStream *stream;
  NpyHeader *header;
  gint64 next_row;
};

G_DEFINE_FINAL_TYPE (VastNpyReader, vast_npy_reader, G_TYPE_OBJECT)

static void
vast_npy_reader_init (VastNpyReader *self)
{
  static NpyHeader empty = [] {
    NpyHeader header;
    header.shape = { 0 };
    return header;
  }();
  self->header = &empty;
  self->stream = nullptr;
}

static void
vast_npy_reader_finalize (GObject *object)
{
  VastNpyReader *self = VAST_NPY_READER (object);

  if (self->stream)
    delete self->header;
  g_clear_object (&self->stream);

  G_OBJECT_CLASS (vast_npy_reader_parent_class)->finalize (object);
}

static void
vast_npy_reader_class_init (VastNpyReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vast_npy_reader_finalize;
}

/**
 * vast_npy_reader_new:
 * @stream: where an array in NumPy's format comes from
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Reads the head of an array. This blocks; use it in a thread of its own where a main loop runs.
 *
 * Errors: %VAST_ERROR_FORMAT if the head is malformed or truncated, %VAST_ERROR_NOT_SUPPORTED for an element type that
 * Vast has not, and what the stream raises.
 *
 * Returns: (transfer full): the reader
 *
 * Since: 1.0
 */
VastNpyReader *
vast_npy_reader_new (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), nullptr);
  return guard (error, [&] {
    auto *header = new NpyHeader (vast::read_npy_header (stream, cancellable));
    VastNpyReader *self = VAST_NPY_READER (g_object_new (VAST_TYPE_NPY_READER, nullptr));
    self->header = header;
    self->stream = G_INPUT_STREAM (g_object_ref (stream));
    return self;
  });
}

/**
 * vast_npy_reader_dup_scalar_name:
 * @self: a reader
 *
 * Gets NumPy's name of the element type.
 *
 * Returns: (transfer full): the name
 *
 * Since: 1.0
 */
char *
vast_npy_reader_dup_scalar_name (VastNpyReader *self)
{
  g_return_val_if_fail (VAST_IS_NPY_READER (self), nullptr);
  return g_strdup (self->header->type.name ().c_str ());
}

/**
 * vast_npy_reader_get_shape:
 * @self: a reader
 * @rank: (out) (optional): return location for the number of dimensions
 *
 * Gets the shape of the whole array.
 *
 * Returns: (transfer none) (array length=rank): the shape
 *
 * Since: 1.0
 */
const gint64 *
vast_npy_reader_get_shape (VastNpyReader *self, gsize *rank)
{
  g_return_val_if_fail (VAST_IS_NPY_READER (self), nullptr);
  if (rank)
    *rank = self->header->shape.size ();
  return self->header->shape.data ();
}

/**
 * vast_npy_reader_is_fortran:
 * @self: a reader
 *
 * Tells whether the elements come in Fortran's order, where the rows of an array of rank 2 or more do not lie together,
 * so that it can only be read as a whole.
 *
 * Returns: %TRUE if they do
 *
 * Since: 1.0
 */
gboolean
vast_npy_reader_is_fortran (VastNpyReader *self)
{
  g_return_val_if_fail (VAST_IS_NPY_READER (self), FALSE);
  return self->header->fortran_order && self->header->shape.rank () > 1;
}

/**
 * vast_npy_reader_read:
 * @self: a reader
 * @n_rows: how many rows to read at most; -1 for all that are left
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Reads the next rows. This blocks; use it in a thread of its own where a main loop runs.
 *
 * Errors: %VAST_ERROR_FORMAT if the stream ends too early, %VAST_ERROR_NOT_SUPPORTED for some rows of an array in
 * Fortran's order, and what the stream raises.
 *
 * Returns: (transfer full) (nullable): the rows; %NULL without an error if all have been read
 *
 * Since: 1.0
 */
VastArray *
vast_npy_reader_read (VastNpyReader *self, gint64 n_rows, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NPY_READER (self), nullptr);
  return guard (error, [&] () -> VastArray * {
    const int64_t total = self->header->shape.empty () ? 1 : self->header->shape[0];
    const int64_t left = total - self->next_row;
    // An array without rows is read once, as such.
    if (left == 0 && (total > 0 || self->next_row != 0))
      return nullptr;
    NpyHeader part = *self->header;
    const int64_t count = n_rows < 0 ? left : std::min (left, n_rows);
    if (vast_npy_reader_is_fortran (self) && count < total)
      vast::fail (vast::ErrorCode::not_supported, "an npy array of shape %s in Fortran order cannot be read by rows",
                  to_string (part.shape).c_str ());
    if (!part.shape.empty ())
      part.shape[0] = count;
    vast::BufferRef buffer = vast::read_npy_elements (self->stream, part, part.n_bytes (), cancellable);
    self->next_row = total > 0 ? self->next_row + count : -1;
    return vast::array_to_gobject ({ part.type, vast::npy_layout (part), std::move (buffer) });
  });
}

/**
 * VastNpyWriter:
 *
 * Writes an array in NumPy's format to a stream, some rows at a time. See [class@Vast.NpyReader].
 *
 * Since: 1.0
 */
struct _VastNpyWriter {
  GObject parent_instance;

  GOutputStream *stream;
  NpyHeader *header;
  guint64 written; // elements
};

G_DEFINE_FINAL_TYPE (VastNpyWriter, vast_npy_writer, G_TYPE_OBJECT)

static void
vast_npy_writer_init (VastNpyWriter *self)
{
  self->header = new NpyHeader;
  self->header->shape = { 0 };
}

static void
vast_npy_writer_finalize (GObject *object)
{
  VastNpyWriter *self = VAST_NPY_WRITER (object);

  g_clear_object (&self->stream);
  delete self->header;

  G_OBJECT_CLASS (vast_npy_writer_parent_class)->finalize (object);
}

static void
vast_npy_writer_class_init (VastNpyWriterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vast_npy_writer_finalize;
}

/**
 * vast_npy_writer_new:
 * @stream: where to write to
 * @scalar_name: NumPy's name of the element type
 * @shape: (array length=rank) (nullable): the shape of the whole array
 * @rank: the number of dimensions
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes the head of an array. This blocks; use it in a thread of its own where a main loop runs.
 *
 * Errors: %VAST_ERROR_TYPE, %VAST_ERROR_SHAPE, and what the stream raises.
 *
 * Returns: (transfer full): the writer
 *
 * Since: 1.0
 */
VastNpyWriter *
vast_npy_writer_new (GOutputStream *stream,
                     const char    *scalar_name,
                     const gint64  *shape,
                     gsize          rank,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), nullptr);
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  return guard (error, [&] {
    NpyHeader header;
    header.type = vast::ScalarType::from_name (scalar_name);
    header.shape = Dims (std::span (shape, rank));
    header.n_bytes ();
    const std::vector<std::byte> head = vast::make_npy_header (header.type, header.shape);
    vast::write_fully (stream, head.data (), head.size (), cancellable);
    VastNpyWriter *self = VAST_NPY_WRITER (g_object_new (VAST_TYPE_NPY_WRITER, nullptr));
    *self->header = header;
    self->stream = G_OUTPUT_STREAM (g_object_ref (stream));
    return self;
  });
}

/**
 * vast_npy_writer_write:
 * @self: a writer
 * @array: the next rows, of the announced element type
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes the next rows. This blocks; use it in a thread of its own where a main loop runs.
 *
 * Errors: %VAST_ERROR_TYPE if the elements are of another type, %VAST_ERROR_SHAPE if they are more than announced or
 * their rows have another shape, and what the stream raises.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_npy_writer_write (VastNpyWriter *self, VastArray *array, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NPY_WRITER (self), FALSE);
  g_return_val_if_fail (VAST_IS_ARRAY (array), FALSE);
  return guard (error, [&] {
    const Array &rows = *array->impl;
    if (rows.type != self->header->type)
      vast::fail (vast::ErrorCode::type, "elements of type %s do not continue an npy array of type %s",
                  rows.type.name ().c_str (), self->header->type.name ().c_str ());
    const Dims &whole = self->header->shape;
    const bool same_rows = rows.shape ().rank () == whole.rank ()
                           && (whole.empty () || std::equal (whole.begin () + 1, whole.end (), rows.shape ().begin () + 1));
    const uint64_t written = self->written + static_cast<uint64_t> (rows.size ());
    if (!same_rows || written > static_cast<uint64_t> (element_count (whole)))
      vast::fail (vast::ErrorCode::shape, "rows of shape %s do not continue an npy array of shape %s after %" G_GUINT64_FORMAT
                  " elements", to_string (rows.shape ()).c_str (), to_string (whole).c_str (), self->written);
    vast::write_npy_elements (rows, self->stream, cancellable);
    self->written = written;
    return TRUE;
  });
}

/**
 * vast_npy_writer_close:
 * @self: a writer
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Flushes the stream and checks that all elements have been written. The stream itself is not closed.
 *
 * Errors: %VAST_ERROR_SHAPE if fewer were written than announced, and what the stream raises.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_npy_writer_close (VastNpyWriter *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NPY_WRITER (self), FALSE);
  return guard (error, [&] {
    const uint64_t announced = static_cast<uint64_t> (element_count (self->header->shape));
    if (self->written != announced)
      vast::fail (vast::ErrorCode::shape, "%" G_GUINT64_FORMAT " elements were written of an npy array of shape %s",
                  self->written, to_string (self->header->shape).c_str ());
    GError *flush_error = nullptr;
    if (self->stream && !g_output_stream_flush (self->stream, cancellable, &flush_error))
      throw vast::ForwardedError (flush_error);
    return TRUE;
  });
}
