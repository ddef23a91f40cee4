/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-limits.h"
#include "message-pack-rpc-handlers.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_RPC_CONNECTION (message_pack_rpc_connection_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackRpcConnection, message_pack_rpc_connection, MESSAGE_PACK, RPC_CONNECTION, GObject)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcConnection *message_pack_rpc_connection_new             (GIOStream              *stream,
                                                                       MessagePackRpcHandlers *handlers) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue         *message_pack_rpc_connection_call            (MessagePackRpcConnection *self,
                                                                       const char               *method,
                                                                       MessagePackValue         *params,
                                                                       GCancellable             *cancellable,
                                                                       GError                  **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_connection_call_async      (MessagePackRpcConnection *self,
                                                                       const char               *method,
                                                                       MessagePackValue         *params,
                                                                       GCancellable             *cancellable,
                                                                       GAsyncReadyCallback       callback,
                                                                       gpointer                  user_data);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue         *message_pack_rpc_connection_call_finish     (MessagePackRpcConnection *self,
                                                                       GAsyncResult             *result,
                                                                       GError                  **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                  message_pack_rpc_connection_notify          (MessagePackRpcConnection *self,
                                                                       const char               *method,
                                                                       MessagePackValue         *params,
                                                                       GError                  **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_connection_close           (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                  message_pack_rpc_connection_is_closed       (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
GIOStream                *message_pack_rpc_connection_get_stream      (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
const char               *message_pack_rpc_connection_get_peer        (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
guint                     message_pack_rpc_connection_get_timeout     (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_connection_set_timeout     (MessagePackRpcConnection *self,
                                                                       guint                     milliseconds);
MESSAGE_PACK_AVAILABLE_IN_1_0
guint                     message_pack_rpc_connection_get_max_pending (MessagePackRpcConnection *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_connection_set_max_pending (MessagePackRpcConnection *self,
                                                                       guint                     max_pending);

G_END_DECLS
