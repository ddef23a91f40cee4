// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include "message-pack-extensions.h"

#include <vector>

namespace message_pack {
namespace {

// The arguments of g_object_new_with_properties(), of which it takes copies.
class Arguments {
public:
  ~Arguments ()
  {
    for (auto &value : values_)
      g_value_unset (&value);
  }

  bool add (GObjectClass *klass, MessagePackValue *key, MessagePackValue *value, MessagePackExtensions *extensions,
            GError **error);

  GObject *make (GType type)
  {
    return g_object_new_with_properties (type, static_cast<guint> (names_.size ()), names_.data (), values_.data ());
  }

private:
  std::vector<const char *> names_;
  std::vector<GValue> values_;
};

bool
Arguments::add (GObjectClass *klass, MessagePackValue *key, MessagePackValue *value, MessagePackExtensions *extensions,
                GError **error)
{
  const char *name = message_pack_value_get_string (key, error);
  if (name == nullptr)
    {
      g_prefix_error (error, "the name of a property of ‘%s’: ", G_OBJECT_CLASS_NAME (klass));
      return false;
    }
  GParamSpec *property = g_object_class_find_property (klass, name);
  if (property == nullptr)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "‘%s’ has no property ‘%s’",
                   G_OBJECT_CLASS_NAME (klass), name);
      return false;
    }
  if ((property->flags & G_PARAM_WRITABLE) == 0)
    return true;

  GValue converted = G_VALUE_INIT;
  g_value_init (&converted, property->value_type);
  bool good = message_pack_value_to_gvalue (value, &converted, extensions, error);
  if (good && g_param_value_validate (property, &converted))
    {
      // it had to be changed to be valid
      g_set_error_literal (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                           "the property does not take this value");
      good = false;
    }
  if (!good)
    {
      g_prefix_error (error, "%s.%s: ", G_OBJECT_CLASS_NAME (klass), name);
      g_value_unset (&converted);
      return false;
    }
  names_.push_back (property->name);
  values_.push_back (converted);
  return true;
}

} // namespace

MessagePackValue *
value_from_object (GObject *object, MessagePackExtensions *extensions, guint depth, GError **error)
{
  if (depth > max_converted_depth)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
                   "objects that are nested deeper than %u, or hold themselves, cannot be packed", max_converted_depth);
      return nullptr;
    }
  guint n;
  g_autofree GParamSpec **properties = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);
  auto **items = g_new (MessagePackValue *, 2 * static_cast<gsize> (n));
  gsize length = 0;
  for (guint i = 0; i < n; i++)
    {
      if ((properties[i]->flags & G_PARAM_READABLE) == 0)
        continue;
      g_auto (GValue) content = G_VALUE_INIT;
      g_object_get_property (object, properties[i]->name, &content);
      auto *value = value_from_gvalue (&content, extensions, depth, error);
      if (value == nullptr)
        {
          g_prefix_error (error, "%s.%s: ", G_OBJECT_TYPE_NAME (object), properties[i]->name);
          release_items (items, length);
          return nullptr;
        }
      items[length++] = message_pack_value_new_string (properties[i]->name);
      items[length++] = value;
    }
  return value_take_container (MESSAGE_PACK_KIND_MAP, items, length);
}

} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_new_from_object:
 * @object: (type GObject.Object): an object
 * @extensions: (nullable): the types that travel as extensions
 * @error: return location for an error
 *
 * Makes a map of the readable properties of an object, from their names to their values.
 *
 * Returns: (transfer full): the map, or %NULL with @error set if a property cannot be packed
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_value_new_from_object (GObject *object, MessagePackExtensions *extensions, GError **error)
{
  g_return_val_if_fail (G_IS_OBJECT (object), nullptr);
  g_return_val_if_fail (extensions == nullptr || MESSAGE_PACK_IS_EXTENSIONS (extensions), nullptr);

  return value_from_object (object, extensions, 0, error);
}

/**
 * message_pack_value_to_object:
 * @self: a map from the names of properties to their values
 * @type: the type of the object to make
 * @extensions: (nullable): the types that travel as extensions
 * @error: return location for an error
 *
 * Makes an object and gives it the properties of a map. Those that can only be read are passed
 * over; one that does not exist, or does not take its value, is an error.
 *
 * Returns: (transfer full) (type GObject.Object): the object, or %NULL with @error set
 *
 * Since: 1.0
 */
GObject *
message_pack_value_to_object (MessagePackValue *self, GType type, MessagePackExtensions *extensions, GError **error)
{
  g_return_val_if_fail (self != nullptr, nullptr);
  g_return_val_if_fail (g_type_is_a (type, G_TYPE_OBJECT), nullptr);
  g_return_val_if_fail (extensions == nullptr || MESSAGE_PACK_IS_EXTENSIONS (extensions), nullptr);

  if (self->kind != MESSAGE_PACK_KIND_MAP)
    {
      set_kind_error (error, "a map of properties", self);
      return nullptr;
    }
  if (G_TYPE_IS_ABSTRACT (type) || self->depth > max_converted_depth)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE,
                   "no object of ‘%s’ can be made of a map that is nested %u deep", g_type_name (type), self->depth);
      return nullptr;
    }
  g_autoptr (GTypeClass) klass = static_cast<GTypeClass *> (g_type_class_ref (type));
  Arguments arguments;
  for (gsize i = 0; i < self->container.length; i += 2)
    if (!arguments.add (G_OBJECT_CLASS (klass), self->container.items[i], self->container.items[i + 1], extensions,
                        error))
      return nullptr;
  return arguments.make (type);
}
