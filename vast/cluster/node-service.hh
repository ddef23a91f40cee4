// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/call-wire.hh"
#include "cluster/node-store.hh"

#include <atomic>
#include <memory>
#include <string>

namespace vast {

// What a node does for others: the methods of docs/protocol.md, all procedures by name among them.
class NodeService : public std::enable_shared_from_this<NodeService> {
public:
  static constexpr int64_t protocol_version = 1;
  // More calls at once are refused: each takes a thread and the memory of its arrays.
  static constexpr int max_calls = 256;

  explicit NodeService (std::string name);

  const std::string &uuid () const { return uuid_; }
  const std::string &name () const { return name_; }
  NodeStore &store () { return store_; }
  double load () const;

  // For a server; they keep the service alive.
  MessagePackRpcHandlers *make_handlers ();
  // The names of the methods that are not procedures.
  static std::vector<const char *> method_names ();

private:
  using Method = wire::Value (NodeService::*) (MessagePackRpcInvocation *invocation);
  struct MethodInfo {
    const char *name;
    Method run;
    bool quick; // answered in the thread that the request came in
  };
  struct Binding; // a method of one service

  static const MethodInfo methods[];
  static const MethodInfo procedure_method;

  static void handle (MessagePackRpcInvocation *invocation, gpointer binding) noexcept;
  void start (MessagePackRpcInvocation *invocation, Method method);
  void run (MessagePackRpcInvocation *invocation, Method method) noexcept;

  wire::Value run_store (MessagePackRpcInvocation *invocation);
  wire::Value run_retrieve (MessagePackRpcInvocation *invocation);
  wire::Value run_clear (MessagePackRpcInvocation *invocation);
  wire::Value run_call_each (MessagePackRpcInvocation *invocation);
  wire::Value run_procedure (MessagePackRpcInvocation *invocation);
  wire::Value run_describe (MessagePackRpcInvocation *invocation);
  wire::Value run_status (MessagePackRpcInvocation *invocation);
  wire::Value run_ping (MessagePackRpcInvocation *invocation);

  std::vector<wire::Value> invoke (const std::string &procedure, const wire::CallParameters &call);
  wire::Value result_to_value (const Array &result, const wire::CallParameters &call);

  const std::string uuid_;
  const std::string name_;
  const double started_;
  NodeStore store_;
  std::atomic<int> running_ { 0 };
  std::atomic<uint64_t> n_calls_ { 0 };
};

// What a node tells of all its procedures and element types.
wire::Value describe_procedures ();

} // namespace vast
