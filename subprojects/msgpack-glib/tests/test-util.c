/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>
#include <sys/socket.h>

GBytes *
bytes_from_hex (const char *hex)
{
  GByteArray *bytes = g_byte_array_new ();
  for (const char *c = hex; *c != 0; c++)
    {
      guint8 byte;
      if (*c == ' ')
        continue;
      g_assert_true (g_ascii_isxdigit (c[0]) && g_ascii_isxdigit (c[1]));
      byte = (guint8) (g_ascii_xdigit_value (c[0]) << 4 | g_ascii_xdigit_value (c[1]));
      g_byte_array_append (bytes, &byte, 1);
      c++;
    }
  return g_byte_array_free_to_bytes (bytes);
}

char *
hex_from_bytes (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  GString *hex = g_string_new (NULL);
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (hex, "%02x", data[i]);
  return g_string_free (hex, FALSE);
}

GBytes *
repeated_byte (guint8 byte, gsize n)
{
  guint8 *data = g_malloc (n);
  memset (data, byte, n);
  return g_bytes_new_take (data, n);
}

MessagePackValue *
array_of (MessagePackValue *first, ...)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) message_pack_value_unref);
  va_list rest;
  va_start (rest, first);
  for (MessagePackValue *item = first; item != NULL; item = va_arg (rest, MessagePackValue *))
    g_ptr_array_add (items, item);
  va_end (rest);
  return message_pack_value_new_array ((MessagePackValue **) items->pdata, items->len);
}

MessagePackValue *
unpack_hex (const char *hex)
{
  g_autoptr (GBytes) bytes = bytes_from_hex (hex);
  g_autoptr (GError) error = NULL;
  MessagePackValue *value = message_pack_value_unpack (bytes, &error);
  g_assert_no_error (error);
  return value;
}

void
socket_pair (GIOStream **one, GIOStream **other)
{
  int fds[2];
  GIOStream **ends[2] = { one, other };
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSocket) socket = g_socket_new_from_fd (fds[i], &error);
      g_assert_no_error (error);
      *ends[i] = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
    }
}

void
write_hex (GIOStream *stream, const char *hex)
{
  g_autoptr (GBytes) bytes = bytes_from_hex (hex);
  g_autoptr (GError) error = NULL;
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_output_stream_write_all (g_io_stream_get_output_stream (stream), data, size, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* byte by byte, so that nothing of the next value is read */
MessagePackValue *
read_value (GIOStream *stream)
{
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  MessagePackValue *value = NULL;
  while (value == NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) byte = g_input_stream_read_bytes (g_io_stream_get_input_stream (stream), 1, NULL, &error);
      g_assert_no_error (error);
      if (g_bytes_get_size (byte) == 0)
        return NULL;
      message_pack_unpacker_feed (unpacker, byte);
      message_pack_unpacker_next (unpacker, &value, &error);
      g_assert_no_error (error);
    }
  return value;
}

void
assert_value_text (MessagePackValue *value, const char *text)
{
  g_autofree char *found = NULL;
  g_assert_nonnull (value);
  found = message_pack_value_to_string (value);
  g_assert_cmpstr (found, ==, text);
  message_pack_value_unref (value);
}

static gboolean
too_late (gpointer data)
{
  g_error ("this took too long");
  return G_SOURCE_REMOVE;
}

void
run_until (gboolean *flag)
{
  guint timer = g_timeout_add_seconds (20, too_late, NULL);
  while (!g_atomic_int_get (flag))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

static MessagePackValue *
param (MessagePackRpcInvocation *invocation, gsize index)
{
  return message_pack_value_get_element (message_pack_rpc_invocation_get_params (invocation), index);
}

static void
add (MessagePackRpcInvocation *invocation, gpointer data)
{
  MessagePackValue *a = param (invocation, 0);
  MessagePackValue *b = param (invocation, 1);
  g_autoptr (MessagePackValue) sum = NULL;
  if (a == NULL || b == NULL)
    {
      message_pack_rpc_invocation_return_error_literal (invocation, MESSAGE_PACK_ERROR,
                                                        MESSAGE_PACK_ERROR_INVALID_PARAMETERS, "add takes two numbers");
      return;
    }
  if (message_pack_value_get_kind (a) == MESSAGE_PACK_KIND_INTEGER
      && message_pack_value_get_kind (b) == MESSAGE_PACK_KIND_INTEGER)
    sum =
      message_pack_value_new_int64 (message_pack_value_get_int64 (a, NULL) + message_pack_value_get_int64 (b, NULL));
  else
    sum =
      message_pack_value_new_double (message_pack_value_get_double (a, NULL) + message_pack_value_get_double (b, NULL));
  message_pack_rpc_invocation_return_value (invocation, sum);
}

static void
echo (MessagePackRpcInvocation *invocation, gpointer data)
{
  message_pack_rpc_invocation_return_value (invocation, param (invocation, 0));
}

static void
fail (MessagePackRpcInvocation *invocation, gpointer data)
{
  message_pack_rpc_invocation_return_error_literal (invocation, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "boom");
}

static void
slow (MessagePackRpcInvocation *invocation, gpointer data)
{
  g_usleep (1000 * (gulong) message_pack_value_get_int64 (param (invocation, 0), NULL));
  message_pack_rpc_invocation_return_value (invocation, param (invocation, 0));
}

static void
note (MessagePackRpcInvocation *invocation, gpointer data)
{
  g_atomic_int_inc ((int *) data);
}

static void
count (MessagePackRpcInvocation *invocation, gpointer data)
{
  g_autoptr (MessagePackValue) n = message_pack_value_new_int64 (g_atomic_int_get ((int *) data));
  message_pack_rpc_invocation_return_value (invocation, n);
}

MessagePackRpcHandlers *
test_handlers (void)
{
  MessagePackRpcHandlers *handlers = message_pack_rpc_handlers_new ();
  int *notes = g_atomic_rc_box_new0 (int);
  message_pack_rpc_handlers_add (handlers, "add", add, NULL, NULL);
  message_pack_rpc_handlers_add (handlers, "echo", echo, NULL, NULL);
  message_pack_rpc_handlers_add (handlers, "fail", fail, NULL, NULL);
  message_pack_rpc_handlers_add (handlers, "slow", slow, NULL, NULL);
  message_pack_rpc_handlers_add (handlers, "note", note, notes, g_atomic_rc_box_release);
  message_pack_rpc_handlers_add (handlers, "count", count, g_atomic_rc_box_acquire (notes), g_atomic_rc_box_release);
  return handlers;
}
