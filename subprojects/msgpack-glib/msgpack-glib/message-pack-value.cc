// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include "decoder.hh"
#include "encoder.hh"
#include "limits-private.hh"

#include <string.h>
#include <utility>
#include <vector>

/**
 * MessagePackValue:
 *
 * Anything that MessagePack can say: an immutable tree of nil, booleans, numbers, texts, binaries,
 * arrays, maps and extensions.
 *
 * Values are counted atomically and never change, so they may be shared by threads and may be part
 * of any number of other values. A binary holds the very `GBytes` it was made of.
 *
 * A text that came from elsewhere may hold anything; [method@Value.get_string] fails unless it is
 * UTF-8, [method@Value.dup_bytes] gives what is there.
 *
 * No operation recurses, so trees may be as deep as memory allows; only conversions into other
 * forms of GLib, whose own code recurses, refuse more than 60 levels. What is read from elsewhere
 * is bounded by [struct@Limits].
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (MessagePackValue, message_pack_value, message_pack_value_ref, message_pack_value_unref)

namespace message_pack {
namespace {

constexpr const char *kind_names[] = {
  "nil",
  "a boolean",
  "an integer",
  "an integer above the signed range",
  "a 32-bit float",
  "a 64-bit float",
  "a string",
  "a binary",
  "an array",
  "a map",
  "an extension",
};

// Gives back one reference; whether that was the last one.
bool
drop (MessagePackValue *value)
{
  return !value->immortal && value->ref_count.fetch_sub (1, std::memory_order_acq_rel) == 1;
}

void
free_leaf (MessagePackValue *value)
{
  if (value->kind == MESSAGE_PACK_KIND_STRING)
    g_free (value->text.data);
  else if (value->kind == MESSAGE_PACK_KIND_BINARY || value->kind == MESSAGE_PACK_KIND_EXTENSION)
    g_bytes_unref (value->bytes);
  g_free (value);
}

// Frees a tree without recursion: containers wait in a list that runs through themselves.
void
free_tree (MessagePackValue *dying)
{
  if (!is_container (dying))
    return free_leaf (dying);

  dying->container.next = nullptr;
  while (dying != nullptr)
    {
      auto *current = dying;
      dying = current->container.next;
      for (gsize i = 0; i < current->container.length; i++)
        {
          auto *item = current->container.items[i];
          if (!drop (item))
            continue;
          if (is_container (item))
            {
              item->container.next = dying;
              dying = item;
            }
          else
            free_leaf (item);
        }
      g_free (current->container.items);
      g_free (current);
    }
}

bool
equal_nodes (const MessagePackValue *a, const MessagePackValue *b)
{
  if (a->kind != b->kind)
    return false;
  switch (a->kind)
    {
    case MESSAGE_PACK_KIND_NIL: return true;
    case MESSAGE_PACK_KIND_BOOLEAN: return a->boolean == b->boolean;
    case MESSAGE_PACK_KIND_INTEGER:
    case MESSAGE_PACK_KIND_UNSIGNED: return a->natural == b->natural;
    case MESSAGE_PACK_KIND_FLOAT32: return memcmp (&a->single, &b->single, sizeof a->single) == 0;
    case MESSAGE_PACK_KIND_FLOAT64: return memcmp (&a->number, &b->number, sizeof a->number) == 0;
    case MESSAGE_PACK_KIND_STRING:
      return a->text.length == b->text.length && memcmp (a->text.data, b->text.data, a->text.length) == 0;
    case MESSAGE_PACK_KIND_BINARY: return g_bytes_equal (a->bytes, b->bytes);
    case MESSAGE_PACK_KIND_EXTENSION: return a->code == b->code && g_bytes_equal (a->bytes, b->bytes);
    case MESSAGE_PACK_KIND_ARRAY:
    case MESSAGE_PACK_KIND_MAP: return a->container.length == b->container.length;
    }
  return false;
}

} // namespace

const char *
kind_name (MessagePackKind kind)
{
  return kind_names[kind];
}

void
set_kind_error (GError **error, const char *wanted, const MessagePackValue *value)
{
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "%s was expected, but the value is %s", wanted,
               kind_name (value->kind));
}

void
release_items (MessagePackValue **items, gsize length)
{
  for (gsize i = 0; i < length; i++)
    message_pack_value_unref (items[i]);
  g_free (items);
}

} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_ref:
 * @self: a value
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_ref (MessagePackValue *self)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (!self->immortal)
    self->ref_count.fetch_add (1, std::memory_order_relaxed);
  return self;
}

/**
 * message_pack_value_unref:
 * @self: (transfer full): a value
 *
 * Gives back a reference.
 *
 * Since: 1.0
 */
void
message_pack_value_unref (MessagePackValue *self)
{
  g_return_if_fail (self != nullptr);

  if (drop (self))
    free_tree (self);
}

/**
 * message_pack_value_get_kind:
 * @self: a value
 *
 * Gets what the value is.
 *
 * Returns: the kind
 *
 * Since: 1.0
 */
MessagePackKind
message_pack_value_get_kind (MessagePackValue *self)
{
  g_return_val_if_fail (self != nullptr, MESSAGE_PACK_KIND_NIL);

  return self->kind;
}

/**
 * message_pack_value_is_nil:
 * @self: a value
 *
 * Tells whether the value is nil.
 *
 * Returns: whether it is nil
 *
 * Since: 1.0
 */
gboolean
message_pack_value_is_nil (MessagePackValue *self)
{
  g_return_val_if_fail (self != nullptr, FALSE);

  return self->kind == MESSAGE_PACK_KIND_NIL;
}

/**
 * message_pack_value_get_length:
 * @self: a value
 *
 * Gets how many elements an array has, pairs a map, or bytes a text, a binary or an extension;
 * anything else has none.
 *
 * Returns: the length
 *
 * Since: 1.0
 */
gsize
message_pack_value_get_length (MessagePackValue *self)
{
  g_return_val_if_fail (self != nullptr, 0);

  switch (self->kind)
    {
    case MESSAGE_PACK_KIND_STRING: return self->text.length;
    case MESSAGE_PACK_KIND_BINARY:
    case MESSAGE_PACK_KIND_EXTENSION: return g_bytes_get_size (self->bytes);
    case MESSAGE_PACK_KIND_ARRAY: return self->container.length;
    case MESSAGE_PACK_KIND_MAP: return self->container.length / 2;
    default: return 0;
    }
}

/**
 * message_pack_value_get_element:
 * @self: a value
 * @index: which element
 *
 * Gets an element of an array.
 *
 * Returns: (transfer none) (nullable): the element, %NULL if there is none or @self is no array
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_get_element (MessagePackValue *self, gsize index)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind != MESSAGE_PACK_KIND_ARRAY || index >= self->container.length)
    return nullptr;
  return self->container.items[index];
}

/**
 * message_pack_value_get_key:
 * @self: a value
 * @index: which pair
 *
 * Gets the key of a pair of a map.
 *
 * Returns: (transfer none) (nullable): the key, %NULL if there is none or @self is no map
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_get_key (MessagePackValue *self, gsize index)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind != MESSAGE_PACK_KIND_MAP || index >= self->container.length / 2)
    return nullptr;
  return self->container.items[2 * index];
}

/**
 * message_pack_value_get_member_value:
 * @self: a value
 * @index: which pair
 *
 * Gets the value of a pair of a map.
 *
 * Returns: (transfer none) (nullable): the value, %NULL if there is none or @self is no map
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_get_member_value (MessagePackValue *self, gsize index)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (self->kind != MESSAGE_PACK_KIND_MAP || index >= self->container.length / 2)
    return nullptr;
  return self->container.items[2 * index + 1];
}

/**
 * message_pack_value_lookup:
 * @self: a value
 * @key: a text
 *
 * Gets what a map holds under a text. Pairs are looked at one by one, and the first one counts.
 *
 * Returns: (transfer none) (nullable): the value, %NULL if there is none or @self is no map
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_lookup (MessagePackValue *self, const char *key)
{
  g_return_val_if_fail (self != nullptr, nullptr);
  g_return_val_if_fail (key != nullptr, nullptr);

  if (self->kind != MESSAGE_PACK_KIND_MAP)
    return nullptr;
  gsize length = strlen (key);
  for (gsize i = 0; i < self->container.length; i += 2)
    {
      auto *candidate = self->container.items[i];
      if (candidate->kind == MESSAGE_PACK_KIND_STRING && candidate->text.length == length
          && memcmp (candidate->text.data, key, length) == 0)
        return self->container.items[i + 1];
    }
  return nullptr;
}

/**
 * message_pack_value_equal:
 * @self: a value
 * @other: another value
 *
 * Tells whether two values say the same: the same kinds, contents, and order of pairs. Floating
 * point numbers are compared by their bits, so that NaN equals itself.
 *
 * Returns: whether they are equal
 *
 * Since: 1.0
 */
gboolean
message_pack_value_equal (MessagePackValue *self, MessagePackValue *other)
{
  g_return_val_if_fail (self != nullptr, FALSE);
  g_return_val_if_fail (other != nullptr, FALSE);

  std::vector<std::pair<MessagePackValue *, MessagePackValue *>> waiting = { { self, other } };
  while (!waiting.empty ())
    {
      auto [a, b] = waiting.back ();
      waiting.pop_back ();
      if (a == b)
        continue;
      if (!equal_nodes (a, b))
        return FALSE;
      if (is_container (a))
        for (gsize i = 0; i < a->container.length; i++)
          waiting.emplace_back (a->container.items[i], b->container.items[i]);
    }
  return TRUE;
}

/**
 * message_pack_value_pack:
 * @self: a value
 * @error: return location for an error
 *
 * Turns the value into bytes, each part in its shortest form. MessagePack cannot say lengths of
 * 4 GiB and more in one text, binary, array, map or extension: %MESSAGE_PACK_ERROR_RANGE.
 *
 * Returns: (transfer full): the bytes, or %NULL with @error set
 *
 * Since: 1.0
 */
GBytes *
message_pack_value_pack (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  Encoder encoder;
  if (!encoder.value (self, error))
    return nullptr;
  return encoder.to_bytes ();
}

/**
 * message_pack_value_unpack:
 * @bytes: the bytes of one value
 * @error: return location for an error
 *
 * Turns bytes into a value, within the default limits; bytes that follow the value are
 * %MESSAGE_PACK_ERROR_MALFORMED. Long binaries refer to @bytes and are not copied.
 *
 * Returns: (transfer full): the value, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_unpack (GBytes *bytes, GError **error)
{
  return message_pack_value_unpack_full (bytes, nullptr, error);
}

/**
 * message_pack_value_unpack_full:
 * @bytes: the bytes of one value
 * @limits: (nullable): what to accept, %NULL for the defaults
 * @error: return location for an error
 *
 * Turns bytes into a value, within limits.
 *
 * Returns: (transfer full): the value, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_unpack_full (GBytes *bytes, const MessagePackLimits *limits, GError **error)
{
  g_return_val_if_fail (bytes != nullptr, nullptr);

  gsize size;
  auto *data = static_cast<const guint8 *> (g_bytes_get_data (bytes, &size));
  Decoder decoder (limits != nullptr ? *limits : default_limits);
  gsize used = 0;
  g_autoptr (MessagePackValue) value = nullptr;
  switch (decoder.push (data, size, bytes, &used, &value, error))
    {
    case Decoder::Result::failed: return nullptr;
    case Decoder::Result::more: decoder.set_truncated (error); return nullptr;
    case Decoder::Result::value: break;
    }
  if (used == size)
    return static_cast<MessagePackValue *> (g_steal_pointer (&value));
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED,
               "%" G_GSIZE_FORMAT " bytes follow the value of %" G_GSIZE_FORMAT " bytes", size - used, used);
  return nullptr;
}
