/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-rpc-invocation.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_RPC_HANDLERS (message_pack_rpc_handlers_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackRpcHandlers, message_pack_rpc_handlers, MESSAGE_PACK, RPC_HANDLERS, GObject)

/**
 * MessagePackRpcHandlerFunc:
 * @invocation: the request or notification
 * @user_data: what was given when adding the handler
 *
 * Answers a request, at once or later (by keeping a reference to @invocation), from any thread.
 *
 * Since: 1.0
 */
typedef void (*MessagePackRpcHandlerFunc) (MessagePackRpcInvocation *invocation,
                                           gpointer                  user_data);

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackRpcHandlers *message_pack_rpc_handlers_new              (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                    message_pack_rpc_handlers_add              (MessagePackRpcHandlers   *self,
                                                                    const char               *method,
                                                                    MessagePackRpcHandlerFunc func,
                                                                    gpointer                  user_data,
                                                                    GDestroyNotify            notify);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                message_pack_rpc_handlers_remove           (MessagePackRpcHandlers *self,
                                                                    const char             *method);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                message_pack_rpc_handlers_contains         (MessagePackRpcHandlers *self,
                                                                    const char             *method);
MESSAGE_PACK_AVAILABLE_IN_1_0
char                  **message_pack_rpc_handlers_list_methods     (MessagePackRpcHandlers *self) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                    message_pack_rpc_handlers_set_fallback     (MessagePackRpcHandlers   *self,
                                                                    MessagePackRpcHandlerFunc func,
                                                                    gpointer                  user_data,
                                                                    GDestroyNotify            notify);
MESSAGE_PACK_AVAILABLE_IN_1_0
GMainContext           *message_pack_rpc_handlers_get_main_context (MessagePackRpcHandlers *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                    message_pack_rpc_handlers_set_main_context (MessagePackRpcHandlers *self,
                                                                    GMainContext           *context);

G_END_DECLS
