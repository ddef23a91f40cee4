// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "hand-over.hh"
#include "rpc-channel.hh"

using namespace message_pack::rpc;

bool
message_pack_rpc_check_params (MessagePackValue *params, GError **error)
{
  if (params == nullptr || message_pack_value_get_kind (params) == MESSAGE_PACK_KIND_ARRAY)
    return true;
  g_autofree char *text = message_pack_value_to_string (params);
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE, "the parameters of a call are an array, not %.100s",
               text);
  return false;
}

// What on_cancelled() needs, which may run in any thread.
struct Cancellation {
  ChannelPointer channel;
  PendingPointer call;
};

static void
on_cancelled (GCancellable *, gpointer data) noexcept
{
  message_pack::take_over (data);
  auto *cancellation = static_cast<Cancellation *> (data);
  cancellation->call->settle_cancelled ();
  cancellation->channel->queue ().wake ();
  message_pack::hand_over (data);
}

/**
 * message_pack_rpc_connection_call:
 * @self: a connection
 * @method: the name of a method
 * @params: (nullable): the parameters, an array, %NULL for none
 * @cancellable: (nullable): ends the waiting; the peer does not get to know
 * @error: return location for an error
 *
 * Calls a method of the peer and waits for the result.
 *
 * An error that the peer answers with comes back with the domain and code it had there, if this
 * process knows that domain, and otherwise as %MESSAGE_PACK_ERROR_REMOTE with its text.
 *
 * Returns: (transfer full): the result, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_rpc_connection_call (MessagePackRpcConnection *self, const char *method, MessagePackValue *params,
                                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self), nullptr);
  g_return_val_if_fail (method != nullptr, nullptr);
  g_return_val_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable), nullptr);

  if (!message_pack_rpc_check_params (params, error))
    return nullptr;
  auto channel = message_pack_rpc_connection_get_channel (self);
  auto call = std::make_shared<PendingCall> (method);
  auto deadline = Deadline::after (message_pack_rpc_connection_get_timeout (self));
  Cancellation cancellation = { channel, call };
  message_pack::hand_over (&cancellation);
  gulong watch =
    cancellable != nullptr ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), &cancellation, nullptr) : 0;
  MessagePackValue *result = nullptr;
  if (channel->send_call (call, params, true, deadline, error))
    result = call->wait (deadline, error);
  g_cancellable_disconnect (cancellable, watch); // waits for on_cancelled() to end
  message_pack::take_over (&cancellation);
  channel->pending ().abandon (call); // if no answer has come
  return result;
}

struct CallSource {
  ChannelPointer channel;
  PendingPointer call;
};

static void
free_call_source (gpointer data) noexcept
{
  delete static_cast<CallSource *> (data);
}

static gboolean
on_timeout (gpointer data) noexcept
{
  auto *source = static_cast<CallSource *> (data);
  if (source->call->settle_timeout ())
    source->channel->pending ().abandon (source->call);
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled_later (GCancellable *, gpointer data) noexcept
{
  auto *source = static_cast<CallSource *> (data);
  if (source->call->settle_cancelled ())
    source->channel->pending ().abandon (source->call);
  return G_SOURCE_REMOVE;
}

static void
watch (const ChannelPointer &channel, const PendingPointer &call, GTask *task, GSource *source, GSourceFunc func)
{
  g_source_set_callback (source, func, new CallSource { channel, call }, free_call_source);
  g_source_attach (source, g_task_get_context (task));
  call->watch (source); // which ends it if the call has been settled meanwhile
  g_source_unref (source);
}

/**
 * message_pack_rpc_connection_call_async:
 * @self: a connection
 * @method: the name of a method
 * @params: (nullable): the parameters, an array, %NULL for none
 * @cancellable: (nullable): ends the waiting; the peer does not get to know
 * @callback: (scope async): called when the result is there
 * @user_data: what to give to @callback
 *
 * Calls a method of the peer without ever blocking; if too much waits to be sent, the call fails
 * with %MESSAGE_PACK_ERROR_LIMIT. See [method@RpcConnection.call].
 *
 * Since: 1.0
 */
void
message_pack_rpc_connection_call_async (MessagePackRpcConnection *self, const char *method, MessagePackValue *params,
                                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (MESSAGE_PACK_IS_RPC_CONNECTION (self));
  g_return_if_fail (method != nullptr);
  g_return_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (message_pack_rpc_connection_call_async));
  // an answer that has come counts, even if a cancellation comes before it is looked at
  g_task_set_check_cancellable (task, FALSE);

  auto channel = message_pack_rpc_connection_get_channel (self);
  auto call = std::make_shared<PendingCall> (method, task);
  guint timeout = message_pack_rpc_connection_get_timeout (self);
  GError *error = nullptr;
  if (!message_pack_rpc_check_params (params, &error) || g_cancellable_set_error_if_cancelled (cancellable, &error)
      || !channel->send_call (call, params, false, {}, &error))
    {
      call->settle (nullptr, error);
      return;
    }
  if (timeout != 0)
    watch (channel, call, task, g_timeout_source_new (timeout), on_timeout);
  if (cancellable != nullptr)
    watch (channel, call, task, g_cancellable_source_new (cancellable), G_SOURCE_FUNC (on_cancelled_later));
}

/**
 * message_pack_rpc_connection_call_finish:
 * @self: a connection
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Gets the result of [method@RpcConnection.call_async].
 *
 * Returns: (transfer full): the result, or %NULL with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_rpc_connection_call_finish (MessagePackRpcConnection *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);

  message_pack::take_over (result);
  return static_cast<MessagePackValue *> (g_task_propagate_pointer (G_TASK (result), error));
}
