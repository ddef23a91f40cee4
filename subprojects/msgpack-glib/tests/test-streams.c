/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>

static MessagePackInputStream *
stream_of_hex (const char *hex)
{
  g_autoptr (GBytes) bytes = bytes_from_hex (hex);
  g_autoptr (GInputStream) base = g_memory_input_stream_new_from_bytes (bytes);
  return message_pack_input_stream_new (base);
}

static void
test_read (void)
{
  g_autoptr (MessagePackInputStream) stream = stream_of_hex ("01 92 02 03 a161");
  static const char *const texts[] = { "1", "[2, 3]", "\"a\"" };
  g_autoptr (GError) error = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      assert_value_text (message_pack_input_stream_read_value (stream, NULL, &error), texts[i]);
      g_assert_no_error (error);
    }
  /* the end between values is not an error, however often one asks */
  for (int i = 0; i < 2; i++)
    {
      g_assert_null (message_pack_input_stream_read_value (stream, NULL, &error));
      g_assert_no_error (error);
    }
}

static void
test_read_failures (void)
{
  static const struct {
    const char *hex;
    int code;
  } rows[] = {
    { "92 01", MESSAGE_PACK_ERROR_TRUNCATED },      { "c6 ffffffff 0102030405", MESSAGE_PACK_ERROR_TRUNCATED },
    { "c1", MESSAGE_PACK_ERROR_MALFORMED },         { "dd ffffffff", MESSAGE_PACK_ERROR_LIMIT },
    { "c6 00200000 01", MESSAGE_PACK_ERROR_LIMIT },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (MessagePackInputStream) stream = stream_of_hex (rows[i].hex);
      g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
      if (i == 4)
        limits->max_bytes = 1 << 20;
      g_object_set (stream, "limits", limits, NULL);
      for (int k = 0; k < 2; k++)
        {
          g_autoptr (GError) error = NULL;
          g_assert_null (message_pack_input_stream_read_value (stream, NULL, &error));
          g_assert_error (error, MESSAGE_PACK_ERROR, rows[i].code);
        }
    }
}

/* what was read ahead is there for other readers of the same stream */
static void
test_read_ahead (void)
{
  g_autoptr (MessagePackInputStream) stream = stream_of_hex ("01 02 03 04");
  g_autoptr (GError) error = NULL;
  guint8 byte = 0;
  assert_value_text (message_pack_input_stream_read_value (stream, NULL, &error), "1");
  g_assert_cmpint (g_input_stream_read (G_INPUT_STREAM (stream), &byte, 1, NULL, &error), ==, 1);
  g_assert_cmpint (byte, ==, 2);
  g_assert_cmpint (g_input_stream_skip (G_INPUT_STREAM (stream), 1, NULL, &error), ==, 1);
  assert_value_text (message_pack_input_stream_read_value (stream, NULL, &error), "4");
  g_assert_no_error (error);
}

static MessagePackValue *
large_value (void)
{
  g_autoptr (GBytes) large = repeated_byte (3, 5 << 20);
  g_autoptr (GBytes) middle = repeated_byte (4, 70000);
  g_autofree char *text = g_strnfill (3 << 20, 't');
  return array_of (message_pack_value_new_bytes (large), message_pack_value_new_string (text),
                   message_pack_value_new_extension (5, middle), message_pack_value_new_int64 (1), NULL);
}

static gpointer
write_in_thread (gpointer data)
{
  g_autoptr (MessagePackOutputStream) stream =
    message_pack_output_stream_new (g_io_stream_get_output_stream (G_IO_STREAM (data)));
  g_autoptr (MessagePackValue) value = large_value ();
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      message_pack_output_stream_write_value (stream, value, NULL, &error);
      g_assert_no_error (error);
    }
  g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL);
  g_io_stream_close (G_IO_STREAM (data), NULL, NULL);
  return NULL;
}

static void
test_large (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  socket_pair (&one, &other);
  g_autoptr (MessagePackInputStream) stream = message_pack_input_stream_new (g_io_stream_get_input_stream (other));
  g_autoptr (MessagePackValue) expected = large_value ();
  GThread *thread = g_thread_new ("write", write_in_thread, one);
  g_autoptr (GError) error = NULL;
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (MessagePackValue) value = message_pack_input_stream_read_value (stream, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (message_pack_value_equal (value, expected));
    }
  g_assert_null (message_pack_input_stream_read_value (stream, NULL, &error));
  g_assert_no_error (error);
  g_thread_join (thread);
}

typedef struct {
  gboolean done;
  MessagePackValue *value;
  GError *error;
} Outcome;

static void
on_read (GObject *stream, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  outcome->value =
    message_pack_input_stream_read_value_finish (MESSAGE_PACK_INPUT_STREAM (stream), result, &outcome->error);
  outcome->done = TRUE;
}

static void
on_written (GObject *stream, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  message_pack_output_stream_write_value_finish (MESSAGE_PACK_OUTPUT_STREAM (stream), result, &outcome->error);
  outcome->done = TRUE;
}

static void
test_async (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  socket_pair (&one, &other);
  g_autoptr (MessagePackInputStream) input = message_pack_input_stream_new (g_io_stream_get_input_stream (other));
  g_autoptr (MessagePackOutputStream) output = message_pack_output_stream_new (g_io_stream_get_output_stream (one));
  g_autoptr (MessagePackValue) value = large_value ();
  g_autoptr (MessagePackValue) small = message_pack_value_new_string ("small");
  for (int i = 0; i < 3; i++)
    {
      MessagePackValue *sent = i == 1 ? small : value;
      Outcome read = { FALSE, NULL, NULL };
      Outcome refused = { FALSE, NULL, NULL };
      Outcome written = { FALSE, NULL, NULL };
      message_pack_input_stream_read_value_async (input, G_PRIORITY_DEFAULT, NULL, on_read, &read);
      message_pack_input_stream_read_value_async (input, G_PRIORITY_DEFAULT, NULL, on_read, &refused);
      message_pack_output_stream_write_value_async (output, sent, G_PRIORITY_DEFAULT, NULL, on_written, &written);
      run_until (&read.done);
      run_until (&written.done);
      run_until (&refused.done);
      g_assert_no_error (read.error);
      g_assert_no_error (written.error);
      g_assert_error (refused.error, G_IO_ERROR, G_IO_ERROR_PENDING);
      g_clear_error (&refused.error);
      g_assert_true (message_pack_value_equal (read.value, sent));
      message_pack_value_unref (read.value);
    }
  g_assert_true (g_io_stream_close (one, NULL, NULL));
  Outcome end = { FALSE, NULL, NULL };
  message_pack_input_stream_read_value_async (input, G_PRIORITY_DEFAULT, NULL, on_read, &end);
  run_until (&end.done);
  g_assert_no_error (end.error);
  g_assert_null (end.value);
}

/* a cancelled read may be repeated, and nothing is lost */
static void
test_cancel (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  socket_pair (&one, &other);
  g_autoptr (MessagePackInputStream) input = message_pack_input_stream_new (g_io_stream_get_input_stream (other));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Outcome outcome = { FALSE, NULL, NULL };
  write_hex (one, "92 01");
  message_pack_input_stream_read_value_async (input, G_PRIORITY_DEFAULT, cancellable, on_read, &outcome);
  for (int i = 0; i < 5; i++)
    g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  run_until (&outcome.done);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&outcome.error);
  write_hex (one, "02");
  assert_value_text (message_pack_input_stream_read_value (input, NULL, &outcome.error), "[1, 2]");
  g_assert_no_error (outcome.error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/streams/read", test_read);
  g_test_add_func ("/streams/read-failures", test_read_failures);
  g_test_add_func ("/streams/read-ahead", test_read_ahead);
  g_test_add_func ("/streams/large", test_large);
  g_test_add_func ("/streams/async", test_async);
  g_test_add_func ("/streams/cancel", test_cancel);
  return g_test_run ();
}
