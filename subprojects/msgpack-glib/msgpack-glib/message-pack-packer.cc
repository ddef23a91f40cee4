// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-packer.h"

#include "encoder.hh"
#include "value-private.hh"

#include <string.h>

using message_pack::Encoder;

/**
 * MessagePackPacker:
 *
 * Writes values one after the other, each in its shortest form.
 *
 * What was packed is a list of segments: binaries, texts and extensions of 4 KiB and more keep the
 * very `GBytes` they were given as, so that large data is never copied on its way to
 * `writev()`. The headers of arrays and maps announce how much follows; to write just that is up
 * to the caller.
 *
 * A packer may be used by one thread at a time.
 *
 * Since: 1.0
 */
struct _MessagePackPacker {
  GObject parent_instance;

  Encoder *encoder;
};

G_DEFINE_FINAL_TYPE (MessagePackPacker, message_pack_packer, G_TYPE_OBJECT)

static void
message_pack_packer_finalize (GObject *object)
{
  delete MESSAGE_PACK_PACKER (object)->encoder;
  G_OBJECT_CLASS (message_pack_packer_parent_class)->finalize (object);
}

static void
message_pack_packer_class_init (MessagePackPackerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = message_pack_packer_finalize;
}

static void
message_pack_packer_init (MessagePackPacker *self)
{
  self->encoder = new Encoder ();
}

/**
 * message_pack_packer_new:
 *
 * Makes a packer.
 *
 * Returns: (transfer full): a new packer
 *
 * Since: 1.0
 */
MessagePackPacker *
message_pack_packer_new (void)
{
  return MESSAGE_PACK_PACKER (g_object_new (MESSAGE_PACK_TYPE_PACKER, nullptr));
}

/**
 * message_pack_packer_pack_nil:
 * @self: a packer
 *
 * Packs nil.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_nil (MessagePackPacker *self)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->nil ();
}

/**
 * message_pack_packer_pack_boolean:
 * @self: a packer
 * @value: what to pack
 *
 * Packs a boolean.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_boolean (MessagePackPacker *self, gboolean value)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->boolean (value);
}

/**
 * message_pack_packer_pack_int64:
 * @self: a packer
 * @value: what to pack
 *
 * Packs an integer.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_int64 (MessagePackPacker *self, gint64 value)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->int64 (value);
}

/**
 * message_pack_packer_pack_uint64:
 * @self: a packer
 * @value: what to pack
 *
 * Packs an integer that is not negative.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_uint64 (MessagePackPacker *self, guint64 value)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->uint64 (value);
}

/**
 * message_pack_packer_pack_float:
 * @self: a packer
 * @value: what to pack
 *
 * Packs a number in single precision.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_float (MessagePackPacker *self, gfloat value)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->single (value);
}

/**
 * message_pack_packer_pack_double:
 * @self: a packer
 * @value: what to pack
 *
 * Packs a number in double precision.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_double (MessagePackPacker *self, gdouble value)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->number (value);
}

/**
 * message_pack_packer_pack_string:
 * @self: a packer
 * @value: a text
 * @error: return location for an error
 *
 * Packs a text. One of 4 GiB and more is %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_string (MessagePackPacker *self, const char *value, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);

  return self->encoder->text (value, strlen (value), error);
}

/**
 * message_pack_packer_pack_bytes:
 * @self: a packer
 * @value: the bytes
 * @error: return location for an error
 *
 * Packs a binary. One of 4 GiB and more is %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_bytes (MessagePackPacker *self, GBytes *value, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);

  return self->encoder->binary (value, error);
}

/**
 * message_pack_packer_pack_extension:
 * @self: a packer
 * @code: the code of the type
 * @data: its bytes
 * @error: return location for an error
 *
 * Packs an extension. One of 4 GiB and more is %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_extension (MessagePackPacker *self, gint8 code, GBytes *data, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (data != nullptr, FALSE);

  return self->encoder->extension (code, data, error);
}

/**
 * message_pack_packer_pack_timestamp:
 * @self: a packer
 * @seconds: seconds since 1970, UTC
 * @nanoseconds: what comes on top; whole seconds in it are carried over
 *
 * Packs a timestamp.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_timestamp (MessagePackPacker *self, gint64 seconds, guint32 nanoseconds)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  g_autoptr (GBytes) data = message_pack::timestamp_to_bytes (seconds, nanoseconds);
  self->encoder->extension (message_pack::timestamp_code, data, nullptr);
}

/**
 * message_pack_packer_pack_array_header:
 * @self: a packer
 * @n_elements: how many values follow
 *
 * Begins an array; its elements follow.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_array_header (MessagePackPacker *self, guint32 n_elements)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->array_header (n_elements);
}

/**
 * message_pack_packer_pack_map_header:
 * @self: a packer
 * @n_pairs: how many pairs of values follow
 *
 * Begins a map; its keys and values follow by turns.
 *
 * Since: 1.0
 */
void
message_pack_packer_pack_map_header (MessagePackPacker *self, guint32 n_pairs)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->map_header (n_pairs);
}

/**
 * message_pack_packer_pack_value:
 * @self: a packer
 * @value: what to pack
 * @error: return location for an error
 *
 * Packs a value.
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_value (MessagePackPacker *self, MessagePackValue *value, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);

  return self->encoder->value (value, error);
}

/**
 * message_pack_packer_pack_variant:
 * @self: a packer
 * @variant: what to pack; a floating one is taken
 * @error: return location for an error
 *
 * Packs a variant; see [ctor@Value.new_from_variant].
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_variant (MessagePackPacker *self, GVariant *variant, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (variant != nullptr, FALSE);

  g_autoptr (MessagePackValue) value = message_pack_value_new_from_variant (variant, error);
  return value != nullptr && self->encoder->value (value, error);
}

/**
 * message_pack_packer_pack_gvalue:
 * @self: a packer
 * @value: what to pack
 * @extensions: (nullable): the types that travel as extensions
 * @error: return location for an error
 *
 * Packs a GObject value; see [ctor@Value.new_from_gvalue].
 *
 * Returns: %TRUE, or %FALSE with @error set and nothing packed
 *
 * Since: 1.0
 */
gboolean
message_pack_packer_pack_gvalue (MessagePackPacker *self, const GValue *value, MessagePackExtensions *extensions,
                                 GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), FALSE);
  g_return_val_if_fail (G_IS_VALUE (value), FALSE);

  g_autoptr (MessagePackValue) converted = message_pack_value_new_from_gvalue (value, extensions, error);
  return converted != nullptr && self->encoder->value (converted, error);
}

/**
 * message_pack_packer_get_length:
 * @self: a packer
 *
 * Gets how many bytes are packed.
 *
 * Returns: the number of bytes
 *
 * Since: 1.0
 */
guint64
message_pack_packer_get_length (MessagePackPacker *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), 0);

  return self->encoder->length ();
}

/**
 * message_pack_packer_to_bytes:
 * @self: a packer
 *
 * Gets all that is packed in one piece, for which it is copied if it has more than one segment.
 *
 * Returns: (transfer full): the bytes
 *
 * Since: 1.0
 */
GBytes *
message_pack_packer_to_bytes (MessagePackPacker *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), nullptr);

  return self->encoder->to_bytes ();
}

/**
 * message_pack_packer_steal_segments:
 * @self: a packer
 *
 * Takes all that is packed, without copies. The packer is empty then.
 *
 * Returns: (transfer container) (element-type GLib.Bytes): the segments, in order
 *
 * Since: 1.0
 */
GPtrArray *
message_pack_packer_steal_segments (MessagePackPacker *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_PACKER (self), nullptr);

  return self->encoder->steal_segments ();
}

/**
 * message_pack_packer_reset:
 * @self: a packer
 *
 * Forgets all that is packed.
 *
 * Since: 1.0
 */
void
message_pack_packer_reset (MessagePackPacker *self)
{
  g_return_if_fail (MESSAGE_PACK_IS_PACKER (self));

  self->encoder->reset ();
}
