// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

using namespace message_pack;

/**
 * message_pack_value_get_boolean:
 * @self: a value
 * @error: return location for an error
 *
 * Gets a boolean. As %FALSE is also what is returned when @error is set, C code checks @error.
 *
 * Returns: the boolean
 *
 * Since: 1.0
 */
gboolean
message_pack_value_get_boolean (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, FALSE);

  if (self->kind == MESSAGE_PACK_KIND_BOOLEAN)
    return self->boolean;
  set_kind_error (error, "a boolean", self);
  return FALSE;
}

/**
 * message_pack_value_get_int64:
 * @self: a value
 * @error: return location for an error
 *
 * Gets an integer. One above `G_MAXINT64` is %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: the integer, 0 with @error set
 *
 * Since: 1.0
 */
gint64
message_pack_value_get_int64 (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, 0);

  if (self->kind == MESSAGE_PACK_KIND_INTEGER)
    return self->integer;
  if (self->kind == MESSAGE_PACK_KIND_UNSIGNED)
    g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                 "%" G_GUINT64_FORMAT " does not fit a signed integer of 64 bits", self->natural);
  else
    set_kind_error (error, "an integer", self);
  return 0;
}

/**
 * message_pack_value_get_uint64:
 * @self: a value
 * @error: return location for an error
 *
 * Gets an integer that is not negative. A negative one is %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: the integer, 0 with @error set
 *
 * Since: 1.0
 */
guint64
message_pack_value_get_uint64 (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, 0);

  if (self->kind == MESSAGE_PACK_KIND_UNSIGNED || (self->kind == MESSAGE_PACK_KIND_INTEGER && self->integer >= 0))
    return self->natural;
  if (self->kind == MESSAGE_PACK_KIND_INTEGER)
    g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE, "%" G_GINT64_FORMAT " is negative",
                 self->integer);
  else
    set_kind_error (error, "an integer", self);
  return 0;
}

/**
 * message_pack_value_get_double:
 * @self: a value
 * @error: return location for an error
 *
 * Gets a number of any kind; integers beyond 2^53 are rounded.
 *
 * Returns: the number, 0 with @error set
 *
 * Since: 1.0
 */
gdouble
message_pack_value_get_double (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, 0.0);

  switch (self->kind)
    {
    case MESSAGE_PACK_KIND_INTEGER: return static_cast<gdouble> (self->integer);
    case MESSAGE_PACK_KIND_UNSIGNED: return static_cast<gdouble> (self->natural);
    case MESSAGE_PACK_KIND_FLOAT32: return self->single;
    case MESSAGE_PACK_KIND_FLOAT64: return self->number;
    default: set_kind_error (error, "a number", self); return 0.0;
    }
}

/**
 * message_pack_value_get_string:
 * @self: a value
 * @error: return location for an error
 *
 * Gets a text. One that is not UTF-8, or holds a zero byte, is %MESSAGE_PACK_ERROR_ENCODING.
 *
 * Returns: (transfer none): the text, or %NULL with @error set
 *
 * Since: 1.0
 */
const char *
message_pack_value_get_string (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind != MESSAGE_PACK_KIND_STRING)
    {
      set_kind_error (error, "a string", self);
      return nullptr;
    }
  if (!self->valid)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ENCODING,
                   "a string of %" G_GSIZE_FORMAT " bytes is not UTF-8, or holds a zero byte", self->text.length);
      return nullptr;
    }
  return self->text.data;
}

/**
 * message_pack_value_get_bytes:
 * @self: a value
 * @error: return location for an error
 *
 * Gets the bytes of a binary, without a copy.
 *
 * Returns: (transfer none): the bytes, or %NULL with @error set
 *
 * Since: 1.0
 */
GBytes *
message_pack_value_get_bytes (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind == MESSAGE_PACK_KIND_BINARY)
    return self->bytes;
  set_kind_error (error, "a binary", self);
  return nullptr;
}

/**
 * message_pack_value_dup_bytes:
 * @self: a value
 * @error: return location for an error
 *
 * Gets the bytes of a binary or of a text, whatever they are, without a copy.
 *
 * Returns: (transfer full): the bytes, or %NULL with @error set
 *
 * Since: 1.0
 */
GBytes *
message_pack_value_dup_bytes (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind == MESSAGE_PACK_KIND_BINARY)
    return g_bytes_ref (self->bytes);
  if (self->kind == MESSAGE_PACK_KIND_STRING)
    return g_bytes_new_with_free_func (self->text.data, self->text.length,
                                       reinterpret_cast<GDestroyNotify> (message_pack_value_unref),
                                       message_pack_value_ref (self));
  set_kind_error (error, "a binary or a string", self);
  return nullptr;
}

/**
 * message_pack_value_get_extension:
 * @self: a value
 * @code: (out) (optional): the code of the type
 * @error: return location for an error
 *
 * Gets what an extension holds, without a copy.
 *
 * Returns: (transfer none): the bytes, or %NULL with @error set
 *
 * Since: 1.0
 */
GBytes *
message_pack_value_get_extension (MessagePackValue *self, gint8 *code, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (code != nullptr)
    *code = self->code;
  if (self->kind == MESSAGE_PACK_KIND_EXTENSION)
    return self->bytes;
  set_kind_error (error, "an extension", self);
  return nullptr;
}

/**
 * message_pack_value_get_timestamp:
 * @self: a value
 * @seconds: (out) (optional): seconds since 1970, UTC
 * @nanoseconds: (out) (optional): what comes on top, below one second
 * @error: return location for an error
 *
 * Gets a timestamp, in any of its three forms.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_value_get_timestamp (MessagePackValue *self, gint64 *seconds, guint32 *nanoseconds, GError **error)
{
  g_return_val_if_fail (self != nullptr, FALSE);

  gint64 whole = 0;
  guint32 rest = 0;
  if (self->kind != MESSAGE_PACK_KIND_EXTENSION || self->code != timestamp_code)
    set_kind_error (error, "a timestamp", self);
  else if (!timestamp_from_bytes (self->bytes, &whole, &rest))
    g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED,
                 "these %" G_GSIZE_FORMAT " bytes are not a timestamp", g_bytes_get_size (self->bytes));
  else
    {
      if (seconds != nullptr)
        *seconds = whole;
      if (nanoseconds != nullptr)
        *nanoseconds = rest;
      return TRUE;
    }
  return FALSE;
}
