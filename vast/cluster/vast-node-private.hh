// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/node-link.hh"
#include "cluster/vast-node.h"

namespace vast {

struct NodeImpl {
  std::shared_ptr<NodeLink> link;
};

// The façade object for a connected node. Its properties change in `context`.
VastNode *node_to_gobject (std::shared_ptr<NodeLink> link, GMainContext *context) G_GNUC_WARN_UNUSED_RESULT;

// Throws ErrorCode::invalid_argument if one is no array.
std::vector<Array> inputs_from_gobjects (VastArray *const *arrays, gsize n);

// Keeps a variant or null; a floating reference is taken.
std::shared_ptr<GVariant> keep_variant (GVariant *variant);

// A dictionary a{sv}, or null, as the map that travels; a floating reference is taken. Throws GlibError or Error.
wire::Value options_from_dictionary (GVariant *options);

// Runs `f` in the background and returns what it gives or throws through the task, which is taken over.
void return_in_background (GTask *task, std::function<gpointer ()> f, GDestroyNotify free_result);

// The outputs of a call as what a task returns.
gpointer new_task_outputs (std::vector<Array> arrays);
void free_task_outputs (gpointer outputs) noexcept;
VastArray **propagate_task_outputs (GAsyncResult *result, gsize *n_outputs, GError **error);

} // namespace vast

struct _VastNode {
  GObject parent_instance;

  vast::NodeImpl *impl; // null until connected, which only g_object_new () alone leaves it
};
