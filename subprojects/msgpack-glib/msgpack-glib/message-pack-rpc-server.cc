// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-server.h"

#include "hand-over.hh"
#include "limits-private.hh"
#include "rpc-channel.hh"
#include "rpc-listener.hh"

using namespace message_pack::rpc;

/**
 * MessagePackRpcServer:
 *
 * Lets others call methods of this process.
 *
 * ```c
 * g_autoptr (MessagePackRpcHandlers) handlers = message_pack_rpc_handlers_new ();
 * message_pack_rpc_handlers_add (handlers, "add", add, NULL, NULL);
 * g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
 * g_autofree char *address = message_pack_rpc_server_listen_address (server, "tcp:127.0.0.1:0", &error);
 * ```
 *
 * What [method@RpcServer.listen_address] listens on is served by threads of the server: no main loop
 * needs to run. Sockets added by the functions of `GSocketListener` are served as well, by the rules
 * of `GSocketService`.
 *
 * Each connection has a thread that reads and one that writes; handlers run in a pool that all
 * connections share. The limits ([property@RpcServer:max-connections],
 * [property@RpcServer:max-in-flight], [property@RpcServer:max-queued], [property@RpcServer:limits])
 * hold for connections made after they were set.
 *
 * A connection keeps its server alive, so letting go of the last reference ends a server only if
 * nobody is connected: call [method@RpcServer.close_all] to be rid of it.
 *
 * Since: 1.0
 */
struct ServerState {
  Listener listener;
  std::mutex mutex;
  std::vector<MessagePackRpcConnection *> connections;
  MessagePackRpcHandlers *handlers = nullptr;
  std::shared_ptr<Workers> workers; // made when the first connection comes
  ChannelSettings settings = { message_pack::default_limits, 1024, G_GUINT64_CONSTANT (256) << 20 };
  guint max_workers = 0;
  guint max_connections = 1024;
  bool closed = false; // by close_all(); no connection may slip in afterwards
  GMainContext *context = nullptr;
};

typedef struct {
  ServerState *state;
} MessagePackRpcServerPrivate;

enum {
  PROP_0,
  PROP_HANDLERS,
  PROP_MAX_WORKERS,
  PROP_MAX_CONNECTIONS,
  PROP_MAX_IN_FLIGHT,
  PROP_MAX_QUEUED,
  PROP_LIMITS,
  N_PROPERTIES
};

enum { SIGNAL_CONNECTION_OPENED, SIGNAL_CONNECTION_CLOSED, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_TYPE_WITH_PRIVATE (MessagePackRpcServer, message_pack_rpc_server, G_TYPE_THREADED_SOCKET_SERVICE)

static ServerState &
state_of (MessagePackRpcServer *self)
{
  return *static_cast<MessagePackRpcServerPrivate *> (message_pack_rpc_server_get_instance_private (self))->state;
}

struct Emission {
  MessagePackRpcServer *server;
  MessagePackRpcConnection *connection;
  guint signal;
};

static gboolean
emit_signal (gpointer data) noexcept
{
  message_pack::take_over (data);
  auto *emission = static_cast<Emission *> (data);
  g_signal_emit (emission->server, signals[emission->signal], 0, emission->connection);
  return G_SOURCE_REMOVE;
}

static void
free_emission (gpointer data) noexcept
{
  auto *emission = static_cast<Emission *> (data);
  g_object_unref (emission->connection);
  g_object_unref (emission->server);
  g_free (emission);
}

// Emits a signal in the main context of whoever made the server, if anybody wants to hear it.
static void
emit_later (MessagePackRpcServer *self, guint signal, MessagePackRpcConnection *connection)
{
  auto *klass = MESSAGE_PACK_RPC_SERVER_GET_CLASS (self);
  auto *class_handler = signal == SIGNAL_CONNECTION_OPENED ? klass->connection_opened : klass->connection_closed;
  if (class_handler == nullptr && !g_signal_has_handler_pending (self, signals[signal], 0, FALSE))
    return;
  auto *emission = g_new (Emission, 1);
  *emission = { MESSAGE_PACK_RPC_SERVER (g_object_ref (self)), MESSAGE_PACK_RPC_CONNECTION (g_object_ref (connection)),
                signal };
  message_pack::hand_over (emission);
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_signal, emission, free_emission);
  g_source_attach (source, state_of (self).context);
}

// Makes the connection of a socket, if there may be one more.
static MessagePackRpcConnection *
admit (MessagePackRpcServer *self, GSocketConnection *stream)
{
  auto &state = state_of (self);
  ChannelSettings settings;
  std::shared_ptr<Workers> workers;
  g_autoptr (MessagePackRpcHandlers) handlers = nullptr;
  {
    std::lock_guard lock (state.mutex);
    if (state.connections.size () >= state.max_connections)
      {
        g_message ("a connection was refused, as there are %u already", state.max_connections);
        return nullptr;
      }
    if (state.workers == nullptr)
      state.workers = std::make_shared<Workers> (state.max_workers != 0 ? state.max_workers : g_get_num_processors ());
    workers = state.workers;
    settings = state.settings;
    g_set_object (&handlers, state.handlers);
  }
  auto *connection =
    message_pack_rpc_connection_new_served (G_IO_STREAM (stream), handlers, settings, std::move (workers));
  std::lock_guard lock (state.mutex);
  state.connections.push_back (connection);
  if (state.closed)
    message_pack_rpc_connection_close (connection);
  return connection;
}

// Serves one connection until it ends, in a thread for that.
static gboolean
message_pack_rpc_server_run (GThreadedSocketService *service, GSocketConnection *stream, GObject *)
{
  message_pack::take_over (stream);
  auto *self = MESSAGE_PACK_RPC_SERVER (service);
  auto &state = state_of (self);
  g_autoptr (MessagePackRpcConnection) connection = admit (self, stream);
  if (connection == nullptr)
    return TRUE;
  emit_later (self, SIGNAL_CONNECTION_OPENED, connection);
  message_pack_rpc_connection_run (connection);
  {
    std::lock_guard lock (state.mutex);
    std::erase (state.connections, connection);
  }
  emit_later (self, SIGNAL_CONNECTION_CLOSED, connection);
  return TRUE;
}

// GThreadedSocketService serves 10 connections at most if not told otherwise; how many there may be
// is said by max-connections here.
static GObject *
message_pack_rpc_server_constructor (GType type, guint n_parameters, GObjectConstructParam *parameters)
{
  for (guint i = 0; i < n_parameters; i++)
    if (g_strcmp0 (parameters[i].pspec->name, "max-threads") == 0)
      g_value_set_int (parameters[i].value, -1);
  return G_OBJECT_CLASS (message_pack_rpc_server_parent_class)->constructor (type, n_parameters, parameters);
}

static void
message_pack_rpc_server_dispose (GObject *object)
{
  message_pack_rpc_server_close_all (MESSAGE_PACK_RPC_SERVER (object));
  G_OBJECT_CLASS (message_pack_rpc_server_parent_class)->dispose (object);
}

static void
message_pack_rpc_server_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_RPC_SERVER (object);
  auto &state = state_of (self);
  g_clear_object (&state.handlers);
  g_main_context_unref (state.context);
  delete &state;
  G_OBJECT_CLASS (message_pack_rpc_server_parent_class)->finalize (object);
}

static void
message_pack_rpc_server_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  auto &state = state_of (MESSAGE_PACK_RPC_SERVER (object));
  std::lock_guard lock (state.mutex);
  switch (id)
    {
    case PROP_HANDLERS: g_value_set_object (value, state.handlers); break;
    case PROP_MAX_WORKERS: g_value_set_uint (value, state.max_workers); break;
    case PROP_MAX_CONNECTIONS: g_value_set_uint (value, state.max_connections); break;
    case PROP_MAX_IN_FLIGHT: g_value_set_uint (value, state.settings.max_in_flight); break;
    case PROP_MAX_QUEUED: g_value_set_uint64 (value, state.settings.max_queued); break;
    case PROP_LIMITS: g_value_set_boxed (value, &state.settings.limits); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
message_pack_rpc_server_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  auto *self = MESSAGE_PACK_RPC_SERVER (object);
  if (id == PROP_HANDLERS)
    return message_pack_rpc_server_set_handlers (self, MESSAGE_PACK_RPC_HANDLERS (g_value_get_object (value)));

  auto &state = state_of (self);
  std::lock_guard lock (state.mutex);
  switch (id)
    {
    case PROP_MAX_WORKERS: state.max_workers = g_value_get_uint (value); break;
    case PROP_MAX_CONNECTIONS: state.max_connections = g_value_get_uint (value); break;
    case PROP_MAX_IN_FLIGHT: state.settings.max_in_flight = g_value_get_uint (value); break;
    case PROP_MAX_QUEUED: state.settings.max_queued = g_value_get_uint64 (value); break;
    case PROP_LIMITS:
      if (g_value_get_boxed (value) != nullptr)
        state.settings.limits = *static_cast<MessagePackLimits *> (g_value_get_boxed (value));
      else
        state.settings.limits = message_pack::default_limits;
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  constexpr auto flags = static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  constexpr auto explicit_flags = static_cast<GParamFlags> (flags | G_PARAM_EXPLICIT_NOTIFY);

  /**
   * MessagePackRpcServer:handlers: (attributes org.gtk.Property.get=message_pack_rpc_server_get_handlers org.gtk.Property.set=message_pack_rpc_server_set_handlers)
   *
   * What others can call, nothing if %NULL.
   *
   * Since: 1.0
   */
  properties[PROP_HANDLERS] =
    g_param_spec_object ("handlers", nullptr, nullptr, MESSAGE_PACK_TYPE_RPC_HANDLERS, explicit_flags);
  /**
   * MessagePackRpcServer:max-workers:
   *
   * How many threads run handlers, 0 for as many as there are processors. It is looked at when the
   * first connection comes.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_WORKERS] = g_param_spec_uint ("max-workers", nullptr, nullptr, 0, G_MAXINT, 0, flags);
  /**
   * MessagePackRpcServer:max-connections:
   *
   * How many connections there may be; further ones are closed at once.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_CONNECTIONS] = g_param_spec_uint ("max-connections", nullptr, nullptr, 1, G_MAXUINT, 1024, flags);
  /**
   * MessagePackRpcServer:max-in-flight:
   *
   * How many requests of one connection may be without an answer; further ones are answered with
   * %MESSAGE_PACK_ERROR_LIMIT, and further notifications are not read before there is room.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_IN_FLIGHT] = g_param_spec_uint ("max-in-flight", nullptr, nullptr, 1, G_MAXUINT, 1024, flags);
  /**
   * MessagePackRpcServer:max-queued:
   *
   * How many bytes may wait for one peer to read them (one message may always wait, of whatever
   * size); results beyond that become %MESSAGE_PACK_ERROR_LIMIT.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_QUEUED] =
    g_param_spec_uint64 ("max-queued", nullptr, nullptr, 0, G_MAXUINT64, G_GUINT64_CONSTANT (256) << 20, flags);
  /**
   * MessagePackRpcServer:limits:
   *
   * What is accepted of each message. A message beyond that ends its connection.
   *
   * Since: 1.0
   */
  properties[PROP_LIMITS] = g_param_spec_boxed ("limits", nullptr, nullptr, MESSAGE_PACK_TYPE_LIMITS, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_rpc_server_class_init (MessagePackRpcServerClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->constructor = message_pack_rpc_server_constructor;
  object_class->dispose = message_pack_rpc_server_dispose;
  object_class->finalize = message_pack_rpc_server_finalize;
  object_class->get_property = message_pack_rpc_server_get_property;
  object_class->set_property = message_pack_rpc_server_set_property;
  G_THREADED_SOCKET_SERVICE_CLASS (klass)->run = message_pack_rpc_server_run;
  install_properties (object_class);

  /**
   * MessagePackRpcServer::connection-opened:
   * @self: a server
   * @connection: a new connection
   *
   * Emitted when somebody has connected, in the main context that was the default of the thread that
   * made the server. Requests may have been served before.
   *
   * Since: 1.0
   */
  signals[SIGNAL_CONNECTION_OPENED] =
    g_signal_new ("connection-opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  G_STRUCT_OFFSET (MessagePackRpcServerClass, connection_opened), nullptr, nullptr, nullptr,
                  G_TYPE_NONE, 1, MESSAGE_PACK_TYPE_RPC_CONNECTION);
  /**
   * MessagePackRpcServer::connection-closed:
   * @self: a server
   * @connection: a connection
   *
   * Emitted when a connection has ended, in the main context that was the default of the thread that
   * made the server.
   *
   * Since: 1.0
   */
  signals[SIGNAL_CONNECTION_CLOSED] =
    g_signal_new ("connection-closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  G_STRUCT_OFFSET (MessagePackRpcServerClass, connection_closed), nullptr, nullptr, nullptr,
                  G_TYPE_NONE, 1, MESSAGE_PACK_TYPE_RPC_CONNECTION);
}

static void
message_pack_rpc_server_init (MessagePackRpcServer *self)
{
  auto *priv = static_cast<MessagePackRpcServerPrivate *> (message_pack_rpc_server_get_instance_private (self));
  priv->state = new ServerState ();
  priv->state->context = g_main_context_ref_thread_default ();
}

/**
 * message_pack_rpc_server_new:
 * @handlers: (nullable): what others can call
 *
 * Makes a server that does not listen yet.
 *
 * Returns: (transfer full): a new server
 *
 * Since: 1.0
 */
MessagePackRpcServer *
message_pack_rpc_server_new (MessagePackRpcHandlers *handlers)
{
  g_return_val_if_fail (handlers == nullptr || MESSAGE_PACK_IS_RPC_HANDLERS (handlers), nullptr);

  return MESSAGE_PACK_RPC_SERVER (g_object_new (MESSAGE_PACK_TYPE_RPC_SERVER, "handlers", handlers, nullptr));
}

/**
 * message_pack_rpc_server_listen_address:
 * @self: a server
 * @address: where to listen, see [func@rpc_address_parse]; port 0 lets the system choose one
 * @error: return location for an error
 *
 * Listens on an address, besides those that are listened on already. The file of a UNIX socket that
 * nobody listens on any more is replaced, and removed by [method@RpcServer.close_all].
 *
 * Returns: (transfer full): the address to connect to, or %NULL with @error set
 *
 * Since: 1.0
 */
char *
message_pack_rpc_server_listen_address (MessagePackRpcServer *self, const char *address, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self), nullptr);
  g_return_val_if_fail (address != nullptr, nullptr);

  {
    std::lock_guard lock (state_of (self).mutex);
    state_of (self).closed = false;
  }
  return state_of (self).listener.listen (G_SOCKET_SERVICE (self), address, error);
}

/**
 * message_pack_rpc_server_close_all:
 * @self: a server
 *
 * Stops listening and ends all connections, without waiting for their handlers. The server may
 * listen again afterwards, by [method@RpcServer.listen_address].
 *
 * Since: 1.0
 */
void
message_pack_rpc_server_close_all (MessagePackRpcServer *self)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self));

  state_of (self).listener.stop ();
  g_socket_service_stop (G_SOCKET_SERVICE (self));
  {
    std::lock_guard lock (state_of (self).mutex);
    state_of (self).closed = true;
  }
  g_autoptr (GPtrArray) connections = message_pack_rpc_server_list_connections (self);
  for (guint i = 0; i < connections->len; i++)
    message_pack_rpc_connection_close (static_cast<MessagePackRpcConnection *> (connections->pdata[i]));
}

/**
 * message_pack_rpc_server_get_handlers: (attributes org.gtk.Method.get_property=handlers)
 * @self: a server
 *
 * Gets what others can call.
 *
 * Returns: (transfer none) (nullable): the handlers
 *
 * Since: 1.0
 */
MessagePackRpcHandlers *
message_pack_rpc_server_get_handlers (MessagePackRpcServer *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self), nullptr);

  std::lock_guard lock (state_of (self).mutex);
  return state_of (self).handlers;
}

/**
 * message_pack_rpc_server_set_handlers: (attributes org.gtk.Method.set_property=handlers)
 * @self: a server
 * @handlers: (nullable): the handlers
 *
 * Sets what others can call, for connections made from now on.
 *
 * Since: 1.0
 */
void
message_pack_rpc_server_set_handlers (MessagePackRpcServer *self, MessagePackRpcHandlers *handlers)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self));
  g_return_if_fail (handlers == nullptr || MESSAGE_PACK_IS_RPC_HANDLERS (handlers));

  bool changed;
  {
    std::lock_guard lock (state_of (self).mutex);
    changed = g_set_object (&state_of (self).handlers, handlers);
  }
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HANDLERS]);
}

/**
 * message_pack_rpc_server_get_n_connections:
 * @self: a server
 *
 * Gets how many connections there are.
 *
 * Returns: the number of connections
 *
 * Since: 1.0
 */
guint
message_pack_rpc_server_get_n_connections (MessagePackRpcServer *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self), 0);

  std::lock_guard lock (state_of (self).mutex);
  return static_cast<guint> (state_of (self).connections.size ());
}

/**
 * message_pack_rpc_server_list_connections:
 * @self: a server
 *
 * Lists the connections, which may end at any time.
 *
 * Returns: (transfer container) (element-type MessagePackRpcConnection): the connections
 *
 * Since: 1.0
 */
GPtrArray *
message_pack_rpc_server_list_connections (MessagePackRpcServer *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_SERVER (self), nullptr);

  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);
  std::lock_guard lock (state_of (self).mutex);
  for (auto *connection : state_of (self).connections)
    g_ptr_array_add (list, g_object_ref (connection));
  return list;
}
