// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/cluster-impl.hh"

#include "cluster/glib-error.hh"
#include "cluster/machine.hh"
#include "cluster/vast-node-private.hh"
#include "procedures/registry.hh"
#include "procedures/vast-procedure-private.hh"

#include <algorithm>
#include <gio/gunixsocketaddress.h>
#include <unistd.h>

namespace vast {

namespace {

constexpr guint upkeep_interval = 1000; // milliseconds

std::string
default_name ()
{
  return std::string (g_get_host_name ()) + "-" + std::to_string (getpid ());
}

// Whether only this machine can reach what listens there. A name other than “localhost” may stand for anything.
bool
is_private_address (const char *address)
{
  g_autoptr (GSocketConnectable) connectable =
    throwing ([&] (GError **error) { return message_pack_rpc_address_parse (address, error); });
  if (G_IS_INET_SOCKET_ADDRESS (connectable))
    return g_inet_address_get_is_loopback (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (connectable)));
  if (G_IS_NETWORK_ADDRESS (connectable))
    return g_strcmp0 (g_network_address_get_hostname (G_NETWORK_ADDRESS (connectable)), "localhost") == 0;
  return G_IS_UNIX_SOCKET_ADDRESS (connectable);
}

uint16_t
port_of (const char *address)
{
  g_autoptr (GSocketConnectable) connectable =
    throwing ([&] (GError **error) { return message_pack_rpc_address_parse (address, error); });
  return G_IS_INET_SOCKET_ADDRESS (connectable) ? g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (connectable))
                                                : 0;
}

bool
is_known (const std::string &procedure)
{
  const auto all = all_procedures ();
  return std::ranges::any_of (all, [&] (const ProcedureInfo *info) { return procedure == info->name; });
}

} // namespace

std::shared_ptr<ClusterImpl>
ClusterImpl::create (GMainContext *context, const char *name)
{
  const std::shared_ptr<ClusterImpl> self (new ClusterImpl);
  const std::weak_ptr<ClusterImpl> weak = self;
  self->context_ = g_main_context_ref (context);
  self->list_ = g_list_store_new (VAST_TYPE_NODE);
  self->service_ = std::make_shared<NodeService> (name && *name ? name : default_name ());
  self->membership_ = Membership::create (self->service_->uuid (), [weak] {
    if (const std::shared_ptr<ClusterImpl> changed = weak.lock ())
      changed->schedule_update ();
  });
  self->upkeep_ = Timer (upkeep_interval, [weak] {
    if (const std::shared_ptr<ClusterImpl> kept = weak.lock ())
      kept->keep_up ();
  });
  return self;
}

ClusterImpl::~ClusterImpl ()
{
  disconnect ();
  for (const auto &[uuid, node] : objects_)
    g_object_unref (node);
  g_object_unref (list_);
  g_main_context_unref (context_);
}

void
ClusterImpl::close ()
{
  disconnect ();
  update_here_or_later ();
}

void
ClusterImpl::disconnect ()
{
  std::shared_ptr<Discovery> discovery;
  {
    std::lock_guard lock (mutex_);
    discovery.swap (discovery_);
    public_port_ = 0;
  }
  discovery.reset (); // not under the lock: it waits for the I/O thread
  membership_->close ();
}

void
ClusterImpl::keep_up ()
{
  service_->store ().expire ();
  std::shared_ptr<Discovery> discovery;
  {
    std::lock_guard lock (mutex_);
    discovery = discovery_;
  }
  if (discovery)
    discovery->set_load (service_->load ());
}

void
ClusterImpl::check_listen_address (const char *address) const
{
  if (!is_private_address (address) && !insecure)
    fail (
      ErrorCode::not_supported,
      "listening on %s lets anyone on the network compute and store here; connections are not encrypted yet, so this "
      "needs the property “insecure”",
      address);
}

void
ClusterImpl::listening_on (const char *address)
{
  if (is_private_address (address))
    return;
  std::lock_guard lock (mutex_);
  public_port_ = port_of (address);
}

std::shared_ptr<Discovery>
ClusterImpl::discovery ()
{
  std::lock_guard lock (mutex_);
  if (!discovery_)
    discovery_ = Discovery::create ();
  return discovery_;
}

void
ClusterImpl::broadcast ()
{
  Announcement announcement { service_->name (), service_->uuid (), 0, machine_cores () };
  {
    std::lock_guard lock (mutex_);
    announcement.port = public_port_;
  }
  if (announcement.port == 0)
    fail_cluster (VAST_CLUSTER_ERROR_DISCOVERY,
                  "there is nothing to announce: no address is listened on that other machines "
                  "can reach");
  discovery ()->announce (announcement);
}

void
ClusterImpl::join ()
{
  discovery ()->browse (membership_);
}

VastNode *
ClusterImpl::object_for (const std::shared_ptr<NodeLink> &link)
{
  std::lock_guard lock (mutex_);
  VastNode *&node = objects_[link->uuid ()];
  if (node && node->impl->link != link)
    g_clear_object (&node); // the same node, connected anew
  if (!node)
    node = node_to_gobject (link, context_);
  return VAST_NODE (g_object_ref (node));
}

VastNode *
ClusterImpl::add_node (const char *address, GCancellable *cancellable)
{
  VastNode *node = object_for (membership_->add (address, cancellable));
  update_here_or_later ();
  return node;
}

bool
ClusterImpl::remove_node (VastNode *node)
{
  return node->impl && membership_->remove (node->impl->link->uuid ());
}

void
ClusterImpl::wait_for_nodes (size_t n_nodes, guint milliseconds, GCancellable *cancellable)
{
  membership_->wait (n_nodes, milliseconds, cancellable);
  update_here_or_later ();
}

GListModel *
ClusterImpl::nodes ()
{
  update_here_or_later ();
  return G_LIST_MODEL (list_);
}

// Whatever thread this is, the list changes when its context runs, once for all that happened until then.
void
ClusterImpl::schedule_update ()
{
  if (update_scheduled_.exchange (true))
    return;
  attach_to_context (context_, [weak = weak_from_this ()] {
    const std::shared_ptr<ClusterImpl> self = weak.lock ();
    if (!self)
      return;
    self->update_scheduled_ = false;
    self->update_list ();
  });
}

// For methods that are called: without a main loop, the thread that the list belongs to sees it change here. Another
// thread must not take the context only because nobody runs it in this moment.
void
ClusterImpl::update_here_or_later ()
{
  if (g_thread_self () == thread_ && g_main_context_acquire (context_))
    {
      update_list ();
      g_main_context_release (context_);
    }
  else
    schedule_update ();
}

// Makes the list hold the nodes that are ready, in the order in which they came.
void
ClusterImpl::update_list ()
{
  const std::vector<std::shared_ptr<NodeLink>> ready = membership_->ready_nodes ();
  GListModel *model = G_LIST_MODEL (list_);
  for (guint i = g_list_model_get_n_items (model); i-- > 0;)
    {
      g_autoptr (VastNode) node = VAST_NODE (g_list_model_get_item (model, i));
      if (std::ranges::find (ready, node->impl->link) != ready.end ())
        continue;
      {
        std::lock_guard lock (mutex_);
        const auto found = objects_.find (node->impl->link->uuid ());
        if (found != objects_.end () && found->second == node)
          {
            g_object_unref (node);
            objects_.erase (found);
          }
      }
      g_list_store_remove (list_, i);
    }
  for (const auto &link : ready)
    {
      g_autoptr (VastNode) node = object_for (link);
      if (!g_list_store_find (list_, node, nullptr))
        g_list_store_append (list_, node);
    }
}

Resources
ClusterImpl::resources ()
{
  return { membership_->ready_nodes (), use_local, service_->load () };
}

std::vector<Array>
ClusterImpl::call (const std::string &procedure, std::vector<Array> inputs, GVariant *options,
                   const Resources &resources, GCancellable *cancellable,
                   const std::function<void (const PartDone &)> &part_done)
{
  const std::shared_ptr<GVariant> kept = keep_variant (options);
  if (!is_known (procedure))
    return call_unknown (procedure, inputs, options_from_dictionary (options), resources, cancellable);
  const ProcedureInfo &info = find_procedure (procedure);
  return ClusterCall::create (info, std::move (inputs), options_from_variant (info, options), resources)
    ->run (cancellable, part_done);
}

} // namespace vast
