// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include <vector>

namespace message_pack {
namespace {

MessagePackValue *value_from_variant (GVariant *variant, guint depth, GError **error);

bool
check_depth (guint depth, GError **error)
{
  if (depth <= max_converted_depth)
    return true;
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
               "a value that is nested deeper than %u cannot be converted", max_converted_depth);
  return false;
}

// An array, a tuple, or (with two items for every child) a dictionary.
MessagePackValue *
container_from_variant (GVariant *variant, guint depth, GError **error)
{
  bool is_map = g_variant_is_of_type (variant, G_VARIANT_TYPE_DICTIONARY);
  bool is_pair = g_variant_is_of_type (variant, G_VARIANT_TYPE_DICT_ENTRY);
  gsize n = g_variant_n_children (variant);
  std::vector<MessagePackValue *> items;
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);
      for (gsize part = 0; part < (is_map ? 2u : 1u); part++)
        {
          g_autoptr (GVariant) item = is_map ? g_variant_get_child_value (child, part) : g_variant_ref (child);
          auto *value = value_from_variant (item, depth + 1, error);
          if (value == nullptr)
            {
              for (auto *made : items)
                message_pack_value_unref (made);
              return nullptr;
            }
          items.push_back (value);
        }
    }
  auto **copy = static_cast<MessagePackValue **> (g_memdup2 (items.data (), items.size () * sizeof items[0]));
  return value_take_container (is_map || is_pair ? MESSAGE_PACK_KIND_MAP : MESSAGE_PACK_KIND_ARRAY, copy,
                               items.size ());
}

MessagePackValue *
bytes_from_variant (GVariant *variant)
{
  return value_take_bytes (g_variant_get_data_as_bytes (variant));
}

MessagePackValue *
value_from_variant (GVariant *variant, guint depth, GError **error)
{
  if (!check_depth (depth, error))
    return nullptr;
  switch (g_variant_classify (variant))
    {
    case G_VARIANT_CLASS_BOOLEAN: return message_pack_value_new_boolean (g_variant_get_boolean (variant));
    case G_VARIANT_CLASS_BYTE: return message_pack_value_new_int64 (g_variant_get_byte (variant));
    case G_VARIANT_CLASS_INT16: return message_pack_value_new_int64 (g_variant_get_int16 (variant));
    case G_VARIANT_CLASS_UINT16: return message_pack_value_new_int64 (g_variant_get_uint16 (variant));
    case G_VARIANT_CLASS_INT32: return message_pack_value_new_int64 (g_variant_get_int32 (variant));
    case G_VARIANT_CLASS_UINT32: return message_pack_value_new_int64 (g_variant_get_uint32 (variant));
    case G_VARIANT_CLASS_INT64: return message_pack_value_new_int64 (g_variant_get_int64 (variant));
    case G_VARIANT_CLASS_UINT64: return message_pack_value_new_uint64 (g_variant_get_uint64 (variant));
    case G_VARIANT_CLASS_HANDLE: return message_pack_value_new_int64 (g_variant_get_handle (variant));
    case G_VARIANT_CLASS_DOUBLE: return message_pack_value_new_double (g_variant_get_double (variant));
    case G_VARIANT_CLASS_STRING:
    case G_VARIANT_CLASS_OBJECT_PATH:
    case G_VARIANT_CLASS_SIGNATURE: return message_pack_value_new_string (g_variant_get_string (variant, nullptr));
    case G_VARIANT_CLASS_VARIANT:
      {
        g_autoptr (GVariant) inner = g_variant_get_variant (variant);
        return value_from_variant (inner, depth + 1, error);
      }
    case G_VARIANT_CLASS_MAYBE:
      {
        g_autoptr (GVariant) inner = g_variant_get_maybe (variant);
        return inner != nullptr ? value_from_variant (inner, depth + 1, error) : message_pack_value_new_nil ();
      }
    case G_VARIANT_CLASS_ARRAY:
      if (g_variant_is_of_type (variant, G_VARIANT_TYPE_BYTESTRING))
        return bytes_from_variant (variant);
      return container_from_variant (variant, depth, error);
    case G_VARIANT_CLASS_TUPLE:
    case G_VARIANT_CLASS_DICT_ENTRY: return container_from_variant (variant, depth, error);
    }
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "a GVariant of type ‘%s’ cannot be converted",
               g_variant_get_type_string (variant));
  return nullptr;
}

GVariant *variant_from_value (MessagePackValue *value, GError **error);

bool
has_text_keys (const MessagePackValue *map)
{
  for (gsize i = 0; i < map->container.length; i += 2)
    if (map->container.items[i]->kind != MESSAGE_PACK_KIND_STRING || !map->container.items[i]->valid)
      return false;
  return true;
}

GVariant *
container_to_variant (MessagePackValue *value, GError **error)
{
  bool is_map = value->kind == MESSAGE_PACK_KIND_MAP;
  bool is_dictionary = is_map && has_text_keys (value);
  const char *type = is_dictionary ? "a{sv}" : is_map ? "a(vv)" : "av";
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (type));
  for (gsize i = 0; i < value->container.length; i += is_map ? 2 : 1)
    {
      MessagePackValue **items = value->container.items + i;
      g_autoptr (GVariant) key = is_map && !is_dictionary ? variant_from_value (items[0], error) : nullptr;
      if (is_map && !is_dictionary && key == nullptr)
        return nullptr;
      GVariant *item = variant_from_value (items[is_map ? 1 : 0], error);
      if (item == nullptr)
        return nullptr;
      if (is_dictionary)
        g_variant_builder_add (&builder, "{sv}", items[0]->text.data, item);
      else if (is_map)
        g_variant_builder_add (&builder, "(vv)", key, item);
      else
        g_variant_builder_add (&builder, "v", item);
      g_variant_unref (item);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

GVariant *
leaf_to_variant (MessagePackValue *value, GError **error)
{
  const char *text;
  switch (value->kind)
    {
    case MESSAGE_PACK_KIND_BOOLEAN: return g_variant_new_boolean (value->boolean);
    case MESSAGE_PACK_KIND_INTEGER: return g_variant_new_int64 (value->integer);
    case MESSAGE_PACK_KIND_UNSIGNED: return g_variant_new_uint64 (value->natural);
    case MESSAGE_PACK_KIND_FLOAT32: return g_variant_new_double (value->single);
    case MESSAGE_PACK_KIND_FLOAT64: return g_variant_new_double (value->number);
    case MESSAGE_PACK_KIND_STRING:
      text = message_pack_value_get_string (value, error);
      return text != nullptr ? g_variant_new_string (text) : nullptr;
    case MESSAGE_PACK_KIND_BINARY: return g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, value->bytes, TRUE);
    case MESSAGE_PACK_KIND_EXTENSION:
      return g_variant_new ("(n@ay)", static_cast<gint16> (value->code),
                            g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, value->bytes, TRUE));
    default: return g_variant_new_maybe (G_VARIANT_TYPE_VARIANT, nullptr);
    }
}

// The result is never floating.
GVariant *
variant_from_value (MessagePackValue *value, GError **error)
{
  if (is_container (value))
    return container_to_variant (value, error);
  GVariant *variant = leaf_to_variant (value, error);
  return variant != nullptr ? g_variant_ref_sink (variant) : nullptr;
}

} // namespace
} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_new_from_variant:
 * @variant: any variant
 * @error: return location for an error
 *
 * Makes a value that says what a variant says:
 *
 * | type of the variant | value |
 * | --- | --- |
 * | `b` | a boolean |
 * | `y` `n` `q` `i` `u` `x` `t` `h` | an integer |
 * | `d` | a 64-bit float |
 * | `s` `o` `g` | a string |
 * | `ay` | a binary, which refers to the memory of @variant |
 * | `v`, `m…` | what is inside; nil for nothing |
 * | `a{…}`, `{…}` | a map |
 * | other arrays, tuples | an array |
 *
 * A floating @variant is taken. What is nested deeper than 60 levels is %MESSAGE_PACK_ERROR_LIMIT.
 *
 * Returns: (transfer full): the value, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_from_variant (GVariant *variant, GError **error)
{
  g_return_val_if_fail (variant != nullptr, nullptr);

  g_autoptr (GVariant) sunk = g_variant_ref_sink (variant);
  return value_from_variant (sunk, 0, error);
}

/**
 * message_pack_value_to_variant:
 * @self: a value
 * @error: return location for an error
 *
 * Makes a variant that says what a value says. The type follows from the value alone:
 *
 * | value | type of the variant |
 * | --- | --- |
 * | nil | `mv`, nothing |
 * | a boolean | `b` |
 * | an integer | `x`; `t` if it does not fit |
 * | a float | `d` |
 * | a string | `s` |
 * | a binary | `ay`, which refers to the memory of @self |
 * | an array, empty or not, of whatever elements | `av` |
 * | a map, empty or with strings as keys | `a{sv}` |
 * | any other map | `a(vv)` |
 * | an extension | `(nay)`: code and bytes |
 *
 * What is nested deeper than 60 levels is %MESSAGE_PACK_ERROR_LIMIT.
 *
 * Returns: (transfer full): the variant, or %NULL with @error set
 *
 * Since: 1.0
 */
GVariant *
message_pack_value_to_variant (MessagePackValue *self, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  if (!check_depth (self->depth, error))
    return nullptr;
  return variant_from_value (self, error);
}
