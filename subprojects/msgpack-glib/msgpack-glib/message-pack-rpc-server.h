/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-rpc-connection.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_RPC_SERVER (message_pack_rpc_server_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (MessagePackRpcServer, message_pack_rpc_server, MESSAGE_PACK, RPC_SERVER, GThreadedSocketService)

/**
 * MessagePackRpcServerClass:
 * @parent_class: the parent class
 * @connection_opened: the class handler of [signal@RpcServer::connection-opened]
 * @connection_closed: the class handler of [signal@RpcServer::connection-closed]
 *
 * What subclasses may change.
 *
 * Since: 1.0
 */
struct _MessagePackRpcServerClass
{
  GThreadedSocketServiceClass parent_class;

  void (*connection_opened) (MessagePackRpcServer     *self,
                             MessagePackRpcConnection *connection);
  void (*connection_closed) (MessagePackRpcServer     *self,
                             MessagePackRpcConnection *connection);

  /*< private >*/
  gpointer padding[8];
};

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcServer   *message_pack_rpc_server_new             (MessagePackRpcHandlers *handlers) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
char                   *message_pack_rpc_server_listen_address  (MessagePackRpcServer *self,
                                                                 const char           *address,
                                                                 GError              **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                    message_pack_rpc_server_close_all       (MessagePackRpcServer *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcHandlers *message_pack_rpc_server_get_handlers    (MessagePackRpcServer *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                    message_pack_rpc_server_set_handlers    (MessagePackRpcServer   *self,
                                                                 MessagePackRpcHandlers *handlers);
MESSAGE_PACK_AVAILABLE_IN_1_0
guint                   message_pack_rpc_server_get_n_connections (MessagePackRpcServer *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
GPtrArray              *message_pack_rpc_server_list_connections (MessagePackRpcServer *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
