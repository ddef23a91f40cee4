// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-connection.h"

#include "hand-over.hh"
#include "limits-private.hh"
#include "rpc-channel.hh"

#include <netinet/in.h>
#include <netinet/tcp.h>

using namespace message_pack::rpc;

// Threads for the handlers of a connection that belongs to no server.
static constexpr guint own_workers = 4;
static constexpr guint default_max_in_flight = 1024;
static constexpr guint64 default_max_queued = G_GUINT64_CONSTANT (256) << 20;

/**
 * MessagePackRpcConnection:
 *
 * A connection that speaks MessagePack-RPC, by which each end can call the other.
 *
 * Any number of threads may call at the same time; requests are sent without waiting for the
 * answers to earlier ones, and answers come in whatever order the peer gives them. A connection has
 * a thread that reads and one that writes, so no main loop needs to run, except for the results of
 * [method@RpcConnection.call_async] and for signals, which come in the main context that was the
 * default of the thread that made the connection.
 *
 * When the connection ends, because either side closed it, or because the peer sent something that
 * is not MessagePack-RPC, all calls that wait end at once with %MESSAGE_PACK_ERROR_CLOSED. It also
 * ends when the last reference to it goes.
 *
 * Since: 1.0
 */
struct _MessagePackRpcConnection {
  GObject parent_instance;

  ChannelPointer *channel;
  GIOStream *stream;
  MessagePackRpcHandlers *handlers;
  MessagePackLimits limits;
  guint64 max_queued;
  GMainContext *context;
  std::atomic<guint> timeout;
};

enum {
  PROP_0,
  PROP_STREAM,
  PROP_HANDLERS,
  PROP_LIMITS,
  PROP_MAX_QUEUED,
  PROP_TIMEOUT,
  PROP_MAX_PENDING,
  PROP_PEER,
  N_PROPERTIES
};

enum { SIGNAL_CLOSED, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (MessagePackRpcConnection, message_pack_rpc_connection, G_TYPE_OBJECT)

// What a server gives to the connection it is about to make, which cannot be a property as those
// are seen by everybody.
struct Serving {
  const ChannelSettings &settings;
  std::shared_ptr<Workers> workers;
};
static thread_local const Serving *serving = nullptr;

static Channel &
channel_of (MessagePackRpcConnection *self)
{
  return **self->channel;
}

// Small messages leave at once instead of waiting for more to send.
static void
set_no_delay (GIOStream *stream)
{
  if (!G_IS_TCP_CONNECTION (stream))
    return;
  GError *error = nullptr;
  GSocket *socket = g_socket_connection_get_socket (G_SOCKET_CONNECTION (stream));
  if (!g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, &error))
    {
      g_debug ("TCP_NODELAY: %s", error->message); // slower, but right
      g_error_free (error);
    }
}

static void
message_pack_rpc_connection_constructed (GObject *object)
{
  auto *self = MESSAGE_PACK_RPC_CONNECTION (object);
  G_OBJECT_CLASS (message_pack_rpc_connection_parent_class)->constructed (object);

  if (self->stream == nullptr)
    {
      // made by a language binding without the property: a connection that has ended
      g_autoptr (GInputStream) input = g_memory_input_stream_new ();
      g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();
      self->stream = g_simple_io_stream_new (input, output);
    }
  set_no_delay (self->stream);
  ChannelSettings settings = { self->limits, default_max_in_flight, self->max_queued };
  if (serving != nullptr)
    settings = serving->settings;
  auto workers = serving != nullptr ? serving->workers : std::make_shared<Workers> (own_workers);
  auto &channel = *self->channel = std::make_shared<Channel> (self->stream, settings);
  channel->set_connection (self);
  channel->set_dispatcher (std::make_shared<Dispatcher> (self->handlers, std::move (workers), settings.max_in_flight));
  channel->start_writing ();
  if (serving == nullptr)
    channel->start_reading ();
}

static void
message_pack_rpc_connection_dispose (GObject *object)
{
  message_pack_rpc_connection_close (MESSAGE_PACK_RPC_CONNECTION (object));
  G_OBJECT_CLASS (message_pack_rpc_connection_parent_class)->dispose (object);
}

static void
message_pack_rpc_connection_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_RPC_CONNECTION (object);
  delete self->channel;
  g_clear_object (&self->stream);
  g_clear_object (&self->handlers);
  g_main_context_unref (self->context);
  G_OBJECT_CLASS (message_pack_rpc_connection_parent_class)->finalize (object);
}

static void
message_pack_rpc_connection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  auto *self = MESSAGE_PACK_RPC_CONNECTION (object);
  switch (id)
    {
    case PROP_STREAM: g_value_set_object (value, self->stream); break;
    case PROP_HANDLERS: g_value_set_object (value, self->handlers); break;
    case PROP_LIMITS: g_value_set_boxed (value, &self->limits); break;
    case PROP_MAX_QUEUED: g_value_set_uint64 (value, self->max_queued); break;
    case PROP_TIMEOUT: g_value_set_uint (value, self->timeout); break;
    case PROP_MAX_PENDING: g_value_set_uint (value, channel_of (self).pending ().max_pending ()); break;
    case PROP_PEER: g_value_set_string (value, channel_of (self).peer ()); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
message_pack_rpc_connection_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  auto *self = MESSAGE_PACK_RPC_CONNECTION (object);
  switch (id)
    {
    case PROP_STREAM: self->stream = G_IO_STREAM (g_value_dup_object (value)); break;
    case PROP_HANDLERS: self->handlers = MESSAGE_PACK_RPC_HANDLERS (g_value_dup_object (value)); break;
    case PROP_LIMITS:
      if (g_value_get_boxed (value) != nullptr)
        self->limits = *static_cast<MessagePackLimits *> (g_value_get_boxed (value));
      break;
    case PROP_MAX_QUEUED: self->max_queued = g_value_get_uint64 (value); break;
    case PROP_TIMEOUT: message_pack_rpc_connection_set_timeout (self, g_value_get_uint (value)); break;
    case PROP_MAX_PENDING: message_pack_rpc_connection_set_max_pending (self, g_value_get_uint (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  constexpr auto once = static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  constexpr auto changing =
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  constexpr auto reading = static_cast<GParamFlags> (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * MessagePackRpcConnection:stream: (attributes org.gtk.Property.get=message_pack_rpc_connection_get_stream)
   *
   * Where the messages go and come from.
   *
   * Since: 1.0
   */
  properties[PROP_STREAM] = g_param_spec_object ("stream", nullptr, nullptr, G_TYPE_IO_STREAM, once);
  /**
   * MessagePackRpcConnection:handlers:
   *
   * What the peer can call, nothing if %NULL.
   *
   * Since: 1.0
   */
  properties[PROP_HANDLERS] = g_param_spec_object ("handlers", nullptr, nullptr, MESSAGE_PACK_TYPE_RPC_HANDLERS, once);
  /**
   * MessagePackRpcConnection:limits:
   *
   * What is accepted of each message; the defaults if %NULL. A message beyond that ends the
   * connection.
   *
   * Since: 1.0
   */
  properties[PROP_LIMITS] = g_param_spec_boxed ("limits", nullptr, nullptr, MESSAGE_PACK_TYPE_LIMITS, once);
  /**
   * MessagePackRpcConnection:max-queued:
   *
   * How many bytes may wait to be sent (one message may always wait, of whatever size). Beyond
   * that, [method@RpcConnection.call] waits, and what does not block fails with
   * %MESSAGE_PACK_ERROR_LIMIT.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_QUEUED] =
    g_param_spec_uint64 ("max-queued", nullptr, nullptr, 0, G_MAXUINT64, default_max_queued, once);
  /**
   * MessagePackRpcConnection:timeout: (attributes org.gtk.Property.get=message_pack_rpc_connection_get_timeout org.gtk.Property.set=message_pack_rpc_connection_set_timeout)
   *
   * How many milliseconds a call may take, 0 for any time.
   *
   * Since: 1.0
   */
  properties[PROP_TIMEOUT] = g_param_spec_uint ("timeout", nullptr, nullptr, 0, G_MAXUINT, 0, changing);
  /**
   * MessagePackRpcConnection:max-pending: (attributes org.gtk.Property.get=message_pack_rpc_connection_get_max_pending org.gtk.Property.set=message_pack_rpc_connection_set_max_pending)
   *
   * How many calls may wait for their answers at the same time.
   *
   * Since: 1.0
   */
  properties[PROP_MAX_PENDING] = g_param_spec_uint ("max-pending", nullptr, nullptr, 1, G_MAXUINT, 65536, changing);
  /**
   * MessagePackRpcConnection:peer: (attributes org.gtk.Property.get=message_pack_rpc_connection_get_peer)
   *
   * The address of the peer, for people to read.
   *
   * Since: 1.0
   */
  properties[PROP_PEER] = g_param_spec_string ("peer", nullptr, nullptr, nullptr, reading);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_rpc_connection_class_init (MessagePackRpcConnectionClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->constructed = message_pack_rpc_connection_constructed;
  object_class->dispose = message_pack_rpc_connection_dispose;
  object_class->finalize = message_pack_rpc_connection_finalize;
  object_class->get_property = message_pack_rpc_connection_get_property;
  object_class->set_property = message_pack_rpc_connection_set_property;
  install_properties (object_class);

  /**
   * MessagePackRpcConnection::closed:
   * @self: a connection
   * @reason: why
   *
   * Emitted once when the connection has ended, in the main context that was the default of the
   * thread that made the connection.
   *
   * Since: 1.0
   */
  signals[SIGNAL_CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, nullptr, nullptr,
                                         nullptr, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
message_pack_rpc_connection_init (MessagePackRpcConnection *self)
{
  self->channel = new ChannelPointer ();
  self->limits = message_pack::default_limits;
  self->max_queued = default_max_queued;
  self->context = g_main_context_ref_thread_default ();
  new (&self->timeout) std::atomic<guint> (0);
}

MessagePackRpcConnection *
message_pack_rpc_connection_new_served (GIOStream *stream, MessagePackRpcHandlers *handlers,
                                        const ChannelSettings &settings, std::shared_ptr<Workers> workers)
{
  Serving given = { settings, std::move (workers) };
  serving = &given;
  auto *self = message_pack_rpc_connection_new (stream, handlers);
  serving = nullptr;
  self->limits = settings.limits;
  return self;
}

MessagePackRpcConnection *
message_pack_rpc_connection_new_limited (GIOStream *stream, MessagePackRpcHandlers *handlers,
                                         const MessagePackLimits &limits)
{
  return MESSAGE_PACK_RPC_CONNECTION (g_object_new (MESSAGE_PACK_TYPE_RPC_CONNECTION, "stream", stream, "handlers",
                                                    handlers, "limits", &limits, nullptr));
}

ChannelPointer
message_pack_rpc_connection_get_channel (MessagePackRpcConnection *self)
{
  return *self->channel;
}

void
message_pack_rpc_connection_run (MessagePackRpcConnection *self)
{
  ChannelPointer channel = *self->channel;
  channel->run ();
}

struct ClosedEmission {
  MessagePackRpcConnection *connection;
  GError *reason;
};

static gboolean
emit_closed (gpointer data) noexcept
{
  message_pack::take_over (data);
  auto *emission = static_cast<ClosedEmission *> (data);
  g_signal_emit (emission->connection, signals[SIGNAL_CLOSED], 0, emission->reason);
  return G_SOURCE_REMOVE;
}

static void
free_emission (gpointer data) noexcept
{
  auto *emission = static_cast<ClosedEmission *> (data);
  g_object_unref (emission->connection);
  g_error_free (emission->reason);
  g_free (emission);
}

void
message_pack_rpc_connection_emit_closed (MessagePackRpcConnection *self, const GError *reason)
{
  // Without anybody to hear it, a main context that never runs must not keep the connection.
  if (!g_signal_has_handler_pending (self, signals[SIGNAL_CLOSED], 0, FALSE))
    return;
  auto *emission = g_new (ClosedEmission, 1);
  *emission = { MESSAGE_PACK_RPC_CONNECTION (g_object_ref (self)), g_error_copy (reason) };
  message_pack::hand_over (emission);
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_closed, emission, free_emission);
  g_source_attach (source, self->context);
}

/**
 * message_pack_rpc_connection_new:
 * @stream: a stream that leads to the peer, of any kind whose two directions may be used by two
 *   threads
 * @handlers: (nullable): what the peer can call
 *
 * Makes a connection of a stream, and begins to read. The stream is closed when the connection ends.
 *
 * Returns: (transfer full): a new connection
 *
 * Since: 1.0
 */
MessagePackRpcConnection *
message_pack_rpc_connection_new (GIOStream *stream, MessagePackRpcHandlers *handlers)
{
  g_return_val_if_fail (G_IS_IO_STREAM (stream), nullptr);
  g_return_val_if_fail (handlers == nullptr || MESSAGE_PACK_IS_RPC_HANDLERS (handlers), nullptr);

  return MESSAGE_PACK_RPC_CONNECTION (
    g_object_new (MESSAGE_PACK_TYPE_RPC_CONNECTION, "stream", stream, "handlers", handlers, nullptr));
}

/**
 * message_pack_rpc_connection_notify:
 * @self: a connection
 * @method: the name of a method
 * @params: (nullable): the parameters, an array, %NULL for none
 * @error: return location for an error
 *
 * Tells the peer something that has no answer. It is queued, so this never blocks; if too much
 * waits to be sent: %MESSAGE_PACK_ERROR_LIMIT.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_rpc_connection_notify (MessagePackRpcConnection *self, const char *method, MessagePackValue *params,
                                    GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), FALSE);
  g_return_val_if_fail (method != nullptr, FALSE);

  return message_pack_rpc_check_params (params, error) && channel_of (self).send_notification (method, params, error);
}

/**
 * message_pack_rpc_connection_close:
 * @self: a connection
 *
 * Ends the connection, without waiting: calls that wait end at once, what is queued is still sent
 * if the peer reads it within two seconds, then the stream is closed.
 *
 * Since: 1.0
 */
void
message_pack_rpc_connection_close (MessagePackRpcConnection *self)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self));

  if (!channel_of (self).has_ended ())
    channel_of (self).end (g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED, "it was closed on this side"));
}

/**
 * message_pack_rpc_connection_is_closed:
 * @self: a connection
 *
 * Tells whether the connection has ended.
 *
 * Returns: whether it has ended
 *
 * Since: 1.0
 */
gboolean
message_pack_rpc_connection_is_closed (MessagePackRpcConnection *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), TRUE);

  return channel_of (self).has_ended ();
}

/**
 * message_pack_rpc_connection_get_stream: (attributes org.gtk.Method.get_property=stream)
 * @self: a connection
 *
 * Gets the stream, to look at: reading or writing would break the connection.
 *
 * Returns: (transfer none): the stream
 *
 * Since: 1.0
 */
GIOStream *
message_pack_rpc_connection_get_stream (MessagePackRpcConnection *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), nullptr);

  return self->stream;
}

/**
 * message_pack_rpc_connection_get_peer: (attributes org.gtk.Method.get_property=peer)
 * @self: a connection
 *
 * Gets the address of the peer, for people to read.
 *
 * Returns: (transfer none): a text
 *
 * Since: 1.0
 */
const char *
message_pack_rpc_connection_get_peer (MessagePackRpcConnection *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), nullptr);

  return channel_of (self).peer ();
}

/**
 * message_pack_rpc_connection_get_timeout: (attributes org.gtk.Method.get_property=timeout)
 * @self: a connection
 *
 * Gets how long a call may take.
 *
 * Returns: milliseconds, 0 for any time
 *
 * Since: 1.0
 */
guint
message_pack_rpc_connection_get_timeout (MessagePackRpcConnection *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), 0);

  return self->timeout;
}

/**
 * message_pack_rpc_connection_set_timeout: (attributes org.gtk.Method.set_property=timeout)
 * @self: a connection
 * @milliseconds: how long, 0 for any time
 *
 * Sets how long calls that begin from now on may take. Then they end with
 * %MESSAGE_PACK_ERROR_TIMEOUT, and the connection goes on.
 *
 * Since: 1.0
 */
void
message_pack_rpc_connection_set_timeout (MessagePackRpcConnection *self, guint milliseconds)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self));

  if (self->timeout.exchange (milliseconds) != milliseconds)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TIMEOUT]);
}

/**
 * message_pack_rpc_connection_get_max_pending: (attributes org.gtk.Method.get_property=max-pending)
 * @self: a connection
 *
 * Gets how many calls may wait for their answers.
 *
 * Returns: the number of calls
 *
 * Since: 1.0
 */
guint
message_pack_rpc_connection_get_max_pending (MessagePackRpcConnection *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), 0);

  return channel_of (self).pending ().max_pending ();
}

/**
 * message_pack_rpc_connection_set_max_pending: (attributes org.gtk.Method.set_property=max-pending)
 * @self: a connection
 * @max_pending: the number of calls
 *
 * Sets how many calls may wait for their answers; further ones fail with %MESSAGE_PACK_ERROR_LIMIT.
 *
 * Since: 1.0
 */
void
message_pack_rpc_connection_set_max_pending (MessagePackRpcConnection *self, guint max_pending)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self));

  auto &pending = channel_of (self).pending ();
  if (pending.max_pending () == max_pending)
    return;
  pending.set_max_pending (max_pending);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MAX_PENDING]);
}
