/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include <msgpack-glib/msgpack-glib.h>

#include "vast-node.h"

G_BEGIN_DECLS

#define VAST_TYPE_CLUSTER (vast_cluster_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastCluster, vast_cluster, VAST, CLUSTER, MessagePackRpcServer)

VAST_AVAILABLE_IN_1_0
VastCluster *vast_cluster_new              (void) G_GNUC_WARN_UNUSED_RESULT;

/* offering this process to others */
VAST_AVAILABLE_IN_1_0
char        *vast_cluster_listen           (VastCluster *self,
                                            const char  *address,
                                            GError     **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_broadcast        (VastCluster *self,
                                            GError     **error);

VAST_AVAILABLE_IN_1_0
void         vast_cluster_close            (VastCluster *self);
VAST_AVAILABLE_IN_1_0
const char  *vast_cluster_get_uuid         (VastCluster *self);
VAST_AVAILABLE_IN_1_0
const char  *vast_cluster_get_name         (VastCluster *self);
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_get_insecure     (VastCluster *self);
VAST_AVAILABLE_IN_1_0
void         vast_cluster_set_insecure     (VastCluster *self,
                                            gboolean     insecure);
VAST_AVAILABLE_IN_1_0
guint64      vast_cluster_get_memory_quota (VastCluster *self);
VAST_AVAILABLE_IN_1_0
void         vast_cluster_set_memory_quota (VastCluster *self,
                                            guint64      bytes);

/* using others */
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_join             (VastCluster *self,
                                            GError     **error);
VAST_AVAILABLE_IN_1_0
VastNode    *vast_cluster_add_node         (VastCluster  *self,
                                            const char   *address,
                                            GCancellable *cancellable,
                                            GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void         vast_cluster_add_node_async   (VastCluster        *self,
                                            const char         *address,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastNode    *vast_cluster_add_node_finish  (VastCluster  *self,
                                            GAsyncResult *result,
                                            GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_remove_node      (VastCluster *self,
                                            VastNode    *node);
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_wait_for_nodes   (VastCluster  *self,
                                            guint         n_nodes,
                                            guint         timeout_ms,
                                            GCancellable *cancellable,
                                            GError      **error);
VAST_AVAILABLE_IN_1_0
GListModel  *vast_cluster_get_nodes        (VastCluster *self);
VAST_AVAILABLE_IN_1_0
gboolean     vast_cluster_get_use_local    (VastCluster *self);
VAST_AVAILABLE_IN_1_0
void         vast_cluster_set_use_local    (VastCluster *self,
                                            gboolean     use_local);

VAST_AVAILABLE_IN_1_0
VastArray  **vast_cluster_call             (VastCluster      *self,
                                            const char       *procedure,
                                            VastArray *const *inputs,
                                            gsize             n_inputs,
                                            GVariant         *options,
                                            GCancellable     *cancellable,
                                            gsize            *n_outputs,
                                            GError          **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void         vast_cluster_call_async       (VastCluster        *self,
                                            const char         *procedure,
                                            VastArray *const   *inputs,
                                            gsize               n_inputs,
                                            GVariant           *options,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastArray  **vast_cluster_call_finish      (VastCluster  *self,
                                            GAsyncResult *result,
                                            gsize        *n_outputs,
                                            GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
