/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-value.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_RPC_INVOCATION (message_pack_rpc_invocation_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackRpcInvocation, message_pack_rpc_invocation, MESSAGE_PACK, RPC_INVOCATION, GObject)

MESSAGE_PACK_AVAILABLE_IN_1_0
const char               *message_pack_rpc_invocation_get_method           (MessagePackRpcInvocation *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue         *message_pack_rpc_invocation_get_params           (MessagePackRpcInvocation *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcConnection *message_pack_rpc_invocation_get_connection       (MessagePackRpcInvocation *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                  message_pack_rpc_invocation_is_notification      (MessagePackRpcInvocation *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
GCancellable             *message_pack_rpc_invocation_get_cancellable      (MessagePackRpcInvocation *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_invocation_return_value         (MessagePackRpcInvocation *self,
                                                                            MessagePackValue         *value);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_invocation_return_error         (MessagePackRpcInvocation *self,
                                                                            const GError             *error);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                      message_pack_rpc_invocation_return_error_literal (MessagePackRpcInvocation *self,
                                                                            GQuark                    domain,
                                                                            int                       code,
                                                                            const char               *message);

G_END_DECLS
