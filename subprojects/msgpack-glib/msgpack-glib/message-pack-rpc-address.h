/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-types.h"

G_BEGIN_DECLS

MESSAGE_PACK_AVAILABLE_IN_1_0
GSocketConnectable *message_pack_rpc_address_parse  (const char *address,
                                                     GError    **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
char               *message_pack_rpc_address_format (GSocketAddress *address,
                                                     GError        **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
