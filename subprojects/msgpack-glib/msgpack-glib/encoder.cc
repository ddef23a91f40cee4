// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "encoder.hh"

#include "message-pack-error.h"
#include "value-private.hh"

#include <string.h>
#include <vector>

namespace message_pack {
namespace {

// Shorter binaries are copied: a segment of their own would cost more than that.
constexpr gsize shortest_segment = 4 << 10;
// Small values are gathered in segments of about this size.
constexpr guint full_tail = 1 << 20;

bool
check_length (const char *what, guint64 length, GError **error)
{
  if (length <= G_MAXUINT32)
    return true;
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
               "%s of %" G_GUINT64_FORMAT " is more than MessagePack can say in one value, %u", what, length,
               G_MAXUINT32);
  return false;
}

GPtrArray *
new_segments ()
{
  return g_ptr_array_new_with_free_func (reinterpret_cast<GDestroyNotify> (g_bytes_unref));
}

} // namespace

Encoder::Encoder () : segments_ (new_segments ()), tail_ (g_byte_array_new ())
{
  msgpack_packer_init (&packer_, this, write);
}

Encoder::~Encoder ()
{
  g_ptr_array_unref (segments_);
  g_byte_array_unref (tail_);
}

int
Encoder::write (void *self, const char *data, size_t size) noexcept
{
  auto *encoder = static_cast<Encoder *> (self);
  if (encoder->tail_->len >= full_tail)
    encoder->flush ();
  g_byte_array_append (encoder->tail_, reinterpret_cast<const guint8 *> (data), static_cast<guint> (size));
  encoder->length_ += size;
  return 0;
}

void
Encoder::reset ()
{
  g_ptr_array_set_size (segments_, 0);
  g_byte_array_set_size (tail_, 0);
  length_ = 0;
}

// Ends the segment that is being written.
void
Encoder::flush ()
{
  if (tail_->len == 0)
    return;
  g_ptr_array_add (segments_, g_byte_array_free_to_bytes (tail_));
  tail_ = g_byte_array_new ();
}

void
Encoder::append (GBytes *bytes)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  if (size < shortest_segment)
    {
      if (size > 0)
        write (this, static_cast<const char *> (data), size);
      return;
    }
  flush ();
  g_ptr_array_add (segments_, g_bytes_ref (bytes));
  length_ += size;
}

bool
Encoder::text (const char *data, gsize length, GError **error)
{
  if (!check_length ("a string", length, error))
    return false;
  msgpack_pack_str (&packer_, length);
  if (length < shortest_segment)
    {
      write (this, data, length);
      return true;
    }
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  append (bytes);
  return true;
}

bool
Encoder::binary (GBytes *bytes, GError **error)
{
  gsize length = g_bytes_get_size (bytes);
  if (!check_length ("a binary", length, error))
    return false;
  msgpack_pack_bin (&packer_, length);
  append (bytes);
  return true;
}

bool
Encoder::extension (gint8 code, GBytes *data, GError **error)
{
  gsize length = g_bytes_get_size (data);
  if (!check_length ("an extension", length, error))
    return false;
  msgpack_pack_ext (&packer_, length, code);
  append (data);
  return true;
}

bool
Encoder::leaf (MessagePackValue *value, GError **error)
{
  switch (value->kind)
    {
    case MESSAGE_PACK_KIND_NIL: nil (); return true;
    case MESSAGE_PACK_KIND_BOOLEAN: boolean (value->boolean); return true;
    case MESSAGE_PACK_KIND_INTEGER: int64 (value->integer); return true;
    case MESSAGE_PACK_KIND_UNSIGNED: uint64 (value->natural); return true;
    case MESSAGE_PACK_KIND_FLOAT32: single (value->single); return true;
    case MESSAGE_PACK_KIND_FLOAT64: number (value->number); return true;
    case MESSAGE_PACK_KIND_STRING: return text (value->text.data, value->text.length, error);
    case MESSAGE_PACK_KIND_BINARY: return binary (value->bytes, error);
    case MESSAGE_PACK_KIND_EXTENSION: return extension (value->code, value->bytes, error);
    case MESSAGE_PACK_KIND_ARRAY:
      if (!check_length ("an array", value->container.length, error))
        return false;
      array_header (static_cast<guint32> (value->container.length));
      return true;
    case MESSAGE_PACK_KIND_MAP:
      if (!check_length ("a map", value->container.length / 2, error))
        return false;
      map_header (static_cast<guint32> (value->container.length / 2));
      return true;
    }
  return true;
}

bool
Encoder::value (MessagePackValue *value, GError **error)
{
  struct Frame {
    MessagePackValue *container;
    gsize next;
  };
  std::vector<Frame> stack;

  if (!leaf (value, error))
    return false;
  if (is_container (value))
    stack.push_back ({ value, 0 });
  while (!stack.empty ())
    {
      auto &frame = stack.back ();
      if (frame.next == frame.container->container.length)
        {
          stack.pop_back ();
          continue;
        }
      auto *item = frame.container->container.items[frame.next++];
      if (!leaf (item, error))
        return false;
      if (is_container (item))
        stack.push_back ({ item, 0 });
    }
  return true;
}

GBytes *
Encoder::to_bytes ()
{
  flush ();
  if (segments_->len == 1)
    return g_bytes_ref (static_cast<GBytes *> (segments_->pdata[0]));

  auto *data = static_cast<guint8 *> (g_malloc (length_));
  guint8 *position = data;
  for (guint i = 0; i < segments_->len; i++)
    {
      gsize size;
      const void *segment = g_bytes_get_data (static_cast<GBytes *> (segments_->pdata[i]), &size);
      memcpy (position, segment, size);
      position += size;
    }
  return g_bytes_new_take (data, length_);
}

GPtrArray *
Encoder::steal_segments ()
{
  flush ();
  GPtrArray *segments = segments_;
  segments_ = new_segments ();
  length_ = 0;
  return segments;
}

} // namespace message_pack
