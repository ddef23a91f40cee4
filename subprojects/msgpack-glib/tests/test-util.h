/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#include <msgpack-glib/msgpack-glib.h>

G_BEGIN_DECLS

/* "93 01 02 03" without the blanks, or with them */
GBytes *bytes_from_hex (const char *hex);
char   *hex_from_bytes (GBytes *bytes);

/* n times the same byte */
GBytes *repeated_byte (guint8 byte, gsize n);

/* a value from JSON-like text is too much for tests: these build small arrays */
MessagePackValue *array_of (MessagePackValue *first, ...) G_GNUC_NULL_TERMINATED;
MessagePackValue *unpack_hex (const char *hex);

/* two ends of a connected pair of sockets */
void socket_pair (GIOStream **one, GIOStream **other);

/* writes raw bytes; reads one value */
void              write_hex (GIOStream *stream, const char *hex);
MessagePackValue *read_value (GIOStream *stream);

/* asserts that to_string() gives that text, and unrefs the value */
void assert_value_text (MessagePackValue *value, const char *text);

/* runs the default main context until the flag is set, or fails after 20 seconds */
void run_until (gboolean *flag);

/* add(a, b), echo(x), fail(), slow(ms), note(x), count() */
MessagePackRpcHandlers *test_handlers (void);

G_END_DECLS
