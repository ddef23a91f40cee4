// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/cluster-call.hh"
#include "cluster/membership.hh"
#include "cluster/node-service.hh"
#include "cluster/vast-cluster.h"

namespace vast {

// What a VastCluster is made of.
class ClusterImpl : public std::enable_shared_from_this<ClusterImpl> {
public:
  // Façade objects and the list of them belong to `context`. Without a name, this process gets one of its own.
  static std::shared_ptr<ClusterImpl> create (GMainContext *context, const char *name);
  ~ClusterImpl ();
  void close ();

  NodeService &service () { return *service_; }
  MessagePackRpcHandlers *make_handlers () { return service_->make_handlers (); }

  // Throws ErrorCode::not_supported for an address that others can reach, unless it is allowed.
  void check_listen_address (const char *address) const;
  void listening_on (const char *address);
  void broadcast ();
  void join ();

  VastNode *add_node (const char *address, GCancellable *cancellable); // a new reference
  bool remove_node (VastNode *node);
  void wait_for_nodes (size_t n_nodes, guint milliseconds, GCancellable *cancellable);
  // The list, brought up to date if this is the thread that it belongs to.
  GListModel *nodes ();

  // What a call may run on now.
  Resources resources ();
  std::vector<Array> call (const std::string &procedure, std::vector<Array> inputs, GVariant *options,
                           const Resources &resources, GCancellable *cancellable,
                           const std::function<void (const PartDone &)> &part_done);

  std::atomic<bool> use_local { true };
  std::atomic<bool> insecure { false };

private:
  ClusterImpl () = default;

  void disconnect ();
  std::shared_ptr<Discovery> discovery ();
  void keep_up ();
  VastNode *object_for (const std::shared_ptr<NodeLink> &link);
  void update_list ();
  void schedule_update ();
  void update_here_or_later ();

  GMainContext *context_ = nullptr;
  GThread *const thread_ = g_thread_self (); // which runs the context, if it runs
  std::atomic<bool> update_scheduled_ { false };
  GListStore *list_ = nullptr; // touched in the context only
  std::shared_ptr<NodeService> service_;
  std::shared_ptr<Membership> membership_;
  Timer upkeep_;

  std::mutex mutex_; // for what is below
  std::shared_ptr<Discovery> discovery_;
  uint16_t public_port_ = 0;
  std::map<std::string, VastNode *> objects_; // one for each ready node, by uuid
};

ClusterImpl &cluster_impl (VastCluster *self);
void cluster_emit_part_done (VastCluster *self, const std::string &procedure, const PartDone &part);

} // namespace vast
