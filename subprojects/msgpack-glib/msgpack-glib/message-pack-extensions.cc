// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-extensions.h"

#include "value-private.hh"

#include <map>
#include <memory>
#include <mutex>

namespace message_pack {
namespace {

// What is registered under one code. Shared, as a function may still run while it is removed.
struct Entry {
  const GType type;
  const MessagePackExtensionPackFunc pack;
  const gpointer pack_data;
  const GDestroyNotify pack_notify;
  const MessagePackExtensionUnpackFunc unpack;
  const gpointer unpack_data;
  const GDestroyNotify unpack_notify;

  Entry (GType type_, MessagePackExtensionPackFunc pack_, gpointer pack_data_, GDestroyNotify pack_notify_,
         MessagePackExtensionUnpackFunc unpack_, gpointer unpack_data_, GDestroyNotify unpack_notify_)
    : type (type_),
      pack (pack_),
      pack_data (pack_data_),
      pack_notify (pack_notify_),
      unpack (unpack_),
      unpack_data (unpack_data_),
      unpack_notify (unpack_notify_)
  {}

  ~Entry ()
  {
    if (pack_notify != nullptr)
      pack_notify (pack_data);
    if (unpack_notify != nullptr)
      unpack_notify (unpack_data);
  }
};

using EntryPointer = std::shared_ptr<const Entry>;

struct Registry {
  std::mutex mutex;
  std::map<gint8, EntryPointer> entries;

  EntryPointer find (gint8 code)
  {
    std::lock_guard lock (mutex);
    auto found = entries.find (code);
    return found != entries.end () ? found->second : nullptr;
  }

  // The type itself goes before what it derives from.
  EntryPointer find_type (GType type, gint8 *code)
  {
    std::lock_guard lock (mutex);
    EntryPointer best;
    for (auto &[candidate_code, candidate] : entries)
      {
        if (!g_type_is_a (type, candidate->type) || (best != nullptr && !g_type_is_a (candidate->type, best->type)))
          continue;
        best = candidate;
        *code = candidate_code;
      }
    return best;
  }
};

} // namespace
} // namespace message_pack

using namespace message_pack;

/**
 * MessagePackExtensions:
 *
 * Which extension types stand for which GObject types, and how to get from one to the other.
 *
 * There is no registry for the whole process: give one of these to whatever converts `GValue`s. It
 * may be changed and used by any number of threads.
 *
 * Since: 1.0
 */
struct _MessagePackExtensions {
  GObject parent_instance;

  Registry *registry;
};

G_DEFINE_FINAL_TYPE (MessagePackExtensions, message_pack_extensions, G_TYPE_OBJECT)

static void
message_pack_extensions_finalize (GObject *object)
{
  delete MESSAGE_PACK_EXTENSIONS (object)->registry;
  G_OBJECT_CLASS (message_pack_extensions_parent_class)->finalize (object);
}

static void
message_pack_extensions_class_init (MessagePackExtensionsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = message_pack_extensions_finalize;
}

static void
message_pack_extensions_init (MessagePackExtensions *self)
{
  self->registry = new Registry ();
}

bool
message_pack::extensions_know (MessagePackExtensions *extensions, GType type)
{
  gint8 code;
  return extensions->registry->find_type (type, &code) != nullptr;
}

/**
 * message_pack_extensions_new:
 *
 * Makes an empty registry.
 *
 * Returns: (transfer full): a new registry
 *
 * Since: 1.0
 */
MessagePackExtensions *
message_pack_extensions_new (void)
{
  return MESSAGE_PACK_EXTENSIONS (g_object_new (MESSAGE_PACK_TYPE_EXTENSIONS, nullptr));
}

/**
 * message_pack_extensions_add:
 * @self: a registry
 * @code: the code, which is not negative: those are reserved by MessagePack
 * @type: the type whose values travel as extensions of that code
 * @pack_func: (scope notified) (closure pack_data) (destroy pack_notify): makes the bytes
 * @pack_data: what to give to @pack_func
 * @pack_notify: (nullable): frees @pack_data
 * @unpack_func: (scope notified) (closure unpack_data) (destroy unpack_notify): reads the bytes
 * @unpack_data: what to give to @unpack_func
 * @unpack_notify: (nullable): frees @unpack_data
 * @error: return location for an error
 *
 * Registers a type. What was registered under the code before is replaced.
 *
 * Python and JavaScript give functions a copy of a `GValue`, so an @unpack_func in these languages
 * cannot set one: there, look at the bytes themselves by [method@Value.get_extension].
 *
 * Returns: %TRUE, or %FALSE with @error set if the code is reserved or the type is not a type of
 *   values
 *
 * Since: 1.0
 */
gboolean
message_pack_extensions_add (MessagePackExtensions *self, gint8 code, GType type,
                             MessagePackExtensionPackFunc pack_func, gpointer pack_data, GDestroyNotify pack_notify,
                             MessagePackExtensionUnpackFunc unpack_func, gpointer unpack_data,
                             GDestroyNotify unpack_notify, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_EXTENSIONS (self), FALSE);
  g_return_val_if_fail (pack_func != nullptr, FALSE);
  g_return_val_if_fail (unpack_func != nullptr, FALSE);

  // from here on the data is ours, and freed even if it cannot be used
  EntryPointer entry =
    std::make_shared<const Entry> (type, pack_func, pack_data, pack_notify, unpack_func, unpack_data, unpack_notify);
  if (code < 0)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE,
                   "the code %d is reserved by MessagePack: take one from 0 to 127", code);
      return FALSE;
    }
  if (!G_TYPE_IS_VALUE (type))
    {
      const char *name = g_type_name (type);
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "‘%s’ is not a type of values",
                   name != nullptr ? name : "nothing");
      return FALSE;
    }
  {
    std::lock_guard lock (self->registry->mutex);
    std::swap (self->registry->entries[code], entry);
  }
  return TRUE;
}

/**
 * message_pack_extensions_remove:
 * @self: a registry
 * @code: a code
 *
 * Forgets what is registered under a code.
 *
 * Returns: whether there was something
 *
 * Since: 1.0
 */
gboolean
message_pack_extensions_remove (MessagePackExtensions *self, gint8 code)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_EXTENSIONS (self), FALSE);

  EntryPointer removed = self->registry->find (code);
  std::lock_guard lock (self->registry->mutex);
  return self->registry->entries.erase (code) != 0;
}

/**
 * message_pack_extensions_get_gtype:
 * @self: a registry
 * @code: a code
 *
 * Gets the type that is registered under a code.
 *
 * Returns: the type, %G_TYPE_INVALID if there is none
 *
 * Since: 1.0
 */
GType
message_pack_extensions_get_gtype (MessagePackExtensions *self, gint8 code)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_EXTENSIONS (self), G_TYPE_INVALID);

  EntryPointer entry = self->registry->find (code);
  return entry != nullptr ? entry->type : G_TYPE_INVALID;
}

/**
 * message_pack_extensions_pack:
 * @self: a registry
 * @value: a value
 * @error: return location for an error
 *
 * Makes an extension of a value whose type, or a type that it derives from, is registered.
 *
 * Returns: (transfer full): the extension, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_extensions_pack (MessagePackExtensions *self, const GValue *value, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_EXTENSIONS (self), nullptr);
  g_return_val_if_fail (G_IS_VALUE (value), nullptr);

  gint8 code = 0;
  EntryPointer entry = self->registry->find_type (G_VALUE_TYPE (value), &code);
  if (entry == nullptr)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "no extension is registered for the type ‘%s’",
                   G_VALUE_TYPE_NAME (value));
      return nullptr;
    }
  GError *failure = nullptr;
  GBytes *data = entry->pack (value, entry->pack_data, &failure);
  if (failure != nullptr)
    {
      g_clear_pointer (&data, g_bytes_unref);
      g_propagate_error (error, failure);
      return nullptr;
    }
  if (data == nullptr)
    {
      // a function of a language binding that threw, and whose exception could not be passed on
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_FAILED, "packing a ‘%s’ gave no bytes",
                   G_VALUE_TYPE_NAME (value));
      return nullptr;
    }
  return value_take_extension (code, data);
}

/**
 * message_pack_extensions_unpack:
 * @self: a registry
 * @value: an extension
 * @out: (out caller-allocates): return location for the value, not yet initialized
 * @error: return location for an error
 *
 * Makes a value of the registered type of an extension.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_extensions_unpack (MessagePackExtensions *self, MessagePackValue *value, GValue *out, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_EXTENSIONS (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);
  g_return_val_if_fail (out != nullptr && !G_IS_VALUE (out), FALSE);

  gint8 code = 0;
  GBytes *data = message_pack_value_get_extension (value, &code, error);
  if (data == nullptr)
    return FALSE;
  EntryPointer entry = self->registry->find (code);
  if (entry == nullptr)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "no type is registered for the extension %d",
                   code);
      return FALSE;
    }
  g_value_init (out, entry->type);
  GError *failure = nullptr;
  if (entry->unpack (data, out, entry->unpack_data, &failure) && failure == nullptr)
    return TRUE;
  g_value_unset (out);
  if (failure == nullptr)
    failure = g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_FAILED, "unpacking the extension %d failed", code);
  g_propagate_error (error, failure);
  return FALSE;
}
