/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-types.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_OUTPUT_STREAM (message_pack_output_stream_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackOutputStream, message_pack_output_stream, MESSAGE_PACK, OUTPUT_STREAM, GFilterOutputStream)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackOutputStream *message_pack_output_stream_new                (GOutputStream *base_stream) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                 message_pack_output_stream_write_value        (MessagePackOutputStream *self,
                                                                        MessagePackValue        *value,
                                                                        GCancellable            *cancellable,
                                                                        GError                 **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
void                     message_pack_output_stream_write_value_async  (MessagePackOutputStream *self,
                                                                        MessagePackValue        *value,
                                                                        int                      io_priority,
                                                                        GCancellable            *cancellable,
                                                                        GAsyncReadyCallback      callback,
                                                                        gpointer                 user_data);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean                 message_pack_output_stream_write_value_finish (MessagePackOutputStream *self,
                                                                        GAsyncResult            *result,
                                                                        GError                 **error);

G_END_DECLS
