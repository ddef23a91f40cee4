/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-limits.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_UNPACKER (message_pack_unpacker_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackUnpacker, message_pack_unpacker, MESSAGE_PACK, UNPACKER, GObject)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackUnpacker     *message_pack_unpacker_new        (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
const MessagePackLimits *message_pack_unpacker_get_limits (MessagePackUnpacker *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_unpacker_set_limits (MessagePackUnpacker     *self,
                                                           const MessagePackLimits *limits);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_unpacker_feed       (MessagePackUnpacker *self,
                                                           GBytes              *bytes);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                 message_pack_unpacker_next       (MessagePackUnpacker *self,
                                                           MessagePackValue   **value,
                                                           GError             **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                 message_pack_unpacker_finish     (MessagePackUnpacker *self,
                                                           GError             **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_unpacker_reset      (MessagePackUnpacker *self);

G_END_DECLS
