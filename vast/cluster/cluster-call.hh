// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/node-link.hh"
#include "procedures/partition.hh"

#include <condition_variable>
#include <deque>

namespace vast {

// One part of a call that is done.
struct PartDone {
  std::string where; // the address of a node, or “local”
  int64_t offset;
  int64_t count;
  int64_t total;
};

// What a call may run on. Load tells of this machine.
struct Resources {
  std::vector<std::shared_ptr<NodeLink>> nodes;
  bool use_local;
  double local_load;
};

// One call of a procedure, cut into parts that run at the same time on several nodes and here. A part whose node is
// lost, or cannot do it for want of something, runs again on another node, on each at most once, and at last here:
// the inputs are here anyway. An error of the procedure itself ends the call.
class ClusterCall : public std::enable_shared_from_this<ClusterCall> {
public:
  // Throws what the procedure throws for bad inputs, and VAST_CLUSTER_ERROR_NO_NODES.
  static std::shared_ptr<ClusterCall> create (const ProcedureInfo &info, std::vector<Array> inputs, Options options,
                                              Resources resources);

  // Blocks until all is done, an error decides, or the call is cancelled; then it does not wait for what still runs.
  // Tells each part that is done in this thread.
  std::vector<Array> run (GCancellable *cancellable, const std::function<void (const PartDone &)> &part_done);

private:
  // Who a part runs on: a node, or this process.
  struct Worker {
    std::shared_ptr<NodeLink> link; // null: this process
    double weight;
  };

  ClusterCall (const ProcedureInfo &info, std::vector<Array> inputs, Options options, Resources resources);
  ~ClusterCall ();
  friend struct std::default_delete<ClusterCall>;

  void start_part (size_t i, std::shared_ptr<NodeLink> link);
  void run_part (size_t i, std::shared_ptr<NodeLink> link) noexcept;
  std::vector<Array> compute (const CallPart &part, NodeLink *link);
  std::shared_ptr<NodeLink> next_node (const std::vector<std::string> &tried);
  void part_finished (size_t i, const std::string &where, std::vector<Array> result);
  void fail_with (std::exception_ptr error);
  void stop ();

  const ProcedureInfo &info_;
  const std::vector<Array> inputs_;
  const Options options_;
  const Resources resources_;
  std::vector<Worker> workers_; // the fastest first
  std::unique_ptr<PartitionPlan> plan_;
  int64_t total_ = 0;
  GCancellable *cancellable_; // of all requests

  std::mutex mutex_; // for what is below
  std::condition_variable waiting_;
  std::vector<std::vector<Array>> results_;
  size_t n_left_ = 0;
  std::deque<PartDone> done_;
  std::exception_ptr error_;
  bool stopped_ = false;
};

// Whether an error of a node leaves the part to be tried elsewhere: lost, unreachable, full, or too old to know it.
bool is_worth_another_node (const GError *error);

// Calls a procedure that only nodes know, whole, on the first that does.
std::vector<Array> call_unknown (const std::string &procedure, std::span<const Array> inputs,
                                 const wire::Value &options, const Resources &resources, GCancellable *cancellable);

} // namespace vast
