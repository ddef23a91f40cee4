/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-limits.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_INPUT_STREAM (message_pack_input_stream_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackInputStream, message_pack_input_stream, MESSAGE_PACK, INPUT_STREAM, GFilterInputStream)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackInputStream  *message_pack_input_stream_new               (GInputStream *base_stream) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
const MessagePackLimits *message_pack_input_stream_get_limits        (MessagePackInputStream *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_input_stream_set_limits        (MessagePackInputStream  *self,
                                                                      const MessagePackLimits *limits);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue        *message_pack_input_stream_read_value        (MessagePackInputStream *self,
                                                                      GCancellable           *cancellable,
                                                                      GError                **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_input_stream_read_value_async  (MessagePackInputStream *self,
                                                                      int                     io_priority,
                                                                      GCancellable           *cancellable,
                                                                      GAsyncReadyCallback     callback,
                                                                      gpointer                user_data);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue        *message_pack_input_stream_read_value_finish (MessagePackInputStream *self,
                                                                      GAsyncResult           *result,
                                                                      GError                **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
