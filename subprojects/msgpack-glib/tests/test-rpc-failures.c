/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

/* What a peer can do wrong. The peer is a plain stream here. */

#include <string.h>

typedef struct {
  GIOStream *peer;
  MessagePackRpcHandlers *handlers;
  MessagePackRpcConnection *connection;
  gboolean closed;
  GError *reason;
} Fixture;

static void
on_closed (MessagePackRpcConnection *connection, const GError *reason, gpointer data)
{
  Fixture *fixture = data;
  fixture->reason = g_error_copy (reason);
  fixture->closed = TRUE;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GIOStream) stream = NULL;
  socket_pair (&fixture->peer, &stream);
  fixture->handlers = test_handlers ();
  fixture->connection = message_pack_rpc_connection_new (stream, fixture->handlers);
  g_signal_connect (fixture->connection, "closed", G_CALLBACK (on_closed), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  message_pack_rpc_connection_close (fixture->connection);
  run_until (&fixture->closed);
  g_clear_object (&fixture->connection);
  g_clear_object (&fixture->peer);
  g_clear_object (&fixture->handlers);
  g_clear_error (&fixture->reason);
}

typedef struct {
  gboolean done;
  MessagePackValue *result;
  GError *error;
} Outcome;

static void
on_answer (GObject *connection, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  outcome->result =
    message_pack_rpc_connection_call_finish (MESSAGE_PACK_RPC_CONNECTION (connection), result, &outcome->error);
  outcome->done = TRUE;
}

/* the bytes of a peer, and what it gets for them */
static void
test_raw (Fixture *fixture, gconstpointer data)
{
  static const char *const rows[] = { "[1, 1, null, 3]", "[1, 2, \"boom (g-io-error-quark, 1)\", null]",
                                      "[1, 3, null, 1]" };
  gboolean seen[3] = { FALSE, FALSE, FALSE };
  write_hex (fixture->peer, "940001a3616464920102940002a46661696c909302a46e6f746591a178940003a5636f756e7490");
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (MessagePackValue) answer = read_value (fixture->peer);
      gint64 id = message_pack_value_get_int64 (message_pack_value_get_element (answer, 1), NULL);
      g_assert_cmpint (id, >=, 1);
      g_assert_cmpint (id, <=, 3);
      g_assert_false (seen[id - 1]);
      seen[id - 1] = TRUE;
      assert_value_text (g_steal_pointer (&answer), rows[id - 1]);
    }
  g_assert_false (message_pack_rpc_connection_is_closed (fixture->connection));
}

/* three calls wait, the peer goes: all three end at once */
static void
test_pending (Fixture *fixture, gconstpointer data)
{
  Outcome outcomes[3] = { 0 };
  gint64 start = g_get_monotonic_time ();
  for (int i = 0; i < 3; i++)
    message_pack_rpc_connection_call_async (fixture->connection, "forever", NULL, NULL, on_answer, &outcomes[i]);
  g_assert_true (g_io_stream_close (fixture->peer, NULL, NULL));
  for (int i = 0; i < 3; i++)
    {
      run_until (&outcomes[i].done);
      g_assert_error (outcomes[i].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
      g_assert_nonnull (strstr (outcomes[i].error->message, "forever"));
      g_clear_error (&outcomes[i].error);
    }
  run_until (&fixture->closed);
  g_assert_cmpint (g_get_monotonic_time () - start, <, G_USEC_PER_SEC);
  g_assert_true (message_pack_rpc_connection_is_closed (fixture->connection));
  g_assert_null (message_pack_rpc_connection_call (fixture->connection, "late", NULL, NULL, &outcomes[0].error));
  g_assert_error (outcomes[0].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  g_clear_error (&outcomes[0].error);
  g_assert_false (message_pack_rpc_connection_notify (fixture->connection, "late", NULL, &outcomes[0].error));
  g_assert_error (outcomes[0].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  g_clear_error (&outcomes[0].error);
}

static gpointer
call_forever (gpointer data)
{
  Fixture *fixture = data;
  g_autoptr (GError) error = NULL;
  g_assert_null (message_pack_rpc_connection_call (fixture->connection, "forever", NULL, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  return NULL;
}

/* the same for calls that block, and for closing on this side */
static void
test_pending_threads (Fixture *fixture, gconstpointer data)
{
  GThread *threads[3];
  for (int i = 0; i < 3; i++)
    threads[i] = g_thread_new ("call", call_forever, fixture);
  for (int i = 0; i < 3; i++)
    message_pack_value_unref (read_value (fixture->peer));
  message_pack_rpc_connection_close (fixture->connection);
  for (int i = 0; i < 3; i++)
    g_thread_join (threads[i]);
}

typedef struct {
  const char *name;
  const char *hex;
  int code;
} Violation;

static const Violation violations[] = {
  { "number", "01", MESSAGE_PACK_ERROR_PROTOCOL },
  { "map", "80", MESSAGE_PACK_ERROR_PROTOCOL },
  { "empty", "90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "type", "94 03 01 a161 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "type-kind", "94 a130 01 a161 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "short-request", "93 00 01 a161", MESSAGE_PACK_ERROR_PROTOCOL },
  { "long-request", "95 00 01 a161 90 c0", MESSAGE_PACK_ERROR_PROTOCOL },
  { "long-notification", "94 02 a161 90 c0", MESSAGE_PACK_ERROR_PROTOCOL },
  { "method-kind", "94 00 01 05 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "method-utf8", "94 00 01 a1ff 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "params-kind", "94 00 01 a161 80", MESSAGE_PACK_ERROR_PROTOCOL },
  { "negative-id", "94 00 ff a161 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "large-id", "94 00 cf0000000100000000 a161 90", MESSAGE_PACK_ERROR_PROTOCOL },
  { "short-response", "93 01 01 c0", MESSAGE_PACK_ERROR_PROTOCOL },
  { "garbage", "c1", MESSAGE_PACK_ERROR_MALFORMED },
  { "http", "474554202f20485454502f312e310d0a0d0a", MESSAGE_PACK_ERROR_PROTOCOL },
  { "elements", "dd ffffffff", MESSAGE_PACK_ERROR_LIMIT },
};

static void
test_violation (Fixture *fixture, gconstpointer data)
{
  const Violation *violation = data;
  Outcome outcome = { 0 };
  g_autoptr (MessagePackValue) request = NULL;
  message_pack_rpc_connection_call_async (fixture->connection, "wait", NULL, NULL, on_answer, &outcome);
  write_hex (fixture->peer, violation->hex);
  run_until (&outcome.done);
  g_assert_error (outcome.error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  g_clear_error (&outcome.error);
  run_until (&fixture->closed);
  g_assert_error (fixture->reason, MESSAGE_PACK_ERROR, violation->code);
  request = read_value (fixture->peer); /* what was queued is sent still */
  g_assert_null (read_value (fixture->peer));
}

/* announces 4 GiB, sends 5 bytes, goes */
static void
test_announced (Fixture *fixture, gconstpointer data)
{
  write_hex (fixture->peer, "94 00 01 a46563686f 91 c6 ffffffff 0102030405");
  g_usleep (20000);
  g_assert_false (message_pack_rpc_connection_is_closed (fixture->connection));
  g_assert_true (g_io_stream_close (fixture->peer, NULL, NULL));
  run_until (&fixture->closed);
  g_assert_error (fixture->reason, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TRUNCATED);
}

/* answers that nobody waits for */
static void
test_unknown_answer (Fixture *fixture, gconstpointer data)
{
  write_hex (fixture->peer, "94 01 05 c0 01 94 01 ceffffffff a178 c0 94 00 07 a46563686f 91 05");
  assert_value_text (read_value (fixture->peer), "[1, 7, null, 5]");
}

typedef struct {
  const char *name;
  const char *hex; /* of the error */
  const char *domain;
  int code;
  const char *message;
} RemoteError;

static const RemoteError remote_errors[] = {
  { "neovim", "92 00 a3 626164", NULL, MESSAGE_PACK_ERROR_REMOTE, "bad" },
  { "text", "a3 626164", NULL, MESSAGE_PACK_ERROR_REMOTE, "bad" },
  { "map", "82 a4636f6465 05 a76d657373616765 a3626164", NULL, MESSAGE_PACK_ERROR_REMOTE, "bad" },
  { "other-map", "81 a161 01", NULL, MESSAGE_PACK_ERROR_REMOTE, "{\"a\": 1}" },
  { "number", "05", NULL, MESSAGE_PACK_ERROR_REMOTE, "5" },
  { "true", "c3", NULL, MESSAGE_PACK_ERROR_REMOTE, "true" },
  { "other-array", "92 a161 a162", NULL, MESSAGE_PACK_ERROR_REMOTE, "[\"a\", \"b\"]" },
  { "empty-array", "90", NULL, MESSAGE_PACK_ERROR_REMOTE, "[]" },
  { "not-utf8", "a1ff", NULL, MESSAGE_PACK_ERROR_REMOTE, "\"\xef\xbf\xbd\"" },
  { "known", "93 01 a3626164 b0 672d696f2d6572726f722d717561726b", "g-io-error-quark", G_IO_ERROR_NOT_FOUND, "bad" },
  { "known-text", "ba 6261642028672d696f2d6572726f722d717561726b2c202d3729", "g-io-error-quark", -7, "bad" },
  { "odd-text", "d9 20 6261642028672d696f2d6572726f722d717561726b2c20372920202020202020", NULL,
    MESSAGE_PACK_ERROR_REMOTE, "bad (g-io-error-quark, 7)       " },
  { "unknown-domain", "93 01 a3626164 a6 6e6f77686572", NULL, MESSAGE_PACK_ERROR_REMOTE, "bad" },
};

static void
test_remote_error (Fixture *fixture, gconstpointer data)
{
  const RemoteError *remote = data;
  Outcome outcome = { 0 };
  g_autofree char *answer = g_strconcat ("94 01 00", remote->hex, "c0", NULL);
  message_pack_rpc_connection_call_async (fixture->connection, "bad", NULL, NULL, on_answer, &outcome);
  assert_value_text (read_value (fixture->peer), "[0, 0, \"bad\", []]");
  write_hex (fixture->peer, answer);
  run_until (&outcome.done);
  g_assert_nonnull (outcome.error);
  g_assert_cmpstr (g_quark_to_string (outcome.error->domain), ==,
                   remote->domain != NULL ? remote->domain : "message-pack-error-quark");
  g_assert_cmpint (outcome.error->code, ==, remote->code);
  g_assert_cmpstr (outcome.error->message, ==, remote->message);
  g_clear_error (&outcome.error);
}

static void
drop (MessagePackRpcInvocation *invocation, gpointer data)
{}

static gpointer
answer_later (gpointer data)
{
  g_autoptr (MessagePackRpcInvocation) invocation = data;
  g_usleep (20000);
  message_pack_rpc_invocation_return_value (invocation, message_pack_rpc_invocation_get_params (invocation));
  return NULL;
}

static void
later (MessagePackRpcInvocation *invocation, gpointer data)
{
  g_thread_unref (g_thread_new ("later", answer_later, g_object_ref (invocation)));
}

static void
test_handlers_late (Fixture *fixture, gconstpointer data)
{
  message_pack_rpc_handlers_add (fixture->handlers, "drop", drop, NULL, NULL);
  message_pack_rpc_handlers_add (fixture->handlers, "later", later, NULL, NULL);
  g_assert_true (message_pack_rpc_handlers_contains (fixture->handlers, "drop"));
  g_auto (GStrv) methods = message_pack_rpc_handlers_list_methods (fixture->handlers);
  g_assert_true (g_strv_contains ((const char *const *) methods, "later"));
  write_hex (fixture->peer, "94 00 01 a464726f70 90");
  assert_value_text (read_value (fixture->peer),
                     "[1, 1, \"the handler of ‘drop’ gave no answer (message-pack-error-quark, 0)\", null]");
  write_hex (fixture->peer, "94 00 02 a56c61746572 91 05");
  assert_value_text (read_value (fixture->peer), "[1, 2, null, [5]]");
  g_assert_true (message_pack_rpc_handlers_remove (fixture->handlers, "drop"));
  g_assert_false (message_pack_rpc_handlers_remove (fixture->handlers, "drop"));
}

static gboolean cancelled = FALSE;

static void
until_cancelled (MessagePackRpcInvocation *invocation, gpointer data)
{
  GCancellable *cancellable = message_pack_rpc_invocation_get_cancellable (invocation);
  for (int i = 0; i < 2000 && !g_cancellable_is_cancelled (cancellable); i++)
    g_usleep (1000);
  g_atomic_int_set (&cancelled, g_cancellable_is_cancelled (cancellable));
}

/* handlers get to know that nobody waits any more */
static void
test_invocation_cancelled (Fixture *fixture, gconstpointer data)
{
  message_pack_rpc_handlers_add (fixture->handlers, "until", until_cancelled, NULL, NULL);
  write_hex (fixture->peer, "94 00 01 a5756e74696c 90");
  g_usleep (20000);
  g_assert_true (g_io_stream_close (fixture->peer, NULL, NULL));
  run_until (&fixture->closed);
  for (int i = 0; i < 2000 && !g_atomic_int_get (&cancelled); i++)
    g_usleep (1000);
  g_assert_true (g_atomic_int_get (&cancelled));
}

/* a peer that does not read: calls without blocking fail in time, blocking ones can be cancelled */
static void
test_full (void)
{
  g_autoptr (GIOStream) peer = NULL;
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (MessagePackRpcConnection) connection = NULL;
  g_autoptr (GBytes) bytes = repeated_byte (1, 1 << 20);
  g_autoptr (MessagePackValue) params = array_of (message_pack_value_new_bytes (bytes), NULL);
  g_autoptr (GError) error = NULL;
  Outcome outcomes[8] = { 0 };
  socket_pair (&peer, &stream);
  connection = g_object_new (MESSAGE_PACK_TYPE_RPC_CONNECTION, "stream", stream, "max-queued",
                             G_GUINT64_CONSTANT (2500000), "timeout", 300, NULL);
  for (int i = 0; i < 8; i++)
    message_pack_rpc_connection_call_async (connection, "x", params, NULL, on_answer, &outcomes[i]);
  for (int i = 2; i < 8; i++)
    {
      run_until (&outcomes[i].done);
      g_assert_error (outcomes[i].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
      g_clear_error (&outcomes[i].error);
    }
  g_assert_null (message_pack_rpc_connection_call (connection, "x", params, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TIMEOUT);
  g_clear_error (&error);
  g_assert_false (message_pack_rpc_connection_notify (connection, "x", params, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
  for (int i = 0; i < 2; i++)
    {
      run_until (&outcomes[i].done);
      g_assert_error (outcomes[i].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TIMEOUT);
      g_clear_error (&outcomes[i].error);
    }
}

/* the last reference ends the connection */
static void
test_let_go (void)
{
  g_autoptr (GIOStream) peer = NULL;
  g_autoptr (GIOStream) stream = NULL;
  MessagePackRpcConnection *connection;
  socket_pair (&peer, &stream);
  connection = message_pack_rpc_connection_new (stream, NULL);
  message_pack_rpc_connection_notify (connection, "bye", NULL, NULL);
  g_object_unref (connection);
  g_clear_object (&stream);
  assert_value_text (read_value (peer), "[2, \"bye\", []]");
  g_assert_null (read_value (peer));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/rpc-failures/raw", Fixture, NULL, set_up, test_raw, tear_down);
  g_test_add ("/rpc-failures/pending", Fixture, NULL, set_up, test_pending, tear_down);
  g_test_add ("/rpc-failures/pending-threads", Fixture, NULL, set_up, test_pending_threads, tear_down);
  for (gsize i = 0; i < G_N_ELEMENTS (violations); i++)
    {
      g_autofree char *path = g_strconcat ("/rpc-failures/violation/", violations[i].name, NULL);
      g_test_add (path, Fixture, &violations[i], set_up, test_violation, tear_down);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (remote_errors); i++)
    {
      g_autofree char *path = g_strconcat ("/rpc-failures/remote-error/", remote_errors[i].name, NULL);
      g_test_add (path, Fixture, &remote_errors[i], set_up, test_remote_error, tear_down);
    }
  g_test_add ("/rpc-failures/announced", Fixture, NULL, set_up, test_announced, tear_down);
  g_test_add ("/rpc-failures/unknown-answer", Fixture, NULL, set_up, test_unknown_answer, tear_down);
  g_test_add ("/rpc-failures/late-handlers", Fixture, NULL, set_up, test_handlers_late, tear_down);
  g_test_add ("/rpc-failures/invocation-cancelled", Fixture, NULL, set_up, test_invocation_cancelled, tear_down);
  g_test_add_func ("/rpc-failures/full", test_full);
  g_test_add_func ("/rpc-failures/let-go", test_let_go);
  return g_test_run ();
}
