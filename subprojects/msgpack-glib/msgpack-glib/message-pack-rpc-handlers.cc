// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-handlers.h"

#include "rpc-dispatch.hh"

#include <map>
#include <string>

namespace message_pack::rpc {
namespace {

// Shared, as a handler may still run while it is removed.
struct Handler {
  const MessagePackRpcHandlerFunc func;
  const gpointer user_data;
  const GDestroyNotify notify;

  Handler (MessagePackRpcHandlerFunc func_, gpointer user_data_, GDestroyNotify notify_)
    : func (func_),
      user_data (user_data_),
      notify (notify_)
  {}
  ~Handler ()
  {
    if (notify != nullptr)
      notify (user_data);
  }
};

using HandlerPointer = std::shared_ptr<const Handler>;

struct HandlerTable {
  std::mutex mutex;
  std::map<std::string, HandlerPointer> handlers;
  HandlerPointer fallback;
  GMainContext *context = nullptr;

  HandlerPointer find (const char *method)
  {
    std::lock_guard lock (mutex);
    auto found = handlers.find (method);
    return found != handlers.end () ? found->second : fallback;
  }
};

} // namespace
} // namespace message_pack::rpc

using namespace message_pack::rpc;

/**
 * MessagePackRpcHandlers:
 *
 * Which methods a peer can call, and what they do.
 *
 * One of these may serve any number of connections, and may be changed while it does.
 *
 * Handlers run in threads of a pool: many at the same time, also for the same connection. Only
 * notifications keep the order: what comes after one waits until its handler has returned. Languages
 * whose functions belong to one thread give a main context, in which handlers run then.
 *
 * Since: 1.0
 */
struct _MessagePackRpcHandlers {
  GObject parent_instance;

  HandlerTable *table;
};

enum { PROP_0, PROP_MAIN_CONTEXT, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (MessagePackRpcHandlers, message_pack_rpc_handlers, G_TYPE_OBJECT)

static void
message_pack_rpc_handlers_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_RPC_HANDLERS (object);
  g_clear_pointer (&self->table->context, g_main_context_unref);
  delete self->table;
  G_OBJECT_CLASS (message_pack_rpc_handlers_parent_class)->finalize (object);
}

static void
message_pack_rpc_handlers_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MAIN_CONTEXT)
    g_value_set_boxed (value, message_pack_rpc_handlers_get_main_context (MESSAGE_PACK_RPC_HANDLERS (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_rpc_handlers_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MAIN_CONTEXT)
    message_pack_rpc_handlers_set_main_context (MESSAGE_PACK_RPC_HANDLERS (object),
                                                static_cast<GMainContext *> (g_value_get_boxed (value)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_rpc_handlers_class_init (MessagePackRpcHandlersClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->finalize = message_pack_rpc_handlers_finalize;
  object_class->get_property = message_pack_rpc_handlers_get_property;
  object_class->set_property = message_pack_rpc_handlers_set_property;

  /**
   * MessagePackRpcHandlers:main-context: (attributes org.gtk.Property.get=message_pack_rpc_handlers_get_main_context org.gtk.Property.set=message_pack_rpc_handlers_set_main_context)
   *
   * Where handlers run, %NULL for threads of a pool.
   *
   * Since: 1.0
   */
  properties[PROP_MAIN_CONTEXT] = g_param_spec_boxed (
    "main-context", nullptr, nullptr, G_TYPE_MAIN_CONTEXT,
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_rpc_handlers_init (MessagePackRpcHandlers *self)
{
  self->table = new HandlerTable ();
}

bool
message_pack_rpc_handlers_handle (MessagePackRpcHandlers *self, MessagePackRpcInvocation *invocation)
{
  HandlerPointer handler = self->table->find (message_pack_rpc_invocation_get_method (invocation));
  if (handler == nullptr)
    return false;
  handler->func (invocation, handler->user_data);
  return true;
}

/**
 * message_pack_rpc_handlers_new:
 *
 * Makes a list of handlers, without any.
 *
 * Returns: (transfer full): new handlers
 *
 * Since: 1.0
 */
MessagePackRpcHandlers *
message_pack_rpc_handlers_new (void)
{
  return MESSAGE_PACK_RPC_HANDLERS (g_object_new (MESSAGE_PACK_TYPE_RPC_HANDLERS, nullptr));
}

/**
 * message_pack_rpc_handlers_add:
 * @self: handlers
 * @method: the name of a method
 * @func: (scope notified) (closure user_data) (destroy notify): what it does
 * @user_data: what to give to @func
 * @notify: (nullable): frees @user_data
 *
 * Adds a method. What was added under the same name before is replaced.
 *
 * Since: 1.0
 */
void
message_pack_rpc_handlers_add (MessagePackRpcHandlers *self, const char *method, MessagePackRpcHandlerFunc func,
                               gpointer user_data, GDestroyNotify notify)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self));
  g_return_if_fail (method != nullptr);
  g_return_if_fail (func != nullptr);

  HandlerPointer handler = std::make_shared<const Handler> (func, user_data, notify);
  std::unique_lock lock (self->table->mutex);
  std::swap (self->table->handlers[method], handler);
  lock.unlock (); // what was replaced is freed by code that is not ours
}

/**
 * message_pack_rpc_handlers_remove:
 * @self: handlers
 * @method: the name of a method
 *
 * Removes a method. A handler that runs at this moment goes on.
 *
 * Returns: whether there was such a method
 *
 * Since: 1.0
 */
gboolean
message_pack_rpc_handlers_remove (MessagePackRpcHandlers *self, const char *method)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self), FALSE);
  g_return_val_if_fail (method != nullptr, FALSE);

  HandlerPointer removed;
  std::lock_guard lock (self->table->mutex);
  auto found = self->table->handlers.find (method);
  if (found == self->table->handlers.end ())
    return FALSE;
  removed = std::move (found->second);
  self->table->handlers.erase (found);
  return TRUE;
}

/**
 * message_pack_rpc_handlers_contains:
 * @self: handlers
 * @method: the name of a method
 *
 * Tells whether a method was added.
 *
 * Returns: whether there is such a method
 *
 * Since: 1.0
 */
gboolean
message_pack_rpc_handlers_contains (MessagePackRpcHandlers *self, const char *method)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self), FALSE);
  g_return_val_if_fail (method != nullptr, FALSE);

  std::lock_guard lock (self->table->mutex);
  return self->table->handlers.contains (method);
}

/**
 * message_pack_rpc_handlers_list_methods:
 * @self: handlers
 *
 * Lists the methods that were added, in the order of the alphabet.
 *
 * Returns: (transfer full) (array zero-terminated=1): their names
 *
 * Since: 1.0
 */
char **
message_pack_rpc_handlers_list_methods (MessagePackRpcHandlers *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self), nullptr);

  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  std::lock_guard lock (self->table->mutex);
  for (auto &[method, handler] : self->table->handlers)
    g_strv_builder_add (builder, method.c_str ());
  return g_strv_builder_end (builder);
}

/**
 * message_pack_rpc_handlers_set_fallback:
 * @self: handlers
 * @func: (scope notified) (closure user_data) (destroy notify) (nullable): what to do
 * @user_data: what to give to @func
 * @notify: (nullable): frees @user_data
 *
 * Sets what is done for all methods that were not added. Without it a peer gets
 * %MESSAGE_PACK_ERROR_METHOD_NOT_FOUND.
 *
 * Since: 1.0
 */
void
message_pack_rpc_handlers_set_fallback (MessagePackRpcHandlers *self, MessagePackRpcHandlerFunc func,
                                        gpointer user_data, GDestroyNotify notify)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self));

  HandlerPointer handler;
  if (func != nullptr)
    handler = std::make_shared<const Handler> (func, user_data, notify);
  std::unique_lock lock (self->table->mutex);
  std::swap (self->table->fallback, handler);
  lock.unlock ();
}

/**
 * message_pack_rpc_handlers_get_main_context: (attributes org.gtk.Method.get_property=main-context)
 * @self: handlers
 *
 * Gets where handlers run.
 *
 * Returns: (transfer none) (nullable): a main context, %NULL for threads of a pool
 *
 * Since: 1.0
 */
GMainContext *
message_pack_rpc_handlers_get_main_context (MessagePackRpcHandlers *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self), nullptr);

  std::lock_guard lock (self->table->mutex);
  return self->table->context;
}

/**
 * message_pack_rpc_handlers_set_main_context: (attributes org.gtk.Method.set_property=main-context)
 * @self: handlers
 * @context: (nullable): a main context, %NULL for threads of a pool
 *
 * Sets where handlers run. Set it before the handlers are in use.
 *
 * Since: 1.0
 */
void
message_pack_rpc_handlers_set_main_context (MessagePackRpcHandlers *self, GMainContext *context)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_HANDLERS (self));

  GMainContext *previous;
  {
    std::lock_guard lock (self->table->mutex);
    previous = self->table->context;
    self->table->context = context != nullptr ? g_main_context_ref (context) : nullptr;
  }
  g_clear_pointer (&previous, g_main_context_unref);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MAIN_CONTEXT]);
}
