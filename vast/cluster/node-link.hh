// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/call-wire.hh"
#include "cluster/io-thread.hh"
#include "cluster/vast-node.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace vast {

// The way to one other node: a connection for calls and one for the heartbeat, so that a ping never waits behind an
// array. A node that does not answer for `silence_limit` in all, or whose connection ends, is lost for good: its
// connections are closed, which ends every call that waits for it. Safe for any thread.
class NodeLink : public std::enable_shared_from_this<NodeLink> {
public:
  static constexpr guint connect_limit = 5000;      // milliseconds
  static constexpr guint heartbeat_interval = 1000; // so that a silence is noticed within this and the limit below
  static constexpr guint silence_limit = 4000;

  // Blocks for `connect_limit` at most. Throws GlibError: VAST_CLUSTER_ERROR_UNREACHABLE naming the address,
  // VAST_CLUSTER_ERROR_PROTOCOL if what answers is no node, G_IO_ERROR_CANCELLED.
  static std::shared_ptr<NodeLink> connect (const std::string &address, GCancellable *cancellable);
  ~NodeLink ();

  const std::string &address () const { return address_; }
  const std::string &uuid () const { return uuid_; }
  const std::string &name () const { return name_; }
  double load () const { return load_; }
  VastNodeState state () const { return state_; }
  bool ready () const { return state_ == VAST_NODE_STATE_READY; }
  // How fast it would be with another call, about: its cores, less by its load and by what is claimed already.
  double weight () const;
  // From its choice to its end, a piece of work claims its node, so that the next choice sees it before the node's own
  // load tells.
  class Claim;

  // One request and its answer. Throws GlibError: VAST_CLUSTER_ERROR_LOST naming address and method,
  // G_IO_ERROR_CANCELLED, or what the node answered.
  wire::Value request (const char *method, const wire::Value &params, GCancellable *cancellable);
  std::vector<Array> call (const char *procedure, std::span<const Array> inputs, const wire::Value &options,
                           GCancellable *cancellable);
  // Several procedures on the same inputs, which travel once; the outputs of all in turn.
  std::vector<Array> call_each (std::span<const char *const> procedures, std::span<const Array> inputs,
                                const wire::Value &options, GCancellable *cancellable);

  // Ends the connections; the state is lost then.
  void close ();
  // Called after each change of state or load, in any thread. One observer for each owner.
  using Observer = std::function<void ()>;
  void observe (const void *owner, Observer observer);
  void forget (const void *owner);

private:
  struct Connection; // ends the connection when it goes

  explicit NodeLink (std::string address);

  void open (GCancellable *cancellable);
  void greet ();
  void watch ();
  void beat ();
  void pinged (MessagePackRpcConnection *connection, GAsyncResult *result);
  void lose (const std::string &reason);
  void notify ();
  std::string lost_reason ();
  [[noreturn]] void fail_lost (const char *method, const char *reason);

  const std::string address_;
  std::string uuid_;
  std::string name_;
  int cores_ = 1;
  std::atomic<double> load_ { 0 };
  std::atomic<int> pending_ { 0 };
  std::atomic<VastNodeState> state_ { VAST_NODE_STATE_CONNECTING };
  std::unique_ptr<Connection> calls_;
  std::unique_ptr<Connection> control_;

  // Of the heartbeat; touched in the I/O thread only.
  Timer heartbeat_;
  gint64 ping_sent_ = 0; // 0: none is on its way

  std::mutex mutex_; // for what is below
  std::string reason_;
  std::vector<std::pair<const void *, Observer>> observers_;
};

class NodeLink::Claim {
public:
  explicit Claim (std::shared_ptr<NodeLink> link) : link_ (std::move (link)) { link_->pending_++; }
  ~Claim () { link_->pending_--; }
  Claim (const Claim &) = delete;
  Claim &operator= (const Claim &) = delete;

private:
  std::shared_ptr<NodeLink> link_;
};

// The arrays that a node answered with: one, or a list of them. Throws VAST_CLUSTER_ERROR_PROTOCOL for anything else.
std::vector<Array> arrays_from_answer (MessagePackValue *value, const std::string &address);

} // namespace vast
