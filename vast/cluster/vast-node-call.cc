// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The methods of VastNode that ask the node for something.

#include "cluster/glib-error.hh"
#include "cluster/vast-node-private.hh"
#include "procedures/vast-procedure-private.hh"

using vast::guard_glib;
using vast::NodeLink;

namespace vast {

std::vector<Array>
inputs_from_gobjects (VastArray *const *arrays, gsize n)
{
  std::vector<Array> result;
  for (gsize i = 0; i < n; i++)
    {
      if (!VAST_IS_ARRAY (arrays[i]))
        fail (ErrorCode::invalid_argument, "input %" G_GSIZE_FORMAT " is no array", i);
      result.push_back (array_from_gobject (arrays[i]));
    }
  return result;
}

std::shared_ptr<GVariant>
keep_variant (GVariant *variant)
{
  return { variant ? g_variant_ref_sink (variant) : nullptr,
           [] (GVariant *v) { g_clear_pointer (&v, g_variant_unref); } };
}

wire::Value
options_from_dictionary (GVariant *options)
{
  if (!options)
    return wire::MapBuilder ().build ();
  const std::shared_ptr<GVariant> kept = keep_variant (options);
  if (!g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT))
    fail (ErrorCode::invalid_argument, "options of the type %s are no dictionary a{sv}",
          g_variant_get_type_string (options));
  return wire::Value (
    throwing ([options] (GError **error) { return message_pack_value_new_from_variant (options, error); }));
}

struct TaskOutputs {
  VastArray **arrays;
  gsize n;
};

gpointer
new_task_outputs (std::vector<Array> arrays)
{
  TaskOutputs *outputs = g_new0 (TaskOutputs, 1);
  outputs->arrays = arrays_to_gobjects (std::move (arrays), &outputs->n);
  return outputs;
}

void
free_task_outputs (gpointer data) noexcept
{
  TaskOutputs *outputs = static_cast<TaskOutputs *> (data);
  for (gsize i = 0; i < outputs->n; i++)
    g_object_unref (outputs->arrays[i]);
  g_free (outputs->arrays);
  g_free (outputs);
}

VastArray **
propagate_task_outputs (GAsyncResult *result, gsize *n_outputs, GError **error)
{
  TaskOutputs *outputs = static_cast<TaskOutputs *> (g_task_propagate_pointer (G_TASK (result), error));
  VastArray **arrays = outputs ? outputs->arrays : nullptr;
  if (n_outputs)
    *n_outputs = outputs ? outputs->n : 0;
  g_free (outputs);
  return arrays;
}

} // namespace vast

namespace {

// The link of a node, or an error for an object that was not made by connecting.
std::shared_ptr<NodeLink>
link_of (VastNode *self)
{
  if (!self->impl)
    vast::fail_cluster (VAST_CLUSTER_ERROR_UNREACHABLE, "the node was never connected");
  return self->impl->link;
}

std::vector<std::string>
uuids_from_answer (MessagePackValue *value)
{
  std::vector<std::string> uuids;
  if (vast::wire::is_handle (value))
    return { vast::wire::handle_from_value (value).text () };
  for (gsize i = 0; i < message_pack_value_get_length (value); i++)
    uuids.push_back (vast::wire::handle_from_value (message_pack_value_get_element (value, i)).text ());
  return uuids;
}

vast::wire::Value
handle_param (const char *uuid)
{
  return vast::wire::handle_to_value (vast::Uuid::from_text (uuid), vast::wire::Reply::handle);
}

// A request with one handle.
vast::wire::Value
request_by_handle (VastNode *self, const char *method, const char *uuid, GCancellable *cancellable)
{
  std::vector<vast::wire::Value> params;
  params.push_back (handle_param (uuid));
  return link_of (self)->request (method, vast::wire::list (params), cancellable);
}

GVariant *
request_variant (VastNode *self, const char *method, GCancellable *cancellable)
{
  const vast::wire::Value answer = link_of (self)->request (method, vast::wire::list ({}), cancellable);
  GVariant *variant =
    vast::throwing ([&] (GError **error) { return message_pack_value_to_variant (answer.get (), error); });
  return g_variant_ref_sink (variant);
}

} // namespace

/**
 * vast_node_call:
 * @self: a node
 * @procedure: the name of a procedure, such as `sin`
 * @inputs: (array length=n_inputs): its inputs
 * @n_inputs: how many
 * @options: (nullable): a dictionary `a{sv}` of its parameters by name
 * @cancellable: (nullable): a cancellable
 * @n_outputs: (out): how many outputs there are
 * @error: return location for an error
 *
 * Computes a procedure on the node.
 *
 * An error of the procedure comes back as if it had run here. Fails with %VAST_CLUSTER_ERROR_LOST if the node goes
 * while it computes. A call that is cancelled returns at once; what the node computes is dropped.
 *
 * Returns: (transfer full) (array length=n_outputs): the outputs
 *
 * Since: 1.0
 */
VastArray **
vast_node_call (VastNode *self, const char *procedure, VastArray *const *inputs, gsize n_inputs, GVariant *options,
                GCancellable *cancellable, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  g_return_val_if_fail (procedure != nullptr, nullptr);
  return guard_glib (error, [&] {
    return vast::arrays_to_gobjects (link_of (self)->call (procedure, vast::inputs_from_gobjects (inputs, n_inputs),
                                                           vast::options_from_dictionary (options), cancellable),
                                     n_outputs);
  });
}

/**
 * vast_node_call_async:
 * @self: a node
 * @procedure: the name of a procedure
 * @inputs: (array length=n_inputs): its inputs
 * @n_inputs: how many
 * @options: (nullable): a dictionary `a{sv}` of its parameters by name
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * Computes a procedure on the node without blocking; see [method@Vast.Node.call].
 *
 * Since: 1.0
 */
void
vast_node_call_async (VastNode *self, const char *procedure, VastArray *const *inputs, gsize n_inputs,
                      GVariant *options, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (VAST_IS_NODE (self));
  g_return_if_fail (procedure != nullptr);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_node_call_async));
  const std::shared_ptr<GVariant> kept = vast::keep_variant (options);
  GError *error = nullptr;
  auto arrays = guard_glib (&error, [&] { return vast::inputs_from_gobjects (inputs, n_inputs); });
  if (error)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  vast::return_in_background (
    task,
    [task, self, kept, name = std::string (procedure), arrays = std::move (arrays)] () -> gpointer {
      return vast::new_task_outputs (link_of (self)->call (
        name.c_str (), arrays, vast::options_from_dictionary (kept.get ()), g_task_get_cancellable (task)));
    },
    vast::free_task_outputs);
}

/**
 * vast_node_call_finish:
 * @self: a node
 * @result: what the callback got
 * @n_outputs: (out): how many outputs there are
 * @error: return location for an error
 *
 * Gets the result of [method@Vast.Node.call_async].
 *
 * Returns: (transfer full) (array length=n_outputs): the outputs
 *
 * Since: 1.0
 */
VastArray **
vast_node_call_finish (VastNode *self, GAsyncResult *result, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);
  return vast::propagate_task_outputs (result, n_outputs, error);
}

/**
 * vast_node_store:
 * @self: a node
 * @array: an array
 * @ttl: how many seconds to keep it, 0 for the node's default of ten minutes
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Has the node keep an array. The time runs on the node's monotonic clock from the moment it has the array.
 *
 * Fails with %VAST_CLUSTER_ERROR_QUOTA if the node has no room.
 *
 * Returns: (transfer full): the name of the array on the node, a UUID
 *
 * Since: 1.0
 */
char *
vast_node_store (VastNode *self, VastArray *array, gdouble ttl, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  g_return_val_if_fail (VAST_IS_ARRAY (array), nullptr);
  return guard_glib (error, [&] {
    std::vector<vast::wire::Value> params;
    params.push_back (vast::wire::from_array (vast::array_from_gobject (array)));
    params.push_back (vast::wire::real (ttl));
    const vast::wire::Value answer = link_of (self)->request ("store", vast::wire::list (params), cancellable);
    return g_strdup (vast::wire::handle_from_value (answer.get ()).text ().c_str ());
  });
}

/**
 * vast_node_retrieve:
 * @self: a node
 * @uuid: the name of an array on the node
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Gets an array that the node keeps.
 *
 * Fails with %VAST_CLUSTER_ERROR_UNKNOWN_UUID if there is none of that name, or no longer.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_node_retrieve (VastNode *self, const char *uuid, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  g_return_val_if_fail (uuid != nullptr, nullptr);
  return guard_glib (error, [&] {
    const vast::wire::Value answer = request_by_handle (self, "retrieve", uuid, cancellable);
    return vast::array_to_gobject (vast::wire::to_array (answer.get (), vast::wire::Ownership::exclusive));
  });
}

/**
 * vast_node_clear:
 * @self: a node
 * @uuid: the name of an array on the node
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Has the node forget an array that it keeps.
 *
 * Returns: %TRUE if it was there; %FALSE without an error if it was not
 *
 * Since: 1.0
 */
gboolean
vast_node_clear (VastNode *self, const char *uuid, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), FALSE);
  g_return_val_if_fail (uuid != nullptr, FALSE);
  return guard_glib (error, [&] () -> gboolean {
    const vast::wire::Value answer = request_by_handle (self, "clear", uuid, cancellable);
    return vast::throwing ([&] (GError **e) { return message_pack_value_get_boolean (answer.get (), e); });
  });
}

/**
 * vast_node_call_stored:
 * @self: a node
 * @procedure: the name of a procedure
 * @uuids: (array zero-terminated=1): the names of its inputs on the node
 * @options: (nullable): a dictionary `a{sv}` of its parameters by name
 * @ttl: how many seconds to keep the results, 0 for the node's default of ten minutes
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Computes a procedure on arrays that the node keeps. The results stay there too; no element travels.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the results on the node
 *
 * Since: 1.0
 */
char **
vast_node_call_stored (VastNode *self, const char *procedure, const char *const *uuids, GVariant *options, gdouble ttl,
                       GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  g_return_val_if_fail (procedure != nullptr && uuids != nullptr, nullptr);
  return guard_glib (error, [&] {
    std::vector<vast::wire::Value> params;
    for (gsize i = 0; uuids[i]; i++)
      params.push_back (handle_param (uuids[i]));
    vast::Options named = vast::wire::options_from_value (vast::options_from_dictionary (options).get ());
    named.set (vast::wire::reply_option, std::string ("handle"));
    named.set (vast::wire::ttl_option, ttl);
    params.push_back (vast::wire::options_to_value (named));
    const vast::wire::Value answer = link_of (self)->request (procedure, vast::wire::list (params), cancellable);
    g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
    for (const std::string &uuid : uuids_from_answer (answer.get ()))
      g_strv_builder_add (builder, uuid.c_str ());
    return g_strv_builder_end (builder);
  });
}

/**
 * vast_node_describe:
 * @self: a node
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Gets what the node can compute: a dictionary with `version`, `protocol`, the element `types` and the `procedures`,
 * each a dictionary with `name`, `inputs`, `outputs`, `parameters`, `partition`, `cost`, `doc` and `signatures`.
 *
 * Returns: (transfer full): a dictionary `a{sv}`
 *
 * Since: 1.0
 */
GVariant *
vast_node_describe (VastNode *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  return guard_glib (error, [&] { return request_variant (self, "describe", cancellable); });
}

/**
 * vast_node_status:
 * @self: a node
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Gets how the node is: a dictionary with `uuid`, `name`, `version`, `protocol`, `load`, `cores`, `memory_total`,
 * `memory_free`, `memory_quota`, `stored_arrays`, `stored_bytes` (in bytes), `running`, `calls` and `uptime` (in
 * seconds).
 *
 * Returns: (transfer full): a dictionary `a{sv}`
 *
 * Since: 1.0
 */
GVariant *
vast_node_status (VastNode *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  return guard_glib (error, [&] { return request_variant (self, "status", cancellable); });
}
