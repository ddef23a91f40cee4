// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/vast-node-private.hh"

#include "cluster/glib-error.hh"
#include "vast-enum-types.h"

using vast::guard_glib;
using vast::NodeLink;

/**
 * VastNodeState:
 * @VAST_NODE_STATE_CONNECTING: the connection is being made
 * @VAST_NODE_STATE_READY: the node can be called
 * @VAST_NODE_STATE_LOST: the connection has ended, or the node has not answered in time
 *
 * Whether a node can be called.
 *
 * Since: 1.0
 */

/**
 * VastNode:
 *
 * Another process that computes, over the network or on the same machine.
 *
 * A node is reached by [func@Vast.Node.connect] at an address such as `tcp:10.0.0.5:4711`, `tcp:[::1]:4711` or
 * `unix:/run/user/1000/vast-node.sock`. Procedures are called on it by name, on arrays that travel there and back
 * ([method@Vast.Node.call]) or on arrays that it keeps ([method@Vast.Node.store], [method@Vast.Node.call_stored]).
 *
 * A node that does not answer for five seconds, or whose connection ends, is lost: [property@Vast.Node:state] becomes
 * %VAST_NODE_STATE_LOST and stays so, and every call that waits for it ends with %VAST_CLUSTER_ERROR_LOST. The library
 * watches this in a thread of its own; no main loop needs to run. Changes of properties are told in the main context
 * that was the thread's default one when the node was made.
 *
 * All methods may be called from any thread.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (VastNode, vast_node, G_TYPE_OBJECT)

enum { PROP_0, PROP_ADDRESS, PROP_NAME, PROP_UUID, PROP_LOAD, PROP_STATE, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

static void
vast_node_init (VastNode *)
{}

static void
vast_node_dispose (GObject *object)
{
  VastNode *self = VAST_NODE (object);

  if (self->impl)
    self->impl->link->forget (self);

  G_OBJECT_CLASS (vast_node_parent_class)->dispose (object);
}

static void
vast_node_finalize (GObject *object)
{
  VastNode *self = VAST_NODE (object);

  delete self->impl;

  G_OBJECT_CLASS (vast_node_parent_class)->finalize (object);
}

static void
vast_node_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  VastNode *self = VAST_NODE (object);

  switch (property_id)
    {
    case PROP_ADDRESS: g_value_set_string (value, vast_node_get_address (self)); break;
    case PROP_NAME: g_value_set_string (value, vast_node_get_name (self)); break;
    case PROP_UUID: g_value_set_string (value, vast_node_get_uuid (self)); break;
    case PROP_LOAD: g_value_set_double (value, vast_node_get_load (self)); break;
    case PROP_STATE: g_value_set_enum (value, vast_node_get_state (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
vast_node_class_init (VastNodeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const auto flags = static_cast<GParamFlags> (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  object_class->dispose = vast_node_dispose;
  object_class->finalize = vast_node_finalize;
  object_class->get_property = vast_node_get_property;

  /**
   * VastNode:address: (getter get_address)
   *
   * The address that the node was reached at.
   *
   * Since: 1.0
   */
  properties[PROP_ADDRESS] = g_param_spec_string ("address", nullptr, nullptr, nullptr, flags);
  /**
   * VastNode:name: (getter get_name)
   *
   * The name that the node gives itself; several may have the same.
   *
   * Since: 1.0
   */
  properties[PROP_NAME] = g_param_spec_string ("name", nullptr, nullptr, nullptr, flags);
  /**
   * VastNode:uuid: (getter get_uuid)
   *
   * What tells this node from all others, for as long as its process runs.
   *
   * Since: 1.0
   */
  properties[PROP_UUID] = g_param_spec_string ("uuid", nullptr, nullptr, nullptr, flags);
  /**
   * VastNode:load: (getter get_load)
   *
   * How busy the node is, about: 0 for idle, 1 for one thing to do on each core. Refreshed each second.
   *
   * Since: 1.0
   */
  properties[PROP_LOAD] = g_param_spec_double ("load", nullptr, nullptr, 0, G_MAXDOUBLE, 0, flags);
  /**
   * VastNode:state: (getter get_state)
   *
   * Whether the node can be called.
   *
   * Since: 1.0
   */
  properties[PROP_STATE] =
    g_param_spec_enum ("state", nullptr, nullptr, VAST_TYPE_NODE_STATE, VAST_NODE_STATE_CONNECTING, flags);

  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

namespace vast {

namespace {

// What an observer of a link knows of the object that it observes for.
struct Watcher {
  GWeakRef node;
  GMainContext *context;
  std::atomic<VastNodeState> told;
  // What was not told yet is told together: the context may never run, and then it must not fill up.
  std::atomic<bool> scheduled { false };

  Watcher (VastNode *object, GMainContext *where, VastNodeState state)
    : context (g_main_context_ref (where)),
      told (state)
  {
    g_weak_ref_init (&node, object);
  }
  ~Watcher ()
  {
    g_weak_ref_clear (&node);
    g_main_context_unref (context);
  }
  Watcher (const Watcher &) = delete;
  Watcher &operator= (const Watcher &) = delete;

  void tell ()
  {
    scheduled = false;
    VastNode *self = static_cast<VastNode *> (g_weak_ref_get (&node));
    if (!self)
      return;
    const VastNodeState state = vast_node_get_state (self);
    if (told.exchange (state) != state)
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOAD]);
    g_object_unref (self);
  }
};

} // namespace

VastNode *
node_to_gobject (std::shared_ptr<NodeLink> link, GMainContext *context)
{
  VastNode *self = VAST_NODE (g_object_new (VAST_TYPE_NODE, nullptr));
  const auto watcher = std::make_shared<Watcher> (self, context, link->state ());
  self->impl = new NodeImpl { link };
  link->observe (self, [watcher] {
    if (!watcher->scheduled.exchange (true))
      attach_to_context (watcher->context, [watcher] { watcher->tell (); });
  });
  return self;
}

void
return_in_background (GTask *task, std::function<gpointer ()> f, GDestroyNotify free_result)
{
  run_in_background ([task, f = std::move (f), free_result] {
    GError *error = nullptr;
    gpointer result = guard_glib (&error, f);
    if (error)
      g_task_return_error (task, error);
    else
      g_task_return_pointer (task, result, free_result);
    g_object_unref (task);
  });
}

} // namespace vast

/**
 * vast_node_connect:
 * @address: where the node listens
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Connects to a node and waits until it is ready, five seconds at most.
 *
 * Fails with %VAST_CLUSTER_ERROR_UNREACHABLE if nothing answers there, with %VAST_CLUSTER_ERROR_PROTOCOL if what
 * answers is no node, and with %MESSAGE_PACK_ERROR_ADDRESS if @address is none.
 *
 * Returns: (transfer full): the node
 *
 * Since: 1.0
 */
VastNode *
vast_node_connect (const char *address, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (address != nullptr, nullptr);
  return guard_glib (error, [&] {
    GMainContext *context = g_main_context_ref_thread_default ();
    const std::unique_ptr<GMainContext, decltype (&g_main_context_unref)> kept (context, g_main_context_unref);
    return vast::node_to_gobject (NodeLink::connect (address, cancellable), context);
  });
}

/**
 * vast_node_connect_async:
 * @address: where the node listens
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * Connects to a node without blocking; see [func@Vast.Node.connect].
 *
 * Since: 1.0
 */
void
vast_node_connect_async (const char *address, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_return_if_fail (address != nullptr);
  GTask *task = g_task_new (nullptr, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_node_connect_async));
  vast::return_in_background (
    task,
    [task, where = std::string (address)] () -> gpointer {
      return vast::node_to_gobject (NodeLink::connect (where, g_task_get_cancellable (task)),
                                    g_task_get_context (task));
    },
    g_object_unref);
}

/**
 * vast_node_connect_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Gets the result of [func@Vast.Node.connect_async].
 *
 * Returns: (transfer full): the node
 *
 * Since: 1.0
 */
VastNode *
vast_node_connect_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, nullptr), nullptr);
  return static_cast<VastNode *> (g_task_propagate_pointer (G_TASK (result), error));
}

/**
 * vast_node_close:
 * @self: a node
 *
 * Ends the connection. The node is lost then, for this object; calls that wait for it end with
 * %VAST_CLUSTER_ERROR_LOST. The same happens when the last reference to @self goes.
 *
 * Since: 1.0
 */
void
vast_node_close (VastNode *self)
{
  g_return_if_fail (VAST_IS_NODE (self));
  if (self->impl)
    self->impl->link->close ();
}

/**
 * vast_node_get_address: (get-property address)
 * @self: a node
 *
 * Gets the address that the node was reached at.
 *
 * Returns: the address
 *
 * Since: 1.0
 */
const char *
vast_node_get_address (VastNode *self)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  return self->impl ? self->impl->link->address ().c_str () : "";
}

/**
 * vast_node_get_name: (get-property name)
 * @self: a node
 *
 * Gets the name that the node gives itself.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
vast_node_get_name (VastNode *self)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  return self->impl ? self->impl->link->name ().c_str () : "";
}

/**
 * vast_node_get_uuid: (get-property uuid)
 * @self: a node
 *
 * Gets what tells this node from all others.
 *
 * Returns: a UUID
 *
 * Since: 1.0
 */
const char *
vast_node_get_uuid (VastNode *self)
{
  g_return_val_if_fail (VAST_IS_NODE (self), nullptr);
  return self->impl ? self->impl->link->uuid ().c_str () : "";
}

/**
 * vast_node_get_load: (get-property load)
 * @self: a node
 *
 * Gets how busy the node is: 0 for idle, 1 for one thing to do on each core.
 *
 * Returns: the load when it was last heard of
 *
 * Since: 1.0
 */
gdouble
vast_node_get_load (VastNode *self)
{
  g_return_val_if_fail (VAST_IS_NODE (self), 0);
  return self->impl ? self->impl->link->load () : 0;
}

/**
 * vast_node_get_state: (get-property state)
 * @self: a node
 *
 * Gets whether the node can be called.
 *
 * Returns: the state
 *
 * Since: 1.0
 */
VastNodeState
vast_node_get_state (VastNode *self)
{
  g_return_val_if_fail (VAST_IS_NODE (self), VAST_NODE_STATE_LOST);
  return self->impl ? self->impl->link->state () : VAST_NODE_STATE_CONNECTING;
}
