// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-unpacker.h"

#include "decoder.hh"
#include "limits-private.hh"

using message_pack::Decoder;

/**
 * MessagePackUnpacker:
 *
 * Reads values from bytes that come in any pieces.
 *
 * Give it what there is by [method@Unpacker.feed], then call [method@Unpacker.next] until it has no
 * more. At the end of the bytes, [method@Unpacker.finish] tells whether they ended between values.
 *
 * After an error every call fails in the same way until [method@Unpacker.reset], as nobody can tell
 * where the next value would begin.
 *
 * An unpacker may be used by one thread at a time.
 *
 * Since: 1.0
 */
struct _MessagePackUnpacker {
  GObject parent_instance;

  Decoder *decoder;
  GQueue chunks;  // of GBytes that were fed
  gsize position; // in the first of them
};

enum { PROP_0, PROP_LIMITS, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (MessagePackUnpacker, message_pack_unpacker, G_TYPE_OBJECT)

static void
message_pack_unpacker_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_UNPACKER (object);
  delete self->decoder;
  g_queue_clear_full (&self->chunks, reinterpret_cast<GDestroyNotify> (g_bytes_unref));
  G_OBJECT_CLASS (message_pack_unpacker_parent_class)->finalize (object);
}

static void
message_pack_unpacker_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LIMITS)
    g_value_set_boxed (value, message_pack_unpacker_get_limits (MESSAGE_PACK_UNPACKER (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_unpacker_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LIMITS)
    message_pack_unpacker_set_limits (MESSAGE_PACK_UNPACKER (object),
                                      static_cast<MessagePackLimits *> (g_value_get_boxed (value)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_unpacker_class_init (MessagePackUnpackerClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->finalize = message_pack_unpacker_finalize;
  object_class->get_property = message_pack_unpacker_get_property;
  object_class->set_property = message_pack_unpacker_set_property;

  /**
   * MessagePackUnpacker:limits: (attributes org.gtk.Property.get=message_pack_unpacker_get_limits org.gtk.Property.set=message_pack_unpacker_set_limits)
   *
   * What is accepted.
   *
   * Since: 1.0
   */
  properties[PROP_LIMITS] = g_param_spec_boxed (
    "limits", nullptr, nullptr, MESSAGE_PACK_TYPE_LIMITS,
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_unpacker_init (MessagePackUnpacker *self)
{
  self->decoder = new Decoder (message_pack::default_limits);
  g_queue_init (&self->chunks);
}

/**
 * message_pack_unpacker_new:
 *
 * Makes an unpacker with the default limits.
 *
 * Returns: (transfer full): a new unpacker
 *
 * Since: 1.0
 */
MessagePackUnpacker *
message_pack_unpacker_new (void)
{
  return MESSAGE_PACK_UNPACKER (g_object_new (MESSAGE_PACK_TYPE_UNPACKER, nullptr));
}

/**
 * message_pack_unpacker_get_limits: (attributes org.gtk.Method.get_property=limits)
 * @self: an unpacker
 *
 * Gets what is accepted.
 *
 * Returns: (transfer none): the limits
 *
 * Since: 1.0
 */
const MessagePackLimits *
message_pack_unpacker_get_limits (MessagePackUnpacker *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_UNPACKER (self), nullptr);

  return &self->decoder->limits ();
}

/**
 * message_pack_unpacker_set_limits: (attributes org.gtk.Method.set_property=limits)
 * @self: an unpacker
 * @limits: (nullable): the limits, %NULL for the defaults
 *
 * Sets what is accepted from now on.
 *
 * Since: 1.0
 */
void
message_pack_unpacker_set_limits (MessagePackUnpacker *self, const MessagePackLimits *limits)
{
  g_return_if_fail (MESSAGE_PACK_IS_UNPACKER (self));

  self->decoder->set_limits (limits != nullptr ? *limits : message_pack::default_limits);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIMITS]);
}

/**
 * message_pack_unpacker_feed:
 * @self: an unpacker
 * @bytes: the bytes that come next
 *
 * Gives bytes to read from. They are read, and checked, by [method@Unpacker.next].
 *
 * Since: 1.0
 */
void
message_pack_unpacker_feed (MessagePackUnpacker *self, GBytes *bytes)
{
  g_return_if_fail (MESSAGE_PACK_IS_UNPACKER (self));
  g_return_if_fail (bytes != nullptr);

  if (g_bytes_get_size (bytes) > 0)
    g_queue_push_tail (&self->chunks, g_bytes_ref (bytes));
}

/**
 * message_pack_unpacker_next:
 * @self: an unpacker
 * @value: (out) (nullable): the next value, %NULL if more bytes are needed for that
 * @error: return location for an error
 *
 * Reads the next value, as far as bytes are there. That more bytes are needed is not an error.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_unpacker_next (MessagePackUnpacker *self, MessagePackValue **value, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_UNPACKER (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);

  *value = nullptr;
  auto result = Decoder::Result::more;
  do
    {
      // with no bytes left, push() still tells of an earlier failure
      auto *chunk = static_cast<GBytes *> (g_queue_peek_head (&self->chunks));
      gsize size = 0;
      auto *data = chunk != nullptr ? static_cast<const guint8 *> (g_bytes_get_data (chunk, &size)) : nullptr;
      gsize used = 0;
      result = self->decoder->push (data != nullptr ? data + self->position : nullptr, size - self->position, chunk,
                                    &used, value, error);
      self->position += used;
      if (chunk != nullptr && self->position == size)
        {
          g_bytes_unref (static_cast<GBytes *> (g_queue_pop_head (&self->chunks)));
          self->position = 0;
        }
    }
  while (result == Decoder::Result::more && !g_queue_is_empty (&self->chunks));
  return result != Decoder::Result::failed;
}

/**
 * message_pack_unpacker_finish:
 * @self: an unpacker
 * @error: return location for an error
 *
 * Tells whether the bytes may end here: all that was fed has been read, and no value is incomplete,
 * which would be %MESSAGE_PACK_ERROR_TRUNCATED.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_unpacker_finish (MessagePackUnpacker *self, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_UNPACKER (self), FALSE);

  if (!g_queue_is_empty (&self->chunks))
    {
      g_set_error_literal (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED,
                           "there are bytes that were not read");
      return FALSE;
    }
  MessagePackValue *none = nullptr;
  gsize used;
  if (self->decoder->push (nullptr, 0, nullptr, &used, &none, error) == Decoder::Result::failed)
    return FALSE;
  if (self->decoder->between_values ())
    return TRUE;
  self->decoder->set_truncated (error);
  return FALSE;
}

/**
 * message_pack_unpacker_reset:
 * @self: an unpacker
 *
 * Forgets all that was fed, and any error.
 *
 * Since: 1.0
 */
void
message_pack_unpacker_reset (MessagePackUnpacker *self)
{
  g_return_if_fail (MESSAGE_PACK_IS_UNPACKER (self));

  self->decoder->reset ();
  g_queue_clear_full (&self->chunks, reinterpret_cast<GDestroyNotify> (g_bytes_unref));
  self->position = 0;
}
