// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/discovery.hh"
#include "cluster/node-link.hh"

#include <condition_variable>
#include <map>

namespace vast {

// The nodes of a cluster: those that are ready, and the addresses at which others are looked for again and again.
// A node is known by its uuid, so that it counts once however often it is found, and this process not at all. Safe for
// any thread.
class Membership : public DiscoveryListener, public std::enable_shared_from_this<Membership> {
public:
  // `changed` is called in any thread after the nodes are not the same any more.
  static std::shared_ptr<Membership> create (std::string own_uuid, std::function<void ()> changed);
  ~Membership () override;

  // Connects to a node and adds it. Gives the one that is there already if it is the same node. The address stays
  // known: after the node was lost it is looked for there. Throws what NodeLink::connect () does, and
  // VAST_CLUSTER_ERROR_FAILED if this process is what answers.
  std::shared_ptr<NodeLink> add (const std::string &address, GCancellable *cancellable);
  // Closes the node and forgets where it was; false if it is not there.
  bool remove (const std::string &uuid);
  void close ();

  std::vector<std::shared_ptr<NodeLink>> ready_nodes ();
  // Waits until that many are ready; throws VAST_CLUSTER_ERROR_NO_NODES naming the numbers, or that it was cancelled.
  void wait (size_t n_nodes, guint milliseconds, GCancellable *cancellable);

  void service_found (const std::string &key, const std::string &address, const std::string &uuid) override;
  void service_gone (const std::string &key) override;

private:
  // Where a node was, is, or may be.
  struct Candidate {
    std::string address;
    std::string uuid; // of what answered or was announced there; empty if unknown
    gint64 next_try = 0;
    gint64 delay = 0;
    bool connecting = false;
  };

  Membership (std::string own_uuid, std::function<void ()> changed);

  void admit (const std::shared_ptr<NodeLink> &link);
  std::shared_ptr<NodeLink> find_ready (const std::string &uuid) const;
  void sweep ();
  void look_around ();
  void try_candidate (const std::string &key, const std::string &address);
  void tried (const std::string &key, const std::string &uuid, bool ready);

  const std::string own_uuid_;
  const std::function<void ()> changed_;
  Timer timer_;

  std::mutex mutex_; // for what is below
  std::condition_variable waiting_;
  std::vector<std::shared_ptr<NodeLink>> nodes_;
  std::map<std::string, Candidate> candidates_; // by the key of a service, or by address
  bool closed_ = false;
};

} // namespace vast
