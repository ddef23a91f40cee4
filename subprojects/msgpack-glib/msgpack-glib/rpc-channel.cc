// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-channel.hh"

#include "message-pack-input-stream.h"
#include "message-pack-rpc-address.h"
#include "rpc-error.hh"
#include "rpc-message.hh"

namespace message_pack::rpc {

std::string
describe_peer (GIOStream *stream)
{
  if (!G_IS_SOCKET_CONNECTION (stream))
    return "the peer";
  g_autoptr (GSocketAddress) address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (stream), nullptr);
  g_autofree char *text = address != nullptr ? message_pack_rpc_address_format (address, nullptr) : nullptr;
  return text != nullptr ? text : "the peer";
}

Channel::Channel (GIOStream *stream, const ChannelSettings &settings)
  : stream_ (G_IO_STREAM (g_object_ref (stream))),
    cancellable_ (g_cancellable_new ()),
    limits_ (settings.limits),
    peer_ (describe_peer (stream)),
    queue_ (g_io_stream_get_output_stream (stream), settings.max_queued)
{
  g_weak_ref_init (&connection_, nullptr);
}

Channel::~Channel ()
{
  g_weak_ref_clear (&connection_);
  g_clear_error (&reason_);
  g_object_unref (cancellable_);
  g_object_unref (stream_);
}

void
Channel::set_connection (MessagePackRpcConnection *connection)
{
  g_weak_ref_set (&connection_, connection);
}

MessagePackRpcConnection *
Channel::ref_connection ()
{
  return static_cast<MessagePackRpcConnection *> (g_weak_ref_get (&connection_));
}

gpointer
Channel::write_thread (gpointer data) noexcept
{
  std::unique_ptr<ChannelPointer> channel (static_cast<ChannelPointer *> (data));
  (*channel)->write ();
  return nullptr;
}

gpointer
Channel::read_thread (gpointer data) noexcept
{
  std::unique_ptr<ChannelPointer> channel (static_cast<ChannelPointer *> (data));
  (*channel)->run ();
  return nullptr;
}

void
Channel::start_writing ()
{
  GError *error = nullptr;
  auto *data = new ChannelPointer (shared_from_this ());
  GThread *thread = g_thread_try_new ("message-pack-write", write_thread, data, &error);
  if (thread != nullptr)
    return g_thread_unref (thread);
  delete data;
  queue_.mark_finished ();
  end (error);
}

void
Channel::start_reading ()
{
  GError *error = nullptr;
  auto *data = new ChannelPointer (shared_from_this ());
  GThread *thread = g_thread_try_new ("message-pack-read", read_thread, data, &error);
  if (thread != nullptr)
    return g_thread_unref (thread);
  delete data;
  end (error);
}

void
Channel::write ()
{
  GError *error = nullptr;
  bool good = queue_.run (&error);
  queue_.mark_finished ();
  if (!good)
    end (error);
}

void
Channel::read ()
{
  g_autoptr (MessagePackInputStream) input = message_pack_input_stream_new (g_io_stream_get_input_stream (stream_));
  message_pack_input_stream_set_limits (input, &limits_);
  // the stream is not only ours: reading it ends before it is closed
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (input), FALSE);
  GError *error = nullptr;
  while (!ended_)
    {
      g_autoptr (MessagePackValue) value = message_pack_input_stream_read_value (input, cancellable_, &error);
      if (value == nullptr || !handle (value, &error))
        break;
    }
  if (error == nullptr)
    error = g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED, "%s closed the connection", peer ());
  end (error);
}

void
Channel::run ()
{
  read ();
  queue_.finish ();
  dispatcher_->clear ();
  GError *error = nullptr;
  if (!g_io_stream_close (stream_, nullptr, &error))
    {
      // it is of no use any more, whatever happened
      g_debug ("closing the connection to %s: %s", peer (), error->message);
      g_error_free (error);
    }
  g_autoptr (MessagePackRpcConnection) connection = ref_connection ();
  if (connection != nullptr)
    message_pack_rpc_connection_emit_closed (connection, reason_);
}

bool
Channel::handle (MessagePackValue *value, GError **error)
{
  Incoming message;
  if (!parse_message (value, &message, error))
    return false;
  if (message.type == MessageType::response)
    handle_response (message.id, message.error, message.result);
  else
    dispatcher_->submit (shared_from_this (), message);
  return true;
}

void
Channel::handle_response (guint32 id, MessagePackValue *failure, MessagePackValue *result)
{
  PendingPointer call = pending_.take (id);
  if (call == nullptr)
    return; // nobody waits any more
  if (message_pack_value_is_nil (failure))
    call->settle (message_pack_value_ref (result), nullptr);
  else
    call->settle (nullptr, error_from_value (failure));
}

bool
Channel::send_call (const PendingPointer &call, MessagePackValue *params, bool may_wait, Deadline deadline,
                    GError **error)
{
  if (!pending_.add (call, error))
    return false;
  g_autoptr (GPtrArray) segments = pack_request (call->id, call->method.c_str (), params, error);
  if (segments == nullptr)
    {
      pending_.remove (call);
      return false;
    }
  if (may_wait)
    {
      // If there was no room, the call is settled, or is about to be by its deadline or by end().
      if (!queue_.push_when_room (segments, *call, deadline))
        pending_.remove (call);
      return true;
    }
  if (queue_.try_push (segments))
    return true;
  pending_.remove (call);
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
               "‘%s’ cannot be called, as %s does not read what was sent before", call->method.c_str (), peer ());
  return false;
}

bool
Channel::send_notification (const char *method, MessagePackValue *params, GError **error)
{
  g_autoptr (GPtrArray) segments = pack_notification (method, params, error);
  if (segments == nullptr)
    return false;
  if (ended_)
    {
      std::lock_guard lock (mutex_);
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED, "‘%s’ cannot be sent to %s: %s", method,
                   peer (), reason_->message);
      return false;
    }
  if (queue_.try_push (segments))
    return true;
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
               "‘%s’ cannot be sent, as %s does not read what was sent before", method, peer ());
  return false;
}

void
Channel::send_response (guint32 id, const GError *failure, MessagePackValue *result)
{
  g_autoptr (GError) problem = nullptr;
  g_autoptr (MessagePackValue) failure_value = failure != nullptr ? error_to_value (failure) : nullptr;
  g_autoptr (GPtrArray) segments = pack_response (id, failure_value, result, &problem);
  if (segments != nullptr && queue_.try_push (segments))
    return;

  // too long to be packed, or the peer does not read: it gets to know so, which is short
  if (problem == nullptr)
    g_set_error (&problem, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT, "%s",
                 "the result was dropped, as earlier ones wait to be read");
  g_clear_pointer (&segments, g_ptr_array_unref);
  g_clear_pointer (&failure_value, message_pack_value_unref);
  failure_value = error_to_value (problem);
  segments = pack_response (id, failure_value, nullptr, nullptr);
  if (!queue_.push_anyway (segments))
    end (g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT, "%s does not read the answers to its requests",
                      peer ()));
}

void
Channel::end (GError *reason)
{
  std::vector<PendingPointer> waiting;
  {
    std::lock_guard lock (mutex_);
    if (ended_)
      {
        g_error_free (reason);
        return;
      }
    reason_ = reason;
    ended_ = true;
  }
  g_autoptr (GError) closed = g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED,
                                           "the connection to %s has ended: %s", peer (), reason->message);
  waiting = pending_.close (closed);
  queue_.close ();
  for (auto &call : waiting)
    call->settle (nullptr, g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED,
                                        "the connection to %s has ended while ‘%s’ waited for its answer: %s", peer (),
                                        call->method.c_str (), reason->message));
  dispatcher_->wake ();
  g_cancellable_cancel (cancellable_);
}

} // namespace message_pack::rpc
