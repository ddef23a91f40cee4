/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

#define VAST_CLUSTER_ERROR (vast_cluster_error_quark ())

typedef enum {
  VAST_CLUSTER_ERROR_FAILED,
  VAST_CLUSTER_ERROR_UNREACHABLE,
  VAST_CLUSTER_ERROR_LOST,
  VAST_CLUSTER_ERROR_PROTOCOL,
  VAST_CLUSTER_ERROR_UNKNOWN_UUID,
  VAST_CLUSTER_ERROR_QUOTA,
  VAST_CLUSTER_ERROR_NO_NODES,
  VAST_CLUSTER_ERROR_DISCOVERY,
} VastClusterError;

VAST_AVAILABLE_IN_1_0
GQuark vast_cluster_error_quark (void);

typedef enum {
  VAST_NODE_STATE_CONNECTING,
  VAST_NODE_STATE_READY,
  VAST_NODE_STATE_LOST,
} VastNodeState;

/* One other process that computes: what a cluster knows of it and the way to call it. */
#define VAST_TYPE_NODE (vast_node_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastNode, vast_node, VAST, NODE, GObject)

VAST_AVAILABLE_IN_1_0
VastNode     *vast_node_connect        (const char   *address,
                                        GCancellable *cancellable,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void          vast_node_connect_async  (const char         *address,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastNode     *vast_node_connect_finish (GAsyncResult *result,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void          vast_node_close          (VastNode *self);
VAST_AVAILABLE_IN_1_0
const char   *vast_node_get_address    (VastNode *self);
VAST_AVAILABLE_IN_1_0
const char   *vast_node_get_name       (VastNode *self);
VAST_AVAILABLE_IN_1_0
const char   *vast_node_get_uuid       (VastNode *self);
VAST_AVAILABLE_IN_1_0
gdouble       vast_node_get_load       (VastNode *self);
VAST_AVAILABLE_IN_1_0
VastNodeState vast_node_get_state      (VastNode *self);

VAST_AVAILABLE_IN_1_0
VastArray   **vast_node_call           (VastNode         *self,
                                        const char       *procedure,
                                        VastArray *const *inputs,
                                        gsize             n_inputs,
                                        GVariant         *options,
                                        GCancellable     *cancellable,
                                        gsize            *n_outputs,
                                        GError          **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void          vast_node_call_async     (VastNode           *self,
                                        const char         *procedure,
                                        VastArray *const   *inputs,
                                        gsize               n_inputs,
                                        GVariant           *options,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastArray   **vast_node_call_finish    (VastNode     *self,
                                        GAsyncResult *result,
                                        gsize        *n_outputs,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
char         *vast_node_store          (VastNode     *self,
                                        VastArray    *array,
                                        gdouble       ttl,
                                        GCancellable *cancellable,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray    *vast_node_retrieve       (VastNode     *self,
                                        const char   *uuid,
                                        GCancellable *cancellable,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean      vast_node_clear          (VastNode     *self,
                                        const char   *uuid,
                                        GCancellable *cancellable,
                                        GError      **error);
/* Runs a procedure on arrays that the node keeps; the results stay there under new names. */
VAST_AVAILABLE_IN_1_0
char        **vast_node_call_stored    (VastNode          *self,
                                        const char        *procedure,
                                        const char *const *uuids,
                                        GVariant          *options,
                                        gdouble            ttl,
                                        GCancellable      *cancellable,
                                        GError           **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
GVariant     *vast_node_describe       (VastNode     *self,
                                        GCancellable *cancellable,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
GVariant     *vast_node_status         (VastNode     *self,
                                        GCancellable *cancellable,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
