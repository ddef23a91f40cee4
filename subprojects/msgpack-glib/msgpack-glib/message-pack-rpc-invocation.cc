// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-invocation.h"

#include "rpc-channel.hh"

using namespace message_pack::rpc;

// What an invocation keeps of where it came from.
struct Origin {
  ChannelPointer channel;
  std::shared_ptr<Dispatcher> dispatcher;
  std::atomic<bool> answered = false;
};

/**
 * MessagePackRpcInvocation:
 *
 * A request or notification of a peer, as handlers get it.
 *
 * A request is answered once, by [method@RpcInvocation.return_value] or
 * [method@RpcInvocation.return_error], at once or later and from any thread. If nobody does so, and
 * the last reference goes, the peer gets an error. A notification has no answer: what is returned
 * is dropped.
 *
 * Since: 1.0
 */
struct _MessagePackRpcInvocation {
  GObject parent_instance;

  Origin *origin;
  MessagePackRpcConnection *connection;
  char *method;
  MessagePackValue *params;
  guint32 id;
  bool notification;
};

G_DEFINE_FINAL_TYPE (MessagePackRpcInvocation, message_pack_rpc_invocation, G_TYPE_OBJECT)

// Whether this is the first answer to a request.
static bool
begin_answer (MessagePackRpcInvocation *self)
{
  return !self->origin->answered.exchange (true) && !self->notification;
}

static void
answer (MessagePackRpcInvocation *self, const GError *error, MessagePackValue *result)
{
  self->origin->channel->send_response (self->id, error, result);
  self->origin->dispatcher->answered ();
}

static void
message_pack_rpc_invocation_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_RPC_INVOCATION (object);
  if (begin_answer (self))
    {
      g_autoptr (GError) error =
        g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_FAILED, "the handler of ‘%s’ gave no answer", self->method);
      answer (self, error, nullptr);
    }
  delete self->origin;
  g_clear_object (&self->connection);
  g_free (self->method);
  message_pack_value_unref (self->params);
  G_OBJECT_CLASS (message_pack_rpc_invocation_parent_class)->finalize (object);
}

static void
message_pack_rpc_invocation_class_init (MessagePackRpcInvocationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = message_pack_rpc_invocation_finalize;
}

static void
message_pack_rpc_invocation_init (MessagePackRpcInvocation *)
{}

MessagePackRpcInvocation *
message_pack_rpc_invocation_new_incoming (ChannelPointer channel, std::shared_ptr<Dispatcher> dispatcher,
                                          const Incoming &message)
{
  auto *self = MESSAGE_PACK_RPC_INVOCATION (g_object_new (MESSAGE_PACK_TYPE_RPC_INVOCATION, nullptr));
  self->origin = new Origin { channel, std::move (dispatcher) };
  self->connection = channel->ref_connection ();
  self->method = g_strdup (message.method);
  self->params = message_pack_value_ref (message.params);
  self->id = message.id;
  self->notification = message.type == MessageType::notification;
  return self;
}

void
message_pack_rpc_invocation_drop (MessagePackRpcInvocation *self)
{
  self->origin->answered = true;
}

/**
 * message_pack_rpc_invocation_get_method:
 * @self: an invocation
 *
 * Gets the method that the peer named.
 *
 * Returns: (transfer none): the method
 *
 * Since: 1.0
 */
const char *
message_pack_rpc_invocation_get_method (MessagePackRpcInvocation *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self), nullptr);

  return self->method;
}

/**
 * message_pack_rpc_invocation_get_params:
 * @self: an invocation
 *
 * Gets the parameters.
 *
 * Returns: (transfer none): an array
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_rpc_invocation_get_params (MessagePackRpcInvocation *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self), nullptr);

  return self->params;
}

/**
 * message_pack_rpc_invocation_get_connection:
 * @self: an invocation
 *
 * Gets the connection that it came by, through which the peer can be called in turn.
 *
 * Returns: (transfer none) (nullable): the connection, %NULL if it was let go of meanwhile
 *
 * Since: 1.0
 */
MessagePackRpcConnection *
message_pack_rpc_invocation_get_connection (MessagePackRpcInvocation *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self), nullptr);

  return self->connection;
}

/**
 * message_pack_rpc_invocation_is_notification:
 * @self: an invocation
 *
 * Tells whether the peer expects no answer.
 *
 * Returns: whether it is a notification
 *
 * Since: 1.0
 */
gboolean
message_pack_rpc_invocation_is_notification (MessagePackRpcInvocation *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self), FALSE);

  return self->notification;
}

/**
 * message_pack_rpc_invocation_get_cancellable:
 * @self: an invocation
 *
 * Gets what is cancelled when the connection ends, as nobody is interested any more then.
 *
 * Returns: (transfer none): a cancellable
 *
 * Since: 1.0
 */
GCancellable *
message_pack_rpc_invocation_get_cancellable (MessagePackRpcInvocation *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self), nullptr);

  return self->origin->channel->cancellable ();
}

/**
 * message_pack_rpc_invocation_return_value:
 * @self: an invocation
 * @value: (nullable): the result, %NULL for nil
 *
 * Answers with a result. If it is too long to be sent, the peer gets an error that says so.
 *
 * Since: 1.0
 */
void
message_pack_rpc_invocation_return_value (MessagePackRpcInvocation *self, MessagePackValue *value)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self));
  g_return_if_fail (self->notification || !self->origin->answered);

  if (begin_answer (self))
    answer (self, nullptr, value);
}

/**
 * message_pack_rpc_invocation_return_error:
 * @self: an invocation
 * @error: what went wrong
 *
 * Answers with an error, which travels as a text such as `no such file (g-io-error-quark, 1)`. A peer
 * that uses this library, and knows the domain, gets the same error; others a text they can show.
 *
 * Since: 1.0
 */
void
message_pack_rpc_invocation_return_error (MessagePackRpcInvocation *self, const GError *error)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_INVOCATION (self));
  g_return_if_fail (error != nullptr);
  g_return_if_fail (self->notification || !self->origin->answered);

  if (begin_answer (self))
    answer (self, error, nullptr);
}

/**
 * message_pack_rpc_invocation_return_error_literal:
 * @self: an invocation
 * @domain: the domain of an error
 * @code: its code
 * @message: its message
 *
 * Answers with an error; see [method@RpcInvocation.return_error].
 *
 * Since: 1.0
 */
void
message_pack_rpc_invocation_return_error_literal (MessagePackRpcInvocation *self, GQuark domain, int code,
                                                  const char *message)
{
  g_return_if_fail (message != nullptr);

  g_autoptr (GError) error = g_error_new_literal (domain, code, message);
  message_pack_rpc_invocation_return_error (self, error);
}
