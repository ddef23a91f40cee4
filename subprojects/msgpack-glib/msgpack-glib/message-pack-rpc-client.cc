// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-client.h"

#include "limits-private.hh"
#include "message-pack-rpc-address.h"
#include "rpc-channel.hh"

/**
 * MessagePackRpcClient:
 *
 * Connects to servers by their addresses.
 *
 * For transports that have no address here, such as TLS, make the stream and give it to
 * [ctor@RpcConnection.new].
 *
 * Since: 1.0
 */
struct _MessagePackRpcClient {
  GObject parent_instance;

  guint timeout;
  MessagePackLimits limits;
};

enum { PROP_0, PROP_TIMEOUT, PROP_LIMITS, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (MessagePackRpcClient, message_pack_rpc_client, G_TYPE_OBJECT)

static void
message_pack_rpc_client_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  auto *self = MESSAGE_PACK_RPC_CLIENT (object);
  if (id == PROP_TIMEOUT)
    g_value_set_uint (value, self->timeout);
  else if (id == PROP_LIMITS)
    g_value_set_boxed (value, &self->limits);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_rpc_client_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  auto *self = MESSAGE_PACK_RPC_CLIENT (object);
  if (id == PROP_TIMEOUT)
    message_pack_rpc_client_set_timeout (self, g_value_get_uint (value));
  else if (id == PROP_LIMITS)
    message_pack_rpc_client_set_limits (self, static_cast<MessagePackLimits *> (g_value_get_boxed (value)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_rpc_client_class_init (MessagePackRpcClientClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->get_property = message_pack_rpc_client_get_property;
  object_class->set_property = message_pack_rpc_client_set_property;

  constexpr auto flags =
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * MessagePackRpcClient:timeout: (attributes org.gtk.Property.get=message_pack_rpc_client_get_timeout org.gtk.Property.set=message_pack_rpc_client_set_timeout)
   *
   * How many milliseconds connecting may take, 0 for as long as the system tries.
   *
   * Since: 1.0
   */
  properties[PROP_TIMEOUT] = g_param_spec_uint ("timeout", nullptr, nullptr, 0, G_MAXUINT, 0, flags);
  /**
   * MessagePackRpcClient:limits: (attributes org.gtk.Property.get=message_pack_rpc_client_get_limits org.gtk.Property.set=message_pack_rpc_client_set_limits)
   *
   * What the connections accept of each message.
   *
   * Since: 1.0
   */
  properties[PROP_LIMITS] = g_param_spec_boxed ("limits", nullptr, nullptr, MESSAGE_PACK_TYPE_LIMITS, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_rpc_client_init (MessagePackRpcClient *self)
{
  self->limits = message_pack::default_limits;
}

/**
 * message_pack_rpc_client_new:
 *
 * Makes a client.
 *
 * Returns: (transfer full): a new client
 *
 * Since: 1.0
 */
MessagePackRpcClient *
message_pack_rpc_client_new (void)
{
  return MESSAGE_PACK_RPC_CLIENT (g_object_new (MESSAGE_PACK_TYPE_RPC_CLIENT, nullptr));
}

static GSocketClient *
new_socket_client (MessagePackRpcClient *self)
{
  GSocketClient *client = g_socket_client_new ();
  // an address is meant as it is written, whatever proxy a desktop has for the web
  g_socket_client_set_enable_proxy (client, FALSE);
  // a socket counts whole seconds; only in set_up() it is known to be connected
  guint64 seconds = (static_cast<guint64> (self->timeout) + 999) / 1000;
  g_socket_client_set_timeout (client, static_cast<guint> (seconds));
  return client;
}

// Takes a socket that is connected.
static MessagePackRpcConnection *
set_up (MessagePackRpcClient *self, GSocketConnection *stream, MessagePackRpcHandlers *handlers)
{
  // the timeout was for connecting: afterwards silence is no error
  g_socket_set_timeout (g_socket_connection_get_socket (stream), 0);
  auto *connection = message_pack_rpc_connection_new_limited (G_IO_STREAM (stream), handlers, self->limits);
  g_object_unref (stream);
  return connection;
}

/**
 * message_pack_rpc_client_connect:
 * @self: a client
 * @address: the address of a server, see [func@rpc_address_parse]
 * @handlers: (nullable): what the server can call in turn
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Connects to a server.
 *
 * Returns: (transfer full): the connection, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackRpcConnection *
message_pack_rpc_client_connect (MessagePackRpcClient *self, const char *address, MessagePackRpcHandlers *handlers,
                                 GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self), nullptr);
  g_return_val_if_fail (address != nullptr, nullptr);
  g_return_val_if_fail (handlers == nullptr || MESSAGE_PACK_IS_RPC_HANDLERS (handlers), nullptr);
  g_return_val_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable), nullptr);

  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, error);
  if (connectable == nullptr)
    return nullptr;
  g_autoptr (GSocketClient) client = new_socket_client (self);
  GSocketConnection *stream = g_socket_client_connect (client, connectable, cancellable, error);
  if (stream == nullptr)
    {
      g_prefix_error (error, "connecting to %s: ", address);
      return nullptr;
    }
  return set_up (self, stream, handlers);
}

struct Attempt {
  char *address;
  MessagePackRpcHandlers *handlers;
};

static void
free_attempt (gpointer data) noexcept
{
  auto *attempt = static_cast<Attempt *> (data);
  g_free (attempt->address);
  g_clear_object (&attempt->handlers);
  g_free (attempt);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data) noexcept
{
  g_autoptr (GTask) task = G_TASK (data);
  auto *attempt = static_cast<Attempt *> (g_task_get_task_data (task));
  GError *error = nullptr;
  GSocketConnection *stream = g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  if (stream != nullptr)
    {
      auto *self = MESSAGE_PACK_RPC_CLIENT (g_task_get_source_object (task));
      g_task_return_pointer (task, set_up (self, stream, attempt->handlers), g_object_unref);
      return;
    }
  g_prefix_error (&error, "connecting to %s: ", attempt->address);
  g_task_return_error (task, error);
}

/**
 * message_pack_rpc_client_connect_async:
 * @self: a client
 * @address: the address of a server, see [func@rpc_address_parse]
 * @handlers: (nullable): what the server can call in turn
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is connected
 * @user_data: what to give to @callback
 *
 * Connects to a server without blocking.
 *
 * Since: 1.0
 */
void
message_pack_rpc_client_connect_async (MessagePackRpcClient *self, const char *address,
                                       MessagePackRpcHandlers *handlers, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self));
  g_return_if_fail (address != nullptr);
  g_return_if_fail (handlers == nullptr || MESSAGE_PACK_IS_RPC_HANDLERS (handlers));
  g_return_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (message_pack_rpc_client_connect_async));
  GError *error = nullptr;
  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, &error);
  if (connectable == nullptr)
    {
      g_task_return_error (task, error);
      return;
    }
  auto *attempt = g_new0 (Attempt, 1);
  attempt->address = g_strdup (address);
  g_set_object (&attempt->handlers, handlers);
  g_task_set_task_data (task, attempt, free_attempt);
  g_autoptr (GSocketClient) client = new_socket_client (self);
  g_socket_client_connect_async (client, connectable, cancellable, on_connected, g_steal_pointer (&task));
}

/**
 * message_pack_rpc_client_connect_finish:
 * @self: a client
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Gets what [method@RpcClient.connect_async] has connected to.
 *
 * Returns: (transfer full): the connection, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackRpcConnection *
message_pack_rpc_client_connect_finish (MessagePackRpcClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);

  return static_cast<MessagePackRpcConnection *> (g_task_propagate_pointer (G_TASK (result), error));
}

/**
 * message_pack_rpc_client_get_timeout: (attributes org.gtk.Method.get_property=timeout)
 * @self: a client
 *
 * Gets how long connecting may take.
 *
 * Returns: milliseconds, 0 for as long as the system tries
 *
 * Since: 1.0
 */
guint
message_pack_rpc_client_get_timeout (MessagePackRpcClient *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self), 0);

  return self->timeout;
}

/**
 * message_pack_rpc_client_set_timeout: (attributes org.gtk.Method.set_property=timeout)
 * @self: a client
 * @milliseconds: how long, 0 for as long as the system tries
 *
 * Sets how long connecting may take, which is rounded up to whole seconds; beyond that it fails
 * with `G_IO_ERROR_TIMED_OUT`. What calls may take is said by
 * [method@RpcConnection.set_timeout].
 *
 * Since: 1.0
 */
void
message_pack_rpc_client_set_timeout (MessagePackRpcClient *self, guint milliseconds)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self));

  if (self->timeout == milliseconds)
    return;
  self->timeout = milliseconds;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIMEOUT]);
}

/**
 * message_pack_rpc_client_get_limits: (attributes org.gtk.Method.get_property=limits)
 * @self: a client
 *
 * Gets what the connections accept of each message.
 *
 * Returns: (transfer none): the limits
 *
 * Since: 1.0
 */
const MessagePackLimits *
message_pack_rpc_client_get_limits (MessagePackRpcClient *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self), nullptr);

  return &self->limits;
}

/**
 * message_pack_rpc_client_set_limits: (attributes org.gtk.Method.set_property=limits)
 * @self: a client
 * @limits: (nullable): the limits, %NULL for the defaults
 *
 * Sets what the connections made from now on accept of each message.
 *
 * Since: 1.0
 */
void
message_pack_rpc_client_set_limits (MessagePackRpcClient *self, const MessagePackLimits *limits)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CLIENT (self));

  self->limits = limits != nullptr ? *limits : message_pack::default_limits;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIMITS]);
}
