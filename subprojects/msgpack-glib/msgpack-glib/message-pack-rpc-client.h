/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-rpc-connection.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_RPC_CLIENT (message_pack_rpc_client_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackRpcClient, message_pack_rpc_client, MESSAGE_PACK, RPC_CLIENT, GObject)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcClient     *message_pack_rpc_client_new            (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcConnection *message_pack_rpc_client_connect        (MessagePackRpcClient   *self,
                                                                  const char             *address,
                                                                  MessagePackRpcHandlers *handlers,
                                                                  GCancellable           *cancellable,
                                                                  GError                **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_client_connect_async  (MessagePackRpcClient   *self,
                                                                  const char             *address,
                                                                  MessagePackRpcHandlers *handlers,
                                                                  GCancellable           *cancellable,
                                                                  GAsyncReadyCallback     callback,
                                                                  gpointer                user_data);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcConnection *message_pack_rpc_client_connect_finish (MessagePackRpcClient *self,
                                                                  GAsyncResult         *result,
                                                                  GError              **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
guint                     message_pack_rpc_client_get_timeout    (MessagePackRpcClient *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_client_set_timeout    (MessagePackRpcClient *self,
                                                                  guint                 milliseconds);
MESSAGE_PACK_AVAILABLE_IN_1_0
const MessagePackLimits  *message_pack_rpc_client_get_limits     (MessagePackRpcClient *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_client_set_limits     (MessagePackRpcClient    *self,
                                                                  const MessagePackLimits *limits);

G_END_DECLS
