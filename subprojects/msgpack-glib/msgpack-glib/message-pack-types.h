/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include <gio/gio.h>

#include "message-pack-version.h"

G_BEGIN_DECLS

/**
 * MessagePackKind:
 * @MESSAGE_PACK_KIND_NIL: nothing
 * @MESSAGE_PACK_KIND_BOOLEAN: true or false
 * @MESSAGE_PACK_KIND_INTEGER: an integer that fits `gint64`, whichever form it came in
 * @MESSAGE_PACK_KIND_UNSIGNED: an integer above `G_MAXINT64`
 * @MESSAGE_PACK_KIND_FLOAT32: a number in single precision
 * @MESSAGE_PACK_KIND_FLOAT64: a number in double precision
 * @MESSAGE_PACK_KIND_STRING: text
 * @MESSAGE_PACK_KIND_BINARY: bytes
 * @MESSAGE_PACK_KIND_ARRAY: a sequence of values
 * @MESSAGE_PACK_KIND_MAP: a sequence of pairs of values
 * @MESSAGE_PACK_KIND_EXTENSION: bytes with the code of an application's type
 *
 * What a [struct@Value] is.
 *
 * Since: 1.0
 */
typedef enum
{
  MESSAGE_PACK_KIND_NIL,
  MESSAGE_PACK_KIND_BOOLEAN,
  MESSAGE_PACK_KIND_INTEGER,
  MESSAGE_PACK_KIND_UNSIGNED,
  MESSAGE_PACK_KIND_FLOAT32,
  MESSAGE_PACK_KIND_FLOAT64,
  MESSAGE_PACK_KIND_STRING,
  MESSAGE_PACK_KIND_BINARY,
  MESSAGE_PACK_KIND_ARRAY,
  MESSAGE_PACK_KIND_MAP,
  MESSAGE_PACK_KIND_EXTENSION
} MessagePackKind;

typedef struct _MessagePackValue MessagePackValue;
typedef struct _MessagePackLimits MessagePackLimits;
typedef struct _MessagePackExtensions MessagePackExtensions;
typedef struct _MessagePackRpcConnection MessagePackRpcConnection;
typedef struct _MessagePackRpcInvocation MessagePackRpcInvocation;

G_END_DECLS
