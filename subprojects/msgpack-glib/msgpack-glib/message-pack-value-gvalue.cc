// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include "message-pack-extensions.h"

namespace message_pack {
namespace {

void
set_type_error (GError **error, const MessagePackValue *value, GType type)
{
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "%s cannot become a ‘%s’", kind_name (value->kind),
               g_type_name (type));
}

MessagePackValue *
from_date_time (GDateTime *time)
{
  return message_pack_value_new_timestamp (g_date_time_to_unix (time),
                                           static_cast<guint32> (g_date_time_get_microsecond (time)) * 1000);
}

MessagePackValue *
from_boxed (const GValue *value, GError **error)
{
  gpointer boxed = g_value_get_boxed (value);
  if (boxed == nullptr)
    return message_pack_value_new_nil ();
  if (G_VALUE_HOLDS (value, MESSAGE_PACK_TYPE_VALUE))
    return message_pack_value_ref (static_cast<MessagePackValue *> (boxed));
  if (G_VALUE_HOLDS (value, G_TYPE_BYTES))
    return message_pack_value_new_bytes (static_cast<GBytes *> (boxed));
  if (G_VALUE_HOLDS (value, G_TYPE_STRV))
    return message_pack_value_new_strv (static_cast<const char *const *> (boxed));
  if (G_VALUE_HOLDS (value, G_TYPE_DATE_TIME))
    return from_date_time (static_cast<GDateTime *> (boxed));
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE,
               "a ‘%s’ cannot be packed, as it is not registered as an extension", G_VALUE_TYPE_NAME (value));
  return nullptr;
}

bool
is_registered (MessagePackExtensions *extensions, gint8 code, GType type)
{
  GType registered = extensions != nullptr ? message_pack_extensions_get_gtype (extensions, code) : G_TYPE_INVALID;
  return registered != G_TYPE_INVALID && (type == G_TYPE_INVALID || g_type_is_a (registered, type));
}

// The type that a value has by itself.
GType
natural_type (const MessagePackValue *value)
{
  switch (value->kind)
    {
    case MESSAGE_PACK_KIND_NIL: return G_TYPE_POINTER;
    case MESSAGE_PACK_KIND_BOOLEAN: return G_TYPE_BOOLEAN;
    case MESSAGE_PACK_KIND_INTEGER: return G_TYPE_INT64;
    case MESSAGE_PACK_KIND_UNSIGNED: return G_TYPE_UINT64;
    case MESSAGE_PACK_KIND_FLOAT32: return G_TYPE_FLOAT;
    case MESSAGE_PACK_KIND_FLOAT64: return G_TYPE_DOUBLE;
    case MESSAGE_PACK_KIND_STRING: return value->valid ? G_TYPE_STRING : MESSAGE_PACK_TYPE_VALUE;
    case MESSAGE_PACK_KIND_BINARY: return G_TYPE_BYTES;
    default: return MESSAGE_PACK_TYPE_VALUE;
    }
}

bool
get_signed (MessagePackValue *value, gint64 minimum, gint64 maximum, gint64 *number, GError **error)
{
  GError *failure = nullptr;
  *number = message_pack_value_get_int64 (value, &failure);
  if (failure == nullptr && (*number < minimum || *number > maximum))
    g_set_error (&failure, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                 "%" G_GINT64_FORMAT " is not from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, *number, minimum,
                 maximum);
  if (failure != nullptr)
    g_propagate_error (error, failure);
  return failure == nullptr;
}

bool
get_unsigned (MessagePackValue *value, guint64 maximum, guint64 *number, GError **error)
{
  GError *failure = nullptr;
  *number = message_pack_value_get_uint64 (value, &failure);
  if (failure == nullptr && *number > maximum)
    g_set_error (&failure, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                 "%" G_GUINT64_FORMAT " is above %" G_GUINT64_FORMAT, *number, maximum);
  if (failure != nullptr)
    g_propagate_error (error, failure);
  return failure == nullptr;
}

bool
to_signed (MessagePackValue *value, GValue *out, GError **error)
{
  gint64 n;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (out)))
    {
    case G_TYPE_CHAR:
      if (!get_signed (value, G_MININT8, G_MAXINT8, &n, error))
        return false;
      g_value_set_schar (out, static_cast<gint8> (n));
      return true;
    case G_TYPE_INT:
      if (!get_signed (value, G_MININT, G_MAXINT, &n, error))
        return false;
      g_value_set_int (out, static_cast<gint> (n));
      return true;
    case G_TYPE_LONG:
      if (!get_signed (value, G_MINLONG, G_MAXLONG, &n, error))
        return false;
      g_value_set_long (out, static_cast<glong> (n));
      return true;
    default:
      if (!get_signed (value, G_MININT64, G_MAXINT64, &n, error))
        return false;
      g_value_set_int64 (out, n);
      return true;
    }
}

bool
to_unsigned (MessagePackValue *value, GValue *out, GError **error)
{
  guint64 n;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (out)))
    {
    case G_TYPE_UCHAR:
      if (!get_unsigned (value, G_MAXUINT8, &n, error))
        return false;
      g_value_set_uchar (out, static_cast<guint8> (n));
      return true;
    case G_TYPE_UINT:
      if (!get_unsigned (value, G_MAXUINT, &n, error))
        return false;
      g_value_set_uint (out, static_cast<guint> (n));
      return true;
    case G_TYPE_ULONG:
      if (!get_unsigned (value, G_MAXULONG, &n, error))
        return false;
      g_value_set_ulong (out, static_cast<gulong> (n));
      return true;
    default:
      if (!get_unsigned (value, G_MAXUINT64, &n, error))
        return false;
      g_value_set_uint64 (out, n);
      return true;
    }
}

bool
to_number (MessagePackValue *value, GValue *out, GError **error)
{
  GError *failure = nullptr;
  gdouble number = message_pack_value_get_double (value, &failure);
  if (failure != nullptr)
    {
      g_propagate_error (error, failure);
      return false;
    }
  if (G_VALUE_HOLDS_FLOAT (out))
    g_value_set_float (out, static_cast<gfloat> (number));
  else
    g_value_set_double (out, number);
  return true;
}

// Enumerations and flags: only what the type declares.
bool
to_enumeration (MessagePackValue *value, GValue *out, GError **error)
{
  gint64 number;
  g_autoptr (GTypeClass) klass = static_cast<GTypeClass *> (g_type_class_ref (G_VALUE_TYPE (out)));
  if (!get_signed (value, G_MININT, G_MAXUINT, &number, error))
    return false;
  if (G_VALUE_HOLDS_ENUM (out) && number <= G_MAXINT
      && g_enum_get_value (G_ENUM_CLASS (klass), static_cast<gint> (number)) != nullptr)
    {
      g_value_set_enum (out, static_cast<gint> (number));
      return true;
    }
  if (G_VALUE_HOLDS_FLAGS (out) && number >= 0 && (number & ~static_cast<gint64> (G_FLAGS_CLASS (klass)->mask)) == 0)
    {
      g_value_set_flags (out, static_cast<guint> (number));
      return true;
    }
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE, "%" G_GINT64_FORMAT " is no value of ‘%s’", number,
               G_VALUE_TYPE_NAME (out));
  return false;
}

bool
to_strv (MessagePackValue *value, GValue *out, GError **error)
{
  if (value->kind != MESSAGE_PACK_KIND_ARRAY)
    {
      set_type_error (error, value, G_TYPE_STRV);
      return false;
    }
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (gsize i = 0; i < value->container.length; i++)
    {
      const char *text = message_pack_value_get_string (value->container.items[i], error);
      if (text == nullptr)
        return false;
      g_strv_builder_add (builder, text);
    }
  g_value_take_boxed (out, g_strv_builder_end (builder));
  return true;
}

bool
to_date_time (MessagePackValue *value, GValue *out, GError **error)
{
  gint64 seconds;
  guint32 nanoseconds;
  if (!message_pack_value_get_timestamp (value, &seconds, &nanoseconds, error))
    return false;
  g_autoptr (GDateTime) whole = g_date_time_new_from_unix_utc (seconds);
  GDateTime *time = whole != nullptr ? g_date_time_add (whole, nanoseconds / 1000) : nullptr;
  if (time == nullptr)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                   "the timestamp %" G_GINT64_FORMAT " is beyond what a GDateTime can hold", seconds);
      return false;
    }
  g_value_take_boxed (out, time);
  return true;
}

bool
to_boxed (MessagePackValue *value, GValue *out, GError **error)
{
  if (G_VALUE_HOLDS (out, MESSAGE_PACK_TYPE_VALUE))
    {
      g_value_set_boxed (out, value);
      return true;
    }
  if (value->kind == MESSAGE_PACK_KIND_NIL)
    return true; // which is what a boxed value holds from the beginning
  if (G_VALUE_HOLDS (out, G_TYPE_STRV))
    return to_strv (value, out, error);
  if (G_VALUE_HOLDS (out, G_TYPE_DATE_TIME))
    return to_date_time (value, out, error);
  if (G_VALUE_HOLDS (out, G_TYPE_BYTES))
    {
      GBytes *bytes = message_pack_value_get_bytes (value, error);
      g_value_set_boxed (out, bytes);
      return bytes != nullptr;
    }
  set_type_error (error, value, G_VALUE_TYPE (out));
  return false;
}

bool
to_text (MessagePackValue *value, GValue *out, GError **error)
{
  if (value->kind == MESSAGE_PACK_KIND_NIL)
    return true;
  g_value_set_string (out, message_pack_value_get_string (value, error));
  return g_value_get_string (out) != nullptr;
}

bool
to_object (MessagePackValue *value, GValue *out, MessagePackExtensions *extensions, GError **error)
{
  if (value->kind == MESSAGE_PACK_KIND_NIL)
    return true;
  g_value_take_object (out, message_pack_value_to_object (value, G_VALUE_TYPE (out), extensions, error));
  return g_value_get_object (out) != nullptr;
}

bool
to_variant (MessagePackValue *value, GValue *out, GError **error)
{
  g_value_take_variant (out, message_pack_value_to_variant (value, error));
  return g_value_get_variant (out) != nullptr;
}

// @out has its type already.
bool
fill (MessagePackValue *value, GValue *out, MessagePackExtensions *extensions, GError **error)
{
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (out)))
    {
    case G_TYPE_BOOLEAN:
      if (value->kind != MESSAGE_PACK_KIND_BOOLEAN)
        break;
      g_value_set_boolean (out, value->boolean);
      return true;
    case G_TYPE_CHAR:
    case G_TYPE_INT:
    case G_TYPE_LONG:
    case G_TYPE_INT64: return to_signed (value, out, error);
    case G_TYPE_UCHAR:
    case G_TYPE_UINT:
    case G_TYPE_ULONG:
    case G_TYPE_UINT64: return to_unsigned (value, out, error);
    case G_TYPE_FLOAT:
    case G_TYPE_DOUBLE: return to_number (value, out, error);
    case G_TYPE_ENUM:
    case G_TYPE_FLAGS: return to_enumeration (value, out, error);
    case G_TYPE_STRING: return to_text (value, out, error);
    case G_TYPE_VARIANT: return to_variant (value, out, error);
    case G_TYPE_BOXED: return to_boxed (value, out, error);
    case G_TYPE_OBJECT: return to_object (value, out, extensions, error);
    case G_TYPE_POINTER:
      if (value->kind == MESSAGE_PACK_KIND_NIL)
        return true;
      break;
    default: break;
    }
  set_type_error (error, value, G_VALUE_TYPE (out));
  return false;
}

} // namespace

MessagePackValue *
value_from_gvalue (const GValue *value, MessagePackExtensions *extensions, guint depth, GError **error)
{
  if (extensions != nullptr && extensions_know (extensions, G_VALUE_TYPE (value)))
    return message_pack_extensions_pack (extensions, value, error);
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value)))
    {
    case G_TYPE_BOOLEAN: return message_pack_value_new_boolean (g_value_get_boolean (value));
    case G_TYPE_CHAR: return message_pack_value_new_int64 (g_value_get_schar (value));
    case G_TYPE_UCHAR: return message_pack_value_new_int64 (g_value_get_uchar (value));
    case G_TYPE_INT: return message_pack_value_new_int64 (g_value_get_int (value));
    case G_TYPE_UINT: return message_pack_value_new_int64 (g_value_get_uint (value));
    case G_TYPE_LONG: return message_pack_value_new_int64 (g_value_get_long (value));
    case G_TYPE_ULONG: return message_pack_value_new_uint64 (g_value_get_ulong (value));
    case G_TYPE_INT64: return message_pack_value_new_int64 (g_value_get_int64 (value));
    case G_TYPE_UINT64: return message_pack_value_new_uint64 (g_value_get_uint64 (value));
    case G_TYPE_FLOAT: return message_pack_value_new_float (g_value_get_float (value));
    case G_TYPE_DOUBLE: return message_pack_value_new_double (g_value_get_double (value));
    case G_TYPE_ENUM: return message_pack_value_new_int64 (g_value_get_enum (value));
    case G_TYPE_FLAGS: return message_pack_value_new_int64 (g_value_get_flags (value));
    case G_TYPE_STRING:
      return g_value_get_string (value) != nullptr ? message_pack_value_new_string (g_value_get_string (value))
                                                   : message_pack_value_new_nil ();
    case G_TYPE_VARIANT:
      return g_value_get_variant (value) != nullptr
               ? message_pack_value_new_from_variant (g_value_get_variant (value), error)
               : message_pack_value_new_nil ();
    case G_TYPE_BOXED: return from_boxed (value, error);
    case G_TYPE_OBJECT:
      return g_value_get_object (value) != nullptr
               ? value_from_object (G_OBJECT (g_value_get_object (value)), extensions, depth + 1, error)
               : message_pack_value_new_nil ();
    case G_TYPE_POINTER:
      if (g_value_get_pointer (value) == nullptr)
        return message_pack_value_new_nil ();
      break;
    default: break;
    }
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "a ‘%s’ cannot be packed",
               G_VALUE_TYPE_NAME (value));
  return nullptr;
}

} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_new_from_gvalue:
 * @value: a value
 * @extensions: (nullable): the types that travel as extensions
 * @error: return location for an error
 *
 * Makes a value of a GObject value: numbers, enumerations and flags (as integers), strings, lists
 * of strings, `GBytes`, `GVariant`, `GDateTime` (as a timestamp), objects (as maps of their
 * properties, see [ctor@Value.new_from_object]), [struct@Value] itself, and all that is registered
 * in @extensions. %NULL of any type is nil.
 *
 * Returns: (transfer full): the value, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_from_gvalue (const GValue *value, MessagePackExtensions *extensions, GError **error)
{
  g_return_val_if_fail (G_IS_VALUE (value), nullptr);
  g_return_val_if_fail (extensions == nullptr || MESSAGE_PACK_IS_EXTENSIONS (extensions), nullptr);

  return value_from_gvalue (value, extensions, 0, error);
}

/**
 * message_pack_value_to_gvalue:
 * @self: a value
 * @out: (out caller-allocates): return location for a GObject value
 * @extensions: (nullable): the types that travel as extensions
 * @error: return location for an error
 *
 * Makes a GObject value. If @out was initialized, to any of the types that
 * [ctor@Value.new_from_gvalue] takes, the value becomes one of that type, or the conversion fails
 * if it does not fit. Otherwise the type follows from the value: that of a registered extension,
 * a number, a string, `GBytes`, a %NULL pointer for nil, and [struct@Value] for all the rest.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_value_to_gvalue (MessagePackValue *self, GValue *out, MessagePackExtensions *extensions, GError **error)
{
  g_return_val_if_fail (self != nullptr, FALSE);
  g_return_val_if_fail (out != nullptr, FALSE);
  g_return_val_if_fail (extensions == nullptr || MESSAGE_PACK_IS_EXTENSIONS (extensions), FALSE);

  bool typed = G_IS_VALUE (out);
  if (self->kind == MESSAGE_PACK_KIND_EXTENSION
      && is_registered (extensions, self->code, typed ? G_VALUE_TYPE (out) : G_TYPE_INVALID))
    {
      g_auto (GValue) unpacked = G_VALUE_INIT;
      if (!message_pack_extensions_unpack (extensions, self, &unpacked, error))
        return FALSE;
      if (!typed)
        g_value_init (out, G_VALUE_TYPE (&unpacked));
      g_value_copy (&unpacked, out);
      return TRUE;
    }
  if (typed)
    g_value_reset (out);
  else
    g_value_init (out, natural_type (self));
  if (fill (self, out, extensions, error))
    return TRUE;
  if (!typed)
    g_value_unset (out);
  return FALSE;
}
