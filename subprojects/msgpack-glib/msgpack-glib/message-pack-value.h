/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-error.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_VALUE (message_pack_value_get_type ())

MESSAGE_PACK_AVAILABLE_IN_1_0
GType             message_pack_value_get_type         (void) G_GNUC_CONST;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_ref              (MessagePackValue *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
void              message_pack_value_unref            (MessagePackValue *self);

/* making */
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_nil          (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_boolean      (gboolean value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_int64        (gint64 value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_uint64       (guint64 value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_float        (gfloat value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_double       (gdouble value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_string       (const char *value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_bytes        (GBytes *value) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_extension    (gint8   code,
                                                       GBytes *data) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_timestamp    (gint64  seconds,
                                                       guint32 nanoseconds) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_array        (MessagePackValue **elements,
                                                       gsize              n_elements) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_map          (MessagePackValue **keys,
                                                       MessagePackValue **values,
                                                       gsize              n_pairs) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_strv         (const char *const *strings) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_from_variant (GVariant *variant,
                                                       GError  **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_from_gvalue  (const GValue          *value,
                                                       MessagePackExtensions *extensions,
                                                       GError               **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_new_from_object  (GObject               *object,
                                                       MessagePackExtensions *extensions,
                                                       GError               **error) G_GNUC_WARN_UNUSED_RESULT;

/* what it is */
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackKind   message_pack_value_get_kind         (MessagePackValue *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean          message_pack_value_is_nil           (MessagePackValue *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean          message_pack_value_get_boolean      (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gint64            message_pack_value_get_int64        (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
guint64           message_pack_value_get_uint64       (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gdouble           message_pack_value_get_double       (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
const char       *message_pack_value_get_string       (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
GBytes           *message_pack_value_get_bytes        (MessagePackValue *self,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
GBytes           *message_pack_value_dup_bytes        (MessagePackValue *self,
                                                       GError          **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
GBytes           *message_pack_value_get_extension    (MessagePackValue *self,
                                                       gint8            *code,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean          message_pack_value_get_timestamp    (MessagePackValue *self,
                                                       gint64           *seconds,
                                                       guint32          *nanoseconds,
                                                       GError          **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gsize             message_pack_value_get_length       (MessagePackValue *self);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_get_element      (MessagePackValue *self,
                                                       gsize             index);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_get_key          (MessagePackValue *self,
                                                       gsize             index);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_get_member_value (MessagePackValue *self,
                                                       gsize             index);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_lookup           (MessagePackValue *self,
                                                       const char       *key);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean          message_pack_value_equal            (MessagePackValue *self,
                                                       MessagePackValue *other);

/* into other forms */
MESSAGE_PACK_AVAILABLE_IN_1_0
GVariant         *message_pack_value_to_variant       (MessagePackValue *self,
                                                       GError          **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean          message_pack_value_to_gvalue        (MessagePackValue      *self,
                                                       GValue                *out,
                                                       MessagePackExtensions *extensions,
                                                       GError               **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
GObject          *message_pack_value_to_object        (MessagePackValue      *self,
                                                       GType                  type,
                                                       MessagePackExtensions *extensions,
                                                       GError               **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
char             *message_pack_value_to_string        (MessagePackValue *self) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
GBytes           *message_pack_value_pack             (MessagePackValue *self,
                                                       GError          **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_unpack           (GBytes  *bytes,
                                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue *message_pack_value_unpack_full      (GBytes                  *bytes,
                                                       const MessagePackLimits *limits,
                                                       GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MessagePackValue, message_pack_value_unref)

G_END_DECLS
