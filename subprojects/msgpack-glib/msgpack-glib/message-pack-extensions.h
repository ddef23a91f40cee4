/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-types.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_EXTENSIONS (message_pack_extensions_get_type ())
MESSAGE_PACK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (MessagePackExtensions, message_pack_extensions, MESSAGE_PACK, EXTENSIONS, GObject)

/**
 * MessagePackExtensionPackFunc:
 * @value: a value of the registered type
 * @user_data: what was given when registering
 * @error: return location for an error
 *
 * Turns @value into the bytes of an extension.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with @error set
 *
 * Since: 1.0
 */
typedef GBytes *(*MessagePackExtensionPackFunc) (const GValue *value,
                                                 gpointer      user_data,
                                                 GError      **error);

/**
 * MessagePackExtensionUnpackFunc:
 * @data: the bytes of an extension
 * @value: a value of the registered type, to be set
 * @user_data: what was given when registering
 * @error: return location for an error
 *
 * Turns the bytes of an extension back into a value. The bytes may come from anywhere: check them.
 *
 * Returns: %TRUE when @value was set, %FALSE with @error set otherwise
 *
 * Since: 1.0
 */
typedef gboolean (*MessagePackExtensionUnpackFunc) (GBytes  *data,
                                                    GValue  *value,
                                                    gpointer user_data,
                                                    GError **error);

MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackExtensions *message_pack_extensions_new      (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean               message_pack_extensions_add      (MessagePackExtensions         *self,
                                                         gint8                          code,
                                                         GType                          type,
                                                         MessagePackExtensionPackFunc   pack_func,
                                                         gpointer                       pack_data,
                                                         GDestroyNotify                 pack_notify,
                                                         MessagePackExtensionUnpackFunc unpack_func,
                                                         gpointer                       unpack_data,
                                                         GDestroyNotify                 unpack_notify,
                                                         GError                       **error);
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean               message_pack_extensions_remove   (MessagePackExtensions *self,
                                                         gint8                  code);
MESSAGE_PACK_AVAILABLE_IN_1_0
GType                  message_pack_extensions_get_gtype (MessagePackExtensions *self,
                                                          gint8                  code);
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackValue      *message_pack_extensions_pack     (MessagePackExtensions *self,
                                                         const GValue          *value,
                                                         GError               **error) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
gboolean               message_pack_extensions_unpack   (MessagePackExtensions *self,
                                                         MessagePackValue      *value,
                                                         GValue                *out,
                                                         GError               **error);

G_END_DECLS
