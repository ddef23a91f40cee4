/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-types.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_PACKER (message_pack_packer_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackPacker, message_pack_packer, MESSAGE_PACK, PACKER, GObject)

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackPacker *message_pack_packer_new               (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_nil          (MessagePackPacker *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_boolean      (MessagePackPacker *self,
                                                          gboolean           value);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_int64        (MessagePackPacker *self,
                                                          gint64             value);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_uint64       (MessagePackPacker *self,
                                                          guint64            value);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_float        (MessagePackPacker *self,
                                                          gfloat             value);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_double       (MessagePackPacker *self,
                                                          gdouble            value);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_string       (MessagePackPacker *self,
                                                          const char        *value,
                                                          GError           **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_bytes        (MessagePackPacker *self,
                                                          GBytes            *value,
                                                          GError           **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_extension    (MessagePackPacker *self,
                                                          gint8              code,
                                                          GBytes            *data,
                                                          GError           **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_timestamp    (MessagePackPacker *self,
                                                          gint64             seconds,
                                                          guint32            nanoseconds);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_array_header (MessagePackPacker *self,
                                                          guint32            n_elements);
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_pack_map_header   (MessagePackPacker *self,
                                                          guint32            n_pairs);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_variant      (MessagePackPacker *self,
                                                          GVariant          *variant,
                                                          GError           **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_gvalue       (MessagePackPacker     *self,
                                                          const GValue          *value,
                                                          MessagePackExtensions *extensions,
                                                          GError               **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean           message_pack_packer_pack_value        (MessagePackPacker *self,
                                                          MessagePackValue  *value,
                                                          GError           **error);

/* taking what was packed */
MESSAGE_PACK_AVAILABLE_IN_1_0
guint64            message_pack_packer_get_length        (MessagePackPacker *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
GBytes            *message_pack_packer_to_bytes          (MessagePackPacker *self) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
GPtrArray         *message_pack_packer_steal_segments    (MessagePackPacker *self) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_packer_reset             (MessagePackPacker *self);

G_END_DECLS
