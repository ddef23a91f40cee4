// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/vast-cluster.h"

#include "cluster/cluster-impl.hh"
#include "cluster/glib-error.hh"
#include "cluster/machine.hh"

using vast::guard_glib;

/**
 * VastCluster:
 *
 * Several processes that compute together, on one machine or on many.
 *
 * A cluster is two things, and a program may want either or both. It is a server: [method@Vast.Cluster.listen] lets
 * others compute and store here, and [method@Vast.Cluster.broadcast] tells the local network of it. And it is a client:
 * [method@Vast.Cluster.join] finds the nodes of the local network, [method@Vast.Cluster.add_node] adds one by its
 * address, and [method@Vast.Cluster.call] computes a procedure on all of them. The node server does the first; a
 * program at a desk does the second.
 *
 * ```c
 * g_autoptr (VastCluster) cluster = vast_cluster_new ();
 * if (!vast_cluster_join (cluster, &error) || !vast_cluster_wait_for_nodes (cluster, 2, 5000, NULL, &error))
 *   return;
 * VastArray **outputs = vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n_outputs, &error);
 * ```
 *
 * A call is cut into parts, by the nature of the procedure and by how fast each node is and how busy. The parts run at
 * the same time, one of them in this process unless [property@Vast.Cluster:use-local] is %FALSE, and are put together
 * to what the procedure gives when it runs here. A small call does not leave this process at all. If a node is lost
 * meanwhile, its part runs again on another, and here if no other is left. An error of the procedure, such as inputs of
 * the wrong shape, comes back once.
 *
 * Nodes that were lost leave [method@Vast.Cluster.get_nodes]. They are looked for at their address every now and then,
 * and come back when they answer; the same node is in the list once however it is reached, and this process never.
 *
 * Discovery and the watch over nodes run in a thread of the library, and the server in threads of its own, so that no
 * main loop needs to run. The list of nodes and the signals of its [class@Vast.Node] objects belong to the main context
 * that was the thread's default one when the cluster was made: changes are made while that runs, and, without a main
 * loop, when a method of the cluster is called in that thread. All methods may be called from any thread, from handlers
 * of a call too.
 *
 * A server is open to whoever can reach it: every user of the machine on a loopback address, the whole network on
 * another one, which is why that needs [property@Vast.Cluster:insecure]. A UNIX socket is as private as its directory.
 *
 * A cluster that listens stays until [method@Vast.Cluster.close].
 *
 * Since: 1.0
 */
struct _VastCluster {
  MessagePackRpcServer parent_instance;

  std::shared_ptr<vast::ClusterImpl> *impl;
  char *wanted_name; // while it is constructed
};

G_DEFINE_FINAL_TYPE (VastCluster, vast_cluster, MESSAGE_PACK_TYPE_RPC_SERVER)

enum { PROP_0, PROP_NODES, PROP_USE_LOCAL, PROP_INSECURE, PROP_MEMORY_QUOTA, PROP_UUID, PROP_NAME, N_PROPERTIES };
enum { SIGNAL_PART_DONE, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static vast::ClusterImpl &
impl_of (VastCluster *self)
{
  return **self->impl;
}

// What others may make this process keep at once: half of the memory in one message, a quarter for one slow reader.
static void
set_server_limits (VastCluster *self)
{
  const guint64 memory = vast::machine_memory ().total;
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  limits->max_bytes = memory / 2;
  g_object_set (self, "limits", limits, "max-queued", memory / 4, nullptr);
}

static void
vast_cluster_init (VastCluster *)
{}

static void
vast_cluster_constructed (GObject *object)
{
  VastCluster *self = VAST_CLUSTER (object);

  G_OBJECT_CLASS (vast_cluster_parent_class)->constructed (object);

  GMainContext *context = g_main_context_ref_thread_default ();
  self->impl = new std::shared_ptr<vast::ClusterImpl> (vast::ClusterImpl::create (context, self->wanted_name));
  g_main_context_unref (context);
  g_clear_pointer (&self->wanted_name, g_free);
  MessagePackRpcHandlers *handlers = impl_of (self).make_handlers ();
  message_pack_rpc_server_set_handlers (MESSAGE_PACK_RPC_SERVER (self), handlers);
  g_object_unref (handlers);
  set_server_limits (self);
}

static void
vast_cluster_dispose (GObject *object)
{
  impl_of (VAST_CLUSTER (object)).close ();

  G_OBJECT_CLASS (vast_cluster_parent_class)->dispose (object);
}

static void
vast_cluster_finalize (GObject *object)
{
  delete VAST_CLUSTER (object)->impl;

  G_OBJECT_CLASS (vast_cluster_parent_class)->finalize (object);
}

static void
vast_cluster_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  VastCluster *self = VAST_CLUSTER (object);

  switch (property_id)
    {
    case PROP_NODES: g_value_set_object (value, vast_cluster_get_nodes (self)); break;
    case PROP_USE_LOCAL: g_value_set_boolean (value, vast_cluster_get_use_local (self)); break;
    case PROP_INSECURE: g_value_set_boolean (value, vast_cluster_get_insecure (self)); break;
    case PROP_MEMORY_QUOTA: g_value_set_uint64 (value, vast_cluster_get_memory_quota (self)); break;
    case PROP_UUID: g_value_set_string (value, vast_cluster_get_uuid (self)); break;
    case PROP_NAME: g_value_set_string (value, vast_cluster_get_name (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
vast_cluster_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  VastCluster *self = VAST_CLUSTER (object);

  switch (property_id)
    {
    case PROP_USE_LOCAL: vast_cluster_set_use_local (self, g_value_get_boolean (value)); break;
    case PROP_INSECURE: vast_cluster_set_insecure (self, g_value_get_boolean (value)); break;
    case PROP_MEMORY_QUOTA: vast_cluster_set_memory_quota (self, g_value_get_uint64 (value)); break;
    case PROP_NAME: self->wanted_name = g_value_dup_string (value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const auto readable = static_cast<GParamFlags> (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  const auto writable = static_cast<GParamFlags> (readable | G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY);

  /**
   * VastCluster:nodes: (getter get_nodes)
   *
   * The nodes that are ready.
   *
   * Since: 1.0
   */
  properties[PROP_NODES] = g_param_spec_object ("nodes", nullptr, nullptr, G_TYPE_LIST_MODEL, readable);
  /**
   * VastCluster:use-local: (getter get_use_local) (setter set_use_local)
   *
   * Whether this process computes a part of each call too.
   *
   * Since: 1.0
   */
  properties[PROP_USE_LOCAL] = g_param_spec_boolean ("use-local", nullptr, nullptr, TRUE, writable);
  /**
   * VastCluster:insecure: (getter get_insecure) (setter set_insecure)
   *
   * Whether [method@Vast.Cluster.listen] may listen where other machines can connect. Connections are neither
   * encrypted nor is anyone asked who he is, so this is for a network that you trust as a whole.
   *
   * Since: 1.0
   */
  properties[PROP_INSECURE] = g_param_spec_boolean ("insecure", nullptr, nullptr, FALSE, writable);
  /**
   * VastCluster:memory-quota: (getter get_memory_quota) (setter set_memory_quota)
   *
   * How many bytes of arrays are kept here for others. Half of the memory of the machine, if not set.
   *
   * Since: 1.0
   */
  properties[PROP_MEMORY_QUOTA] = g_param_spec_uint64 ("memory-quota", nullptr, nullptr, 0, G_MAXUINT64, 0, writable);
  /**
   * VastCluster:uuid: (getter get_uuid)
   *
   * What tells this process, as a node, from all others.
   *
   * Since: 1.0
   */
  properties[PROP_UUID] = g_param_spec_string ("uuid", nullptr, nullptr, nullptr, readable);
  /**
   * VastCluster:name: (getter get_name)
   *
   * The name that this process has as a node; if none is given, the machine's and the number of the process.
   *
   * Since: 1.0
   */
  properties[PROP_NAME] = g_param_spec_string (
    "name", nullptr, nullptr, nullptr,
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));

  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
vast_cluster_class_init (VastClusterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = vast_cluster_constructed;
  object_class->constructed = vast_cluster_constructed;
  object_class->dispose = vast_cluster_dispose;
  object_class->finalize = vast_cluster_finalize;
  object_class->get_property = vast_cluster_get_property;
  object_class->set_property = vast_cluster_set_property;
  install_properties (object_class);

  /**
   * VastCluster::part-done:
   * @self: a cluster
   * @where: the address of the node that computed the part, or `local`
   * @procedure: the name of the procedure that was called
   * @offset: where the part begins along the axis that the call was cut along
   * @count: how long it is there
   * @total: how long all parts are together; 0, as the others, for a call that was not cut
   *
   * Emitted when a part of a call is done: during [method@Vast.Cluster.call] in the thread that called, and during
   * [method@Vast.Cluster.call_async] in the main context that the callback comes in.
   *
   * Since: 1.0
   */
  signals[SIGNAL_PART_DONE] =
    g_signal_new ("part-done", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, nullptr, nullptr, nullptr, G_TYPE_NONE,
                  5, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT64);
}

/**
 * vast_cluster_new:
 *
 * Makes a cluster of this process alone.
 *
 * Returns: (transfer full): a new cluster
 *
 * Since: 1.0
 */
VastCluster *
vast_cluster_new (void)
{
  return VAST_CLUSTER (g_object_new (VAST_TYPE_CLUSTER, nullptr));
}

/**
 * vast_cluster_listen:
 * @self: a cluster
 * @address: where to listen: `tcp:HOST:PORT`, `tcp:[IPV6]:PORT` or `unix:PATH`; port 0 lets the system choose one
 * @error: return location for an error
 *
 * Lets others compute and store in this process, at this address besides those that are listened on already. What is
 * served, and how, is the node protocol.
 *
 * Fails with %VAST_ERROR_NOT_SUPPORTED for an address that other machines can reach, unless
 * [property@Vast.Cluster:insecure] is set.
 *
 * Returns: (transfer full): the address to connect to
 *
 * Since: 1.0
 */
char *
vast_cluster_listen (VastCluster *self, const char *address, GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  g_return_val_if_fail (address != nullptr, nullptr);
  return guard_glib (error, [&] {
    impl_of (self).check_listen_address (address);
    char *actual = vast::throwing (
      [&] (GError **e) { return message_pack_rpc_server_listen_address (MESSAGE_PACK_RPC_SERVER (self), address, e); });
    impl_of (self).listening_on (actual);
    return actual;
  });
}

/**
 * vast_cluster_broadcast:
 * @self: a cluster
 * @error: return location for an error
 *
 * Tells the local network of this node, by Avahi, and from then on how busy it is. Something that other machines can
 * reach must be listened on.
 *
 * Fails with %VAST_CLUSTER_ERROR_DISCOVERY if there is no Avahi daemon or nothing to announce, and with
 * %VAST_ERROR_NOT_SUPPORTED if Vast was built without Avahi.
 *
 * Returns: %TRUE if the announcement is under way; a name that is taken is changed
 *
 * Since: 1.0
 */
gboolean
vast_cluster_broadcast (VastCluster *self, GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  return guard_glib (error, [&] () -> gboolean {
    impl_of (self).broadcast ();
    return TRUE;
  });
}

/**
 * vast_cluster_close:
 * @self: a cluster
 *
 * Stops listening and being announced, and ends all connections from and to others.
 *
 * Since: 1.0
 */
void
vast_cluster_close (VastCluster *self)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  g_object_ref (self);
  impl_of (self).close ();
  message_pack_rpc_server_close_all (MESSAGE_PACK_RPC_SERVER (self));
  g_object_unref (self);
}

/**
 * vast_cluster_join:
 * @self: a cluster
 * @error: return location for an error
 *
 * Finds the nodes of the local network, by Avahi, now and from now on. To be found needs
 * [method@Vast.Cluster.broadcast]; for using others this is enough.
 *
 * This does not wait: see [method@Vast.Cluster.wait_for_nodes].
 *
 * Fails with %VAST_CLUSTER_ERROR_DISCOVERY if there is no Avahi daemon, and with %VAST_ERROR_NOT_SUPPORTED if Vast was
 * built without Avahi.
 *
 * Returns: %TRUE if the search is under way
 *
 * Since: 1.0
 */
gboolean
vast_cluster_join (VastCluster *self, GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  return guard_glib (error, [&] () -> gboolean {
    impl_of (self).join ();
    return TRUE;
  });
}

/**
 * vast_cluster_get_nodes: (get-property nodes)
 * @self: a cluster
 *
 * Gets the nodes that are ready, a list of [class@Vast.Node].
 *
 * Returns: (transfer none): the list, always the same one
 *
 * Since: 1.0
 */
GListModel *
vast_cluster_get_nodes (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  return impl_of (self).nodes ();
}

/**
 * vast_cluster_get_use_local: (get-property use-local)
 * @self: a cluster
 *
 * Gets whether this process computes a part of each call too.
 *
 * Returns: whether it does
 *
 * Since: 1.0
 */
gboolean
vast_cluster_get_use_local (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  return impl_of (self).use_local;
}

/**
 * vast_cluster_set_use_local: (set-property use-local)
 * @self: a cluster
 * @use_local: whether this process computes a part of each call too
 *
 * Sets whether this process computes a part of each call, and small calls alone. If not, everything goes to other nodes,
 * however small; only when all of them are lost during a call, what is left of it runs here.
 *
 * Since: 1.0
 */
void
vast_cluster_set_use_local (VastCluster *self, gboolean use_local)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  if (impl_of (self).use_local.exchange (use_local) != static_cast<bool> (use_local))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_USE_LOCAL]);
}

/**
 * vast_cluster_get_insecure: (get-property insecure)
 * @self: a cluster
 *
 * Gets whether other machines may connect.
 *
 * Returns: whether they may
 *
 * Since: 1.0
 */
gboolean
vast_cluster_get_insecure (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  return impl_of (self).insecure;
}

/**
 * vast_cluster_set_insecure: (set-property insecure)
 * @self: a cluster
 * @insecure: whether other machines may connect
 *
 * Sets whether [method@Vast.Cluster.listen] may listen where other machines can connect.
 *
 * Since: 1.0
 */
void
vast_cluster_set_insecure (VastCluster *self, gboolean insecure)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  if (impl_of (self).insecure.exchange (insecure) != static_cast<bool> (insecure))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INSECURE]);
}

/**
 * vast_cluster_get_memory_quota: (get-property memory-quota)
 * @self: a cluster
 *
 * Gets how many bytes of arrays are kept here for others.
 *
 * Returns: a number of bytes
 *
 * Since: 1.0
 */
guint64
vast_cluster_get_memory_quota (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), 0);
  return impl_of (self).service ().store ().quota ();
}

/**
 * vast_cluster_set_memory_quota: (set-property memory-quota)
 * @self: a cluster
 * @bytes: a number of bytes
 *
 * Sets how many bytes of arrays are kept here for others. What is kept already stays until its time is over.
 *
 * Since: 1.0
 */
void
vast_cluster_set_memory_quota (VastCluster *self, guint64 bytes)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  if (bytes == vast_cluster_get_memory_quota (self))
    return;
  impl_of (self).service ().store ().set_quota (bytes);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MEMORY_QUOTA]);
}

/**
 * vast_cluster_get_uuid: (get-property uuid)
 * @self: a cluster
 *
 * Gets what tells this process, as a node, from all others.
 *
 * Returns: a UUID
 *
 * Since: 1.0
 */
const char *
vast_cluster_get_uuid (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  return impl_of (self).service ().uuid ().c_str ();
}

/**
 * vast_cluster_get_name: (get-property name)
 * @self: a cluster
 *
 * Gets the name that this process has as a node.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
vast_cluster_get_name (VastCluster *self)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  return impl_of (self).service ().name ().c_str ();
}

namespace vast {

ClusterImpl &
cluster_impl (VastCluster *self)
{
  return impl_of (self);
}

void
cluster_emit_part_done (VastCluster *self, const std::string &procedure, const PartDone &part)
{
  g_signal_emit (self, signals[SIGNAL_PART_DONE], 0, part.where.c_str (), procedure.c_str (), part.offset, part.count,
                 part.total);
}

} // namespace vast
