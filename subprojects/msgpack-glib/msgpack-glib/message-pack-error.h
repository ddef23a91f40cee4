/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (MESSAGE_PACK_INSIDE) && !defined (MESSAGE_PACK_COMPILATION)
#error "Only <msgpack-glib/msgpack-glib.h> can be included directly."
#endif

#include "message-pack-types.h"

G_BEGIN_DECLS

/**
 * MESSAGE_PACK_ERROR:
 *
 * The domain of the errors of this library.
 *
 * Since: 1.0
 */
#define MESSAGE_PACK_ERROR (message_pack_error_quark ())

/**
 * MessagePackError:
 * @MESSAGE_PACK_ERROR_FAILED: something failed that no other code names
 * @MESSAGE_PACK_ERROR_MALFORMED: the bytes are not MessagePack
 * @MESSAGE_PACK_ERROR_TRUNCATED: the bytes end inside of a value
 * @MESSAGE_PACK_ERROR_LIMIT: a limit on size, number or depth was exceeded
 * @MESSAGE_PACK_ERROR_MEMORY: memory for a value cannot be had
 * @MESSAGE_PACK_ERROR_TYPE: a value is of another kind than asked for, or of a type that cannot be
 *   converted
 * @MESSAGE_PACK_ERROR_RANGE: a number or size does not fit where it has to go
 * @MESSAGE_PACK_ERROR_ENCODING: text is not UTF-8, or holds a zero byte
 * @MESSAGE_PACK_ERROR_CLOSED: the connection has ended
 * @MESSAGE_PACK_ERROR_TIMEOUT: no answer came in time
 * @MESSAGE_PACK_ERROR_PROTOCOL: the peer does not speak MessagePack-RPC
 * @MESSAGE_PACK_ERROR_METHOD_NOT_FOUND: the peer has no such method
 * @MESSAGE_PACK_ERROR_INVALID_PARAMETERS: the method does not take these parameters
 * @MESSAGE_PACK_ERROR_REMOTE: the peer answered with an error of its own
 * @MESSAGE_PACK_ERROR_ADDRESS: an address is malformed or cannot be used
 *
 * What can go wrong. The numbers travel between peers, so they never change.
 *
 * Since: 1.0
 */
typedef enum
{
  MESSAGE_PACK_ERROR_FAILED = 0,
  MESSAGE_PACK_ERROR_MALFORMED = 1,
  MESSAGE_PACK_ERROR_TRUNCATED = 2,
  MESSAGE_PACK_ERROR_LIMIT = 3,
  MESSAGE_PACK_ERROR_MEMORY = 4,
  MESSAGE_PACK_ERROR_TYPE = 5,
  MESSAGE_PACK_ERROR_RANGE = 6,
  MESSAGE_PACK_ERROR_ENCODING = 7,
  MESSAGE_PACK_ERROR_CLOSED = 8,
  MESSAGE_PACK_ERROR_TIMEOUT = 9,
  MESSAGE_PACK_ERROR_PROTOCOL = 10,
  MESSAGE_PACK_ERROR_METHOD_NOT_FOUND = 11,
  MESSAGE_PACK_ERROR_INVALID_PARAMETERS = 12,
  MESSAGE_PACK_ERROR_REMOTE = 13,
  MESSAGE_PACK_ERROR_ADDRESS = 14
} MessagePackError;

MESSAGE_PACK_AVAILABLE_IN_1_0
GQuark message_pack_error_quark (void);

G_END_DECLS
