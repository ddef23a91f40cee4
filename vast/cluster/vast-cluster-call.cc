// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The methods of VastCluster that reach other nodes.

#include "cluster/cluster-impl.hh"
#include "cluster/glib-error.hh"
#include "cluster/vast-node-private.hh"
#include "procedures/vast-procedure-private.hh"

using vast::guard_glib;
using vast::PartDone;

/**
 * vast_cluster_add_node:
 * @self: a cluster
 * @address: where the node listens
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Adds a node by its address, beside those that are found. If it is lost later it is looked for there.
 *
 * Fails as [func@Vast.Node.connect] does, and with %VAST_CLUSTER_ERROR_FAILED if @self is what listens there.
 *
 * Returns: (transfer full): the node, which is the one that is there already if it is known
 *
 * Since: 1.0
 */
VastNode *
vast_cluster_add_node (VastCluster *self, const char *address, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  g_return_val_if_fail (address != nullptr, nullptr);
  return guard_glib (error, [&] { return vast::cluster_impl (self).add_node (address, cancellable); });
}

/**
 * vast_cluster_remove_node:
 * @self: a cluster
 * @node: one of its nodes
 *
 * Closes the connection to a node and does not look for it any more, unless it is found anew.
 *
 * Returns: whether it was one of the nodes
 *
 * Since: 1.0
 */
gboolean
vast_cluster_remove_node (VastCluster *self, VastNode *node)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  g_return_val_if_fail (VAST_IS_NODE (node), FALSE);
  return vast::cluster_impl (self).remove_node (node);
}

/**
 * vast_cluster_wait_for_nodes:
 * @self: a cluster
 * @n_nodes: how many nodes are wanted
 * @timeout_ms: how long to wait, in milliseconds
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Blocks until at least @n_nodes nodes are ready, this process not counted.
 *
 * Fails with %VAST_CLUSTER_ERROR_NO_NODES, naming how many there are, when the time is over.
 *
 * Returns: %TRUE if there are so many
 *
 * Since: 1.0
 */
gboolean
vast_cluster_wait_for_nodes (VastCluster *self, guint n_nodes, guint timeout_ms, GCancellable *cancellable,
                             GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), FALSE);
  return guard_glib (error, [&] () -> gboolean {
    vast::cluster_impl (self).wait_for_nodes (n_nodes, timeout_ms, cancellable);
    return TRUE;
  });
}

/**
 * vast_cluster_add_node_async:
 * @self: a cluster
 * @address: where the node listens
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * Adds a node by its address without blocking; see [method@Vast.Cluster.add_node].
 *
 * Since: 1.0
 */
void
vast_cluster_add_node_async (VastCluster *self, const char *address, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  g_return_if_fail (address != nullptr);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_cluster_add_node_async));
  vast::return_in_background (
    task,
    [self, task, where = std::string (address)] () -> gpointer {
      return vast::cluster_impl (self).add_node (where.c_str (), g_task_get_cancellable (task));
    },
    g_object_unref);
}

/**
 * vast_cluster_add_node_finish:
 * @self: a cluster
 * @result: what the callback got
 * @error: return location for an error
 *
 * Gets the result of [method@Vast.Cluster.add_node_async].
 *
 * Returns: (transfer full): the node
 *
 * Since: 1.0
 */
VastNode *
vast_cluster_add_node_finish (VastCluster *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);
  return static_cast<VastNode *> (g_task_propagate_pointer (G_TASK (result), error));
}

/**
 * vast_cluster_call:
 * @self: a cluster
 * @procedure: the name of a procedure, such as `sin`
 * @inputs: (array length=n_inputs): its inputs
 * @n_inputs: how many
 * @options: (nullable): a dictionary `a{sv}` of its parameters by name
 * @cancellable: (nullable): a cancellable
 * @n_outputs: (out): how many outputs there are
 * @error: return location for an error
 *
 * Computes a procedure on the nodes of the cluster, and waits for it. The outputs are what the procedure gives here.
 *
 * A part whose node is lost runs again elsewhere. Fails with what the procedure fails with, with
 * %VAST_CLUSTER_ERROR_NO_NODES if [property@Vast.Cluster:use-local] is %FALSE and there is no node, and with
 * %G_IO_ERROR_CANCELLED at once when it is cancelled; what still runs is dropped when it is done.
 *
 * A procedure that is not known here is computed, as a whole, by a node that knows it.
 *
 * Returns: (transfer full) (array length=n_outputs): the outputs
 *
 * Since: 1.0
 */
VastArray **
vast_cluster_call (VastCluster *self, const char *procedure, VastArray *const *inputs, gsize n_inputs,
                   GVariant *options, GCancellable *cancellable, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_CLUSTER (self), nullptr);
  g_return_val_if_fail (procedure != nullptr, nullptr);
  return guard_glib (error, [&] {
    const auto emit = [&] (const PartDone &part) { vast::cluster_emit_part_done (self, procedure, part); };
    vast::ClusterImpl &impl = vast::cluster_impl (self);
    return vast::arrays_to_gobjects (impl.call (procedure, vast::inputs_from_gobjects (inputs, n_inputs), options,
                                                impl.resources (), cancellable, emit),
                                     n_outputs);
  });
}

/**
 * vast_cluster_call_async:
 * @self: a cluster
 * @procedure: the name of a procedure
 * @inputs: (array length=n_inputs): its inputs
 * @n_inputs: how many
 * @options: (nullable): a dictionary `a{sv}` of its parameters by name
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * Computes a procedure on the nodes of the cluster without blocking; see [method@Vast.Cluster.call].
 *
 * Since: 1.0
 */
void
vast_cluster_call_async (VastCluster *self, const char *procedure, VastArray *const *inputs, gsize n_inputs,
                         GVariant *options, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (VAST_IS_CLUSTER (self));
  g_return_if_fail (procedure != nullptr);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_cluster_call_async));
  const std::shared_ptr<GVariant> kept = vast::keep_variant (options);
  GError *error = nullptr;
  auto arrays = guard_glib (&error, [&] { return vast::inputs_from_gobjects (inputs, n_inputs); });
  if (error)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  // The nodes of now: what is lost until a thread begins is made good like what is lost later.
  vast::return_in_background (
    task,
    [self, task, kept, name = std::string (procedure), arrays = std::move (arrays),
     resources = vast::cluster_impl (self).resources ()] () -> gpointer {
      const std::shared_ptr<VastCluster> cluster (VAST_CLUSTER (g_object_ref (self)), g_object_unref);
      const auto emit_later = [&] (const PartDone &part) {
        vast::attach_to_context (g_task_get_context (task),
                                 [cluster, name, part] { vast::cluster_emit_part_done (cluster.get (), name, part); });
      };
      return vast::new_task_outputs (vast::cluster_impl (self).call (name, arrays, kept.get (), resources,
                                                                     g_task_get_cancellable (task), emit_later));
    },
    vast::free_task_outputs);
}

/**
 * vast_cluster_call_finish:
 * @self: a cluster
 * @result: what the callback got
 * @n_outputs: (out): how many outputs there are
 * @error: return location for an error
 *
 * Gets the result of [method@Vast.Cluster.call_async].
 *
 * Returns: (transfer full) (array length=n_outputs): the outputs
 *
 * Since: 1.0
 */
VastArray **
vast_cluster_call_finish (VastCluster *self, GAsyncResult *result, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);
  return vast::propagate_task_outputs (result, n_outputs, error);
}
