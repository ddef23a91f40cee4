// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-limits.h"

#include "limits-private.hh"

/**
 * message_pack_limits_new:
 *
 * Makes limits that hold the defaults. Change the fields, then give them to what reads.
 *
 * Returns: (transfer full): new limits
 *
 * Since: 1.0
 */
MessagePackLimits *
message_pack_limits_new (void)
{
  return message_pack_limits_copy (&message_pack::default_limits);
}

/**
 * message_pack_limits_copy:
 * @self: limits
 *
 * Copies limits.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
MessagePackLimits *
message_pack_limits_copy (const MessagePackLimits *self)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  auto *copy = g_new (MessagePackLimits, 1);
  *copy = *self;
  return copy;
}

/**
 * message_pack_limits_free:
 * @self: limits
 *
 * Frees limits.
 *
 * Since: 1.0
 */
void
message_pack_limits_free (MessagePackLimits *self)
{
  g_free (self);
}

static MessagePackLimits *
copy_boxed (MessagePackLimits *self)
{
  return message_pack_limits_copy (self);
}

G_DEFINE_BOXED_TYPE (MessagePackLimits, message_pack_limits, copy_boxed, message_pack_limits_free)
