// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cli.hh"
#include "local-nodes.hh"
#include "progress.hh"

#include <span>

namespace vast::cli {

using Arrays = std::vector<Ref<VastArray>>;

// Where a call is computed.
struct CallPlace {
  int local_nodes = 0;                // processes to start for the call
  std::vector<std::string> addresses; // of nodes
  bool cluster = false;               // join the one that Avahi finds
  bool verbose = false;
};

// Runs one procedure with one set of options, in this process or on nodes.
class CallRunner {
public:
  // Starts or reaches the nodes; throws a Failure.
  CallRunner (VastProcedure *procedure, GVariant *options, const CallPlace &place);
  ~CallRunner ();
  CallRunner (const CallRunner &) = delete;
  CallRunner &operator= (const CallRunner &) = delete;

  // The whole call, with the progress of its parts.
  Arrays run (std::span<const Ref<VastArray>> inputs, GCancellable *cancellable);
  // The call of one block of rows out of many; `first_row` is for what is told of it.
  Arrays run_block (std::span<const Ref<VastArray>> inputs, int64_t first_row, GCancellable *cancellable);

  Progress &progress () { return progress_; }

private:
  void connect_nodes (const CallPlace &place);
  void wait_for_discovery ();
  VastArray **call_nodes (const std::vector<VastArray *> &arrays, GCancellable *cancellable, gsize *n_outputs,
                          GError **error);
  Arrays invoke (std::span<const Ref<VastArray>> inputs, GCancellable *cancellable);
  void tell (const std::string &part, const char *where);

  static void part_done (VastCluster *cluster, const char *where, const char *procedure, gint64 offset, gint64 count,
                         gint64 total, gpointer self) noexcept;

  VastProcedure *procedure_;
  Variant options_;
  const bool verbose_;
  Progress progress_;
  bool in_blocks_ = false;
  int64_t first_row_ = 0; // of the block that is computed
  int64_t done_ = 0;      // of the call that is computed, along the axis that it is cut along
  LocalNodes local_nodes_;
  Ref<VastCluster> cluster_; // none: this process
};

// The arrays of a result and the list that holds them, taken over.
Arrays adopt_arrays (VastArray **list, gsize n_arrays);

} // namespace vast::cli
