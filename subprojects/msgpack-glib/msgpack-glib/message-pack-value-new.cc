// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include <array>
#include <new>
#include <string.h>

namespace message_pack {
namespace {

constexpr int first_small = -32;
constexpr int last_small = 127;

// nil, the booleans and the integers of one byte, which messages are full of: a peer cannot make us
// spend a node on each byte it sends.
struct SharedValues {
  MessagePackValue nil = {};
  std::array<MessagePackValue, 2> booleans = {};
  std::array<MessagePackValue, last_small - first_small + 1> integers = {};

  SharedValues ()
  {
    nil.kind = MESSAGE_PACK_KIND_NIL;
    nil.immortal = true;
    for (int i = 0; i < 2; i++)
      {
        booleans[i].kind = MESSAGE_PACK_KIND_BOOLEAN;
        booleans[i].immortal = true;
        booleans[i].boolean = i != 0;
      }
    for (int i = first_small; i <= last_small; i++)
      {
        auto &value = integers[i - first_small];
        value.kind = MESSAGE_PACK_KIND_INTEGER;
        value.immortal = true;
        value.integer = i;
      }
  }
};

SharedValues &
shared_values ()
{
  static SharedValues values;
  return values;
}

MessagePackValue *
new_value (MessagePackKind kind)
{
  auto *self = new (g_malloc (sizeof (MessagePackValue))) MessagePackValue {};
  self->ref_count.store (1, std::memory_order_relaxed);
  self->kind = kind;
  return self;
}

MessagePackValue **
ref_items (MessagePackValue **items, gsize n)
{
  auto **copy = g_new (MessagePackValue *, n);
  for (gsize i = 0; i < n; i++)
    copy[i] = message_pack_value_ref (items[i]);
  return copy;
}

} // namespace

MessagePackValue *
value_take_text (char *data, gsize length)
{
  auto *self = new_value (MESSAGE_PACK_KIND_STRING);
  self->text = { data, length };
  self->valid = length == 0 || g_utf8_validate_len (data, length, nullptr);
  return self;
}

MessagePackValue *
value_take_bytes (GBytes *bytes)
{
  auto *self = new_value (MESSAGE_PACK_KIND_BINARY);
  self->bytes = bytes;
  return self;
}

MessagePackValue *
value_take_extension (gint8 code, GBytes *data)
{
  auto *self = new_value (MESSAGE_PACK_KIND_EXTENSION);
  self->code = code;
  self->bytes = data;
  return self;
}

MessagePackValue *
value_take_container (MessagePackKind kind, MessagePackValue **items, gsize length)
{
  auto *self = new_value (kind);
  guint32 deepest = 0;
  for (gsize i = 0; i < length; i++)
    deepest = MAX (deepest, items[i]->depth);
  self->depth = deepest == G_MAXUINT32 ? deepest : deepest + 1;
  self->container = { items, length, nullptr };
  return self;
}

} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_new_nil:
 *
 * Makes nil.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_nil (void)
{
  return &shared_values ().nil;
}

/**
 * message_pack_value_new_boolean:
 * @value: what it is
 *
 * Makes a boolean.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_boolean (gboolean value)
{
  return &shared_values ().booleans[value ? 1 : 0];
}

/**
 * message_pack_value_new_int64:
 * @value: what it is
 *
 * Makes an integer.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_int64 (gint64 value)
{
  if (value >= first_small && value <= last_small)
    return &shared_values ().integers[value - first_small];

  auto *self = new_value (MESSAGE_PACK_KIND_INTEGER);
  self->integer = value;
  return self;
}

/**
 * message_pack_value_new_uint64:
 * @value: what it is
 *
 * Makes an integer; its kind is %MESSAGE_PACK_KIND_UNSIGNED only if it does not fit `gint64`.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_uint64 (guint64 value)
{
  if (value <= G_MAXINT64)
    return message_pack_value_new_int64 (static_cast<gint64> (value));

  auto *self = new_value (MESSAGE_PACK_KIND_UNSIGNED);
  self->natural = value;
  return self;
}

/**
 * message_pack_value_new_float:
 * @value: what it is
 *
 * Makes a number in single precision.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_float (gfloat value)
{
  auto *self = new_value (MESSAGE_PACK_KIND_FLOAT32);
  self->single = value;
  return self;
}

/**
 * message_pack_value_new_double:
 * @value: what it is
 *
 * Makes a number in double precision.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_double (gdouble value)
{
  auto *self = new_value (MESSAGE_PACK_KIND_FLOAT64);
  self->number = value;
  return self;
}

/**
 * message_pack_value_new_string:
 * @value: a text, which is copied
 *
 * Makes a text.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_string (const char *value)
{
  g_return_val_if_fail (value != nullptr, nullptr);

  return value_take_text (g_strdup (value), strlen (value));
}

/**
 * message_pack_value_new_bytes:
 * @value: bytes, which are not copied
 *
 * Makes a binary.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_bytes (GBytes *value)
{
  g_return_val_if_fail (value != nullptr, nullptr);

  return value_take_bytes (g_bytes_ref (value));
}

/**
 * message_pack_value_new_extension:
 * @code: the code of the type; those below zero are reserved by MessagePack
 * @data: its bytes, which are not copied
 *
 * Makes an extension. See [class@Extensions] for the way from and to GObject types.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_extension (gint8 code, GBytes *data)
{
  g_return_val_if_fail (data != nullptr, nullptr);

  return value_take_extension (code, g_bytes_ref (data));
}

/**
 * message_pack_value_new_timestamp:
 * @seconds: seconds since 1970, UTC
 * @nanoseconds: what comes on top; whole seconds in it are carried over
 *
 * Makes a timestamp, which is the extension of code -1, in its shortest form.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_timestamp (gint64 seconds, guint32 nanoseconds)
{
  return value_take_extension (timestamp_code, timestamp_to_bytes (seconds, nanoseconds));
}

/**
 * message_pack_value_new_array:
 * @elements: (array length=n_elements) (transfer none): the elements
 * @n_elements: how many
 *
 * Makes an array, which takes a reference to each element.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_array (MessagePackValue **elements, gsize n_elements)
{
  g_return_val_if_fail (elements != nullptr || n_elements == 0, nullptr);

  return value_take_container (MESSAGE_PACK_KIND_ARRAY, ref_items (elements, n_elements), n_elements);
}

/**
 * message_pack_value_new_map:
 * @keys: (array length=n_pairs) (transfer none): the keys
 * @values: (array length=n_pairs) (transfer none): the values that belong to them
 * @n_pairs: how many
 *
 * Makes a map, which takes a reference to each key and value. The order is kept, and keys may be of
 * any kind. Whether keys repeat is not checked.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_map (MessagePackValue **keys, MessagePackValue **values, gsize n_pairs)
{
  g_return_val_if_fail ((keys != nullptr && values != nullptr) || n_pairs == 0, nullptr);

  auto **items = g_new (MessagePackValue *, 2 * n_pairs);
  for (gsize i = 0; i < n_pairs; i++)
    {
      items[2 * i] = message_pack_value_ref (keys[i]);
      items[2 * i + 1] = message_pack_value_ref (values[i]);
    }
  return value_take_container (MESSAGE_PACK_KIND_MAP, items, 2 * n_pairs);
}

/**
 * message_pack_value_new_strv:
 * @strings: (array zero-terminated=1): texts
 *
 * Makes an array of texts.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_strv (const char *const *strings)
{
  g_return_val_if_fail (strings != nullptr, nullptr);

  gsize length = g_strv_length (const_cast<char **> (strings));
  auto **items = g_new (MessagePackValue *, length);
  for (gsize i = 0; i < length; i++)
    items[i] = message_pack_value_new_string (strings[i]);
  return value_take_container (MESSAGE_PACK_KIND_ARRAY, items, length);
}
