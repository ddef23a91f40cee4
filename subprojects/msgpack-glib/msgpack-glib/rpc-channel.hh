// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-limits.h"
#include "message-pack-rpc-connection.h"
#include "rpc-dispatch.hh"
#include "rpc-pending.hh"
#include "rpc-queue.hh"

#include <atomic>

namespace message_pack::rpc {

struct ChannelSettings {
  MessagePackLimits limits;
  guint max_in_flight;
  guint64 max_queued;
};

// Everything of a connection that its threads need. They keep it alive, not the GObject, which can
// thus go away (and end them) while they work.
class Channel : public std::enable_shared_from_this<Channel> {
public:
  Channel (GIOStream *stream, const ChannelSettings &settings);
  ~Channel ();
  Channel (const Channel &) = delete;
  Channel &operator= (const Channel &) = delete;

  void set_connection (MessagePackRpcConnection *connection);
  void set_dispatcher (std::shared_ptr<Dispatcher> dispatcher) { dispatcher_ = std::move (dispatcher); }

  // Begins to write, and to read in a thread of its own or by run().
  void start_writing ();
  void start_reading ();
  // Reads until the connection ends, then cleans up.
  void run ();

  // Sends a request; false with @error set. If @may_wait, waits for room in the queue; when there is
  // none in time, the call is settled by whatever was the reason.
  bool send_call (const PendingPointer &call, MessagePackValue *params, bool may_wait, Deadline deadline,
                  GError **error);
  bool send_notification (const char *method, MessagePackValue *params, GError **error);
  // A result that cannot be sent is replaced by an error.
  void send_response (guint32 id, const GError *failure, MessagePackValue *result);

  // Ends the connection, once. @reason (taken) is what everybody is told.
  void end (GError *reason);
  bool has_ended () const { return ended_; }

  PendingTable &pending () { return pending_; }
  SendQueue &queue () { return queue_; }
  GIOStream *stream () const { return stream_; }
  GCancellable *cancellable () const { return cancellable_; }
  const char *peer () const { return peer_.c_str (); }
  MessagePackRpcConnection *ref_connection ();

private:
  void write ();
  void read ();
  bool handle (MessagePackValue *value, GError **error);
  void handle_response (guint32 id, MessagePackValue *failure, MessagePackValue *result);
  static gpointer write_thread (gpointer data) noexcept;
  static gpointer read_thread (gpointer data) noexcept;

  GIOStream *stream_;
  GCancellable *cancellable_; // of reading and of the handlers
  MessagePackLimits limits_;
  std::string peer_;
  GWeakRef connection_;
  PendingTable pending_;
  SendQueue queue_;
  std::shared_ptr<Dispatcher> dispatcher_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  GError *reason_ = nullptr;
};

using ChannelPointer = std::shared_ptr<Channel>;

// Where a stream leads to, for messages.
std::string describe_peer (GIOStream *stream);

} // namespace message_pack::rpc

// What the GObjects offer each other.
MessagePackRpcConnection *message_pack_rpc_connection_new_served (GIOStream *stream, MessagePackRpcHandlers *handlers,
                                                                  const message_pack::rpc::ChannelSettings &settings,
                                                                  std::shared_ptr<message_pack::rpc::Workers> workers);
MessagePackRpcConnection *message_pack_rpc_connection_new_limited (GIOStream *stream, MessagePackRpcHandlers *handlers,
                                                                   const MessagePackLimits &limits);
message_pack::rpc::ChannelPointer message_pack_rpc_connection_get_channel (MessagePackRpcConnection *self);
// Whether these can be the parameters of a call: an array, or null.
bool message_pack_rpc_check_params (MessagePackValue *params, GError **error);
void message_pack_rpc_connection_run (MessagePackRpcConnection *self);
void message_pack_rpc_connection_emit_closed (MessagePackRpcConnection *self, const GError *reason);
