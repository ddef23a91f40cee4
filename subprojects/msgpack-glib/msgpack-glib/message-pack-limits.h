/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-error.h"

G_BEGIN_DECLS

#define MESSAGE_PACK_TYPE_LIMITS (message_pack_limits_get_type ())

/**
 * MessagePackLimits:
 * @max_bytes: bytes of one message, 64 GiB by default
 * @max_elements: elements of all arrays and maps of one message together (a pair of a map counts
 *   as two), 16 Mi by default
 * @max_string: bytes of one text, 256 MiB by default
 * @max_depth: how deep arrays and maps may be nested, 512 by default
 *
 * What is accepted from whoever sent a message; beyond it reading ends with
 * %MESSAGE_PACK_ERROR_LIMIT.
 *
 * Memory is taken only as bytes arrive, whatever lengths were announced, so these limits bound what
 * a peer can make us keep, not what a lie costs.
 *
 * Since: 1.0
 */
struct _MessagePackLimits
{
  guint64 max_bytes;
  guint64 max_elements;
  guint64 max_string;
  guint max_depth;

  /*< private >*/
  guint64 reserved[4];
};

MESSAGE_PACK_AVAILABLE_IN_1_0
GType              message_pack_limits_get_type (void) G_GNUC_CONST;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackLimits *message_pack_limits_new      (void) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
MessagePackLimits *message_pack_limits_copy     (const MessagePackLimits *self) G_GNUC_WARN_UNUSED_RESULT;
MESSAGE_PACK_AVAILABLE_IN_1_0
void               message_pack_limits_free     (MessagePackLimits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MessagePackLimits, message_pack_limits_free)

G_END_DECLS
