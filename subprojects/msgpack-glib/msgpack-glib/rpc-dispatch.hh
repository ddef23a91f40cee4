// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-rpc-handlers.h"
#include "rpc-message.hh"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace message_pack::rpc {

class Channel;

// Threads that run handlers; shared by all connections of a server.
class Workers {
public:
  explicit Workers (guint max_threads);
  ~Workers ();
  Workers (const Workers &) = delete;
  Workers &operator= (const Workers &) = delete;

  void run (std::function<void ()> job);

private:
  struct Jobs;
  static void work (gpointer data, gpointer user_data) noexcept;

  GThreadPool *pool_;
  std::shared_ptr<Jobs> jobs_;
};

// Brings what a peer asks for to the handlers. Requests run side by side; a notification runs alone
// in the sense that nothing that came after it begins before its handler has returned, so that its
// effects are seen by what follows.
class Dispatcher : public std::enable_shared_from_this<Dispatcher> {
public:
  Dispatcher (MessagePackRpcHandlers *handlers, std::shared_ptr<Workers> workers, guint max_in_flight);
  ~Dispatcher ();
  Dispatcher (const Dispatcher &) = delete;
  Dispatcher &operator= (const Dispatcher &) = delete;

  // Called by the thread that reads. A request beyond the limit is refused; a notification, which
  // cannot be, makes that thread wait.
  void submit (const std::shared_ptr<Channel> &channel, const Incoming &message);
  // A request was answered.
  void answered ();
  // Forgets what has not begun.
  void clear ();
  // The channel has ended, nobody needs to wait for it.
  void wake ();

private:
  void pump (std::unique_lock<std::mutex> &lock);
  void start (MessagePackRpcInvocation *invocation);
  void handle (MessagePackRpcInvocation *invocation);

  MessagePackRpcHandlers *handlers_;
  std::shared_ptr<Workers> workers_;
  const guint max_in_flight_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<MessagePackRpcInvocation *> backlog_;
  guint unanswered_ = 0; // requests
  guint unheard_ = 0;    // notifications in the backlog
  bool notifying_ = false;
  bool over_ = false;
};

} // namespace message_pack::rpc

MessagePackRpcInvocation *message_pack_rpc_invocation_new_incoming (
  std::shared_ptr<message_pack::rpc::Channel> channel, std::shared_ptr<message_pack::rpc::Dispatcher> dispatcher,
  const message_pack::rpc::Incoming &message);
// The number of the request never gets an answer: its connection is gone.
void message_pack_rpc_invocation_drop (MessagePackRpcInvocation *self);
bool message_pack_rpc_handlers_handle (MessagePackRpcHandlers *self, MessagePackRpcInvocation *invocation);
