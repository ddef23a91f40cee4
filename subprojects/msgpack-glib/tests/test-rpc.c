/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>

/* Every case runs over a pair of sockets, over TCP and over a UNIX socket. */

typedef struct {
  const char *name;
  const char *address; /* NULL for a pair */
} Transport;

static const Transport transports[] = {
  { "pair", NULL },
  { "tcp", "tcp:127.0.0.1:0" },
  { "unix", "unix-abstract:msgpack-glib-test" },
};

typedef struct {
  MessagePackRpcHandlers *handlers;
  MessagePackRpcServer *server;         /* NULL for a pair */
  MessagePackRpcConnection *other;      /* the serving end of a pair */
  MessagePackRpcConnection *connection; /* the calling end */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Transport *transport = data;
  g_autoptr (GError) error = NULL;
  fixture->handlers = test_handlers ();
  if (transport->address == NULL)
    {
      g_autoptr (GIOStream) one = NULL;
      g_autoptr (GIOStream) other = NULL;
      socket_pair (&one, &other);
      fixture->other = message_pack_rpc_connection_new (other, fixture->handlers);
      fixture->connection = message_pack_rpc_connection_new (one, NULL);
      return;
    }
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_autofree char *wanted = g_strcmp0 (transport->name, "unix") == 0
                              ? g_strdup_printf ("%s-%u", transport->address, g_random_int ())
                              : g_strdup (transport->address);
  g_autofree char *address = NULL;
  fixture->server = message_pack_rpc_server_new (fixture->handlers);
  g_object_set (fixture->server, "max-workers", 4, NULL);
  address = message_pack_rpc_server_listen_address (fixture->server, wanted, &error);
  g_assert_no_error (error);
  fixture->connection = message_pack_rpc_client_connect (client, address, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  message_pack_rpc_connection_close (fixture->connection);
  g_clear_object (&fixture->connection);
  if (fixture->other != NULL)
    message_pack_rpc_connection_close (fixture->other);
  g_clear_object (&fixture->other);
  if (fixture->server != NULL)
    message_pack_rpc_server_close_all (fixture->server);
  g_clear_object (&fixture->server);
  g_clear_object (&fixture->handlers);
}

static MessagePackValue *
call (Fixture *fixture, const char *method, MessagePackValue *params, GError **error)
{
  MessagePackValue *result = message_pack_rpc_connection_call (fixture->connection, method, params, NULL, error);
  g_clear_pointer (&params, message_pack_value_unref);
  return result;
}

static void
test_call (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  MessagePackValue *sum =
    call (fixture, "add", array_of (message_pack_value_new_int64 (1), message_pack_value_new_int64 (2), NULL), &error);
  g_assert_no_error (error);
  assert_value_text (sum, "3");
  for (int i = 0; i < 200; i++)
    {
      MessagePackValue *echoed =
        call (fixture, "echo", array_of (message_pack_value_new_int64 (1000 + i), NULL), &error);
      g_assert_no_error (error);
      g_assert_cmpint (message_pack_value_get_int64 (echoed, NULL), ==, 1000 + i);
      message_pack_value_unref (echoed);
    }
  /* nil in, nil out */
  assert_value_text (call (fixture, "echo", NULL, &error), "null");
  g_assert_no_error (error);
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) bytes = repeated_byte (1, 20 << 20);
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) echoed =
    call (fixture, "echo", array_of (message_pack_value_new_bytes (bytes), NULL), &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (message_pack_value_get_bytes (echoed, NULL), bytes));
}

static void
test_errors (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) number = message_pack_value_new_int64 (1);
  g_assert_null (call (fixture, "fail", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "boom");
  g_clear_error (&error);
  g_assert_null (call (fixture, "nothing", NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_METHOD_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "nothing"));
  g_clear_error (&error);
  g_assert_null (call (fixture, "add", NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_INVALID_PARAMETERS);
  g_clear_error (&error);
  g_assert_null (message_pack_rpc_connection_call (fixture->connection, "echo", number, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
  g_assert_false (message_pack_rpc_connection_is_closed (fixture->connection));
}

/* what comes after a notification sees its effects */
static void
test_notify (Fixture *fixture, gconstpointer data)
{
  for (int i = 1; i <= 50; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (MessagePackValue) counted = NULL;
      g_assert_true (message_pack_rpc_connection_notify (fixture->connection, "note", NULL, &error));
      g_assert_true (message_pack_rpc_connection_notify (fixture->connection, "no such", NULL, &error));
      counted = call (fixture, "count", NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (message_pack_value_get_int64 (counted, NULL), ==, i);
    }
}

typedef struct {
  gboolean done;
  MessagePackValue *result;
  GError *error;
  int order;
} Outcome;

static int finished = 0;

static void
on_answer (GObject *connection, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  outcome->result =
    message_pack_rpc_connection_call_finish (MESSAGE_PACK_RPC_CONNECTION (connection), result, &outcome->error);
  outcome->order = finished++;
  outcome->done = TRUE;
}

static void
call_async (Fixture *fixture, const char *method, gint64 param, GCancellable *cancellable, Outcome *outcome)
{
  g_autoptr (MessagePackValue) params = array_of (message_pack_value_new_int64 (param), NULL);
  message_pack_rpc_connection_call_async (fixture->connection, method, params, cancellable, on_answer, outcome);
}

static void
test_out_of_order (Fixture *fixture, gconstpointer data)
{
  Outcome slow = { FALSE, NULL, NULL, 0 };
  Outcome quick = { FALSE, NULL, NULL, 0 };
  call_async (fixture, "slow", 200, NULL, &slow);
  call_async (fixture, "echo", 5, NULL, &quick);
  run_until (&slow.done);
  g_assert_true (quick.done);
  g_assert_cmpint (quick.order, <, slow.order);
  assert_value_text (quick.result, "5");
  assert_value_text (slow.result, "200");
}

static void
test_many_async (Fixture *fixture, gconstpointer data)
{
  static Outcome outcomes[1000];
  memset (outcomes, 0, sizeof outcomes);
  for (int i = 0; i < 1000; i++)
    call_async (fixture, "echo", i, NULL, &outcomes[i]);
  for (int i = 0; i < 1000; i++)
    {
      run_until (&outcomes[i].done);
      g_assert_no_error (outcomes[i].error);
      g_assert_cmpint (message_pack_value_get_int64 (outcomes[i].result, NULL), ==, i);
      message_pack_value_unref (outcomes[i].result);
    }
}

static gpointer
call_in_thread (gpointer data)
{
  Fixture *fixture = data;
  for (int i = 0; i < 100; i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 number = g_random_int ();
      MessagePackValue *echoed = call (fixture, "echo", array_of (message_pack_value_new_int64 (number), NULL), &error);
      g_assert_no_error (error);
      g_assert_cmpint (message_pack_value_get_int64 (echoed, NULL), ==, number);
      message_pack_value_unref (echoed);
    }
  return NULL;
}

static void
test_threads (Fixture *fixture, gconstpointer data)
{
  GThread *threads[8];
  for (int i = 0; i < 8; i++)
    threads[i] = g_thread_new ("caller", call_in_thread, fixture);
  for (int i = 0; i < 8; i++)
    g_thread_join (threads[i]);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

/* the late answer to a cancelled call goes nowhere */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (MessagePackValue) params = array_of (message_pack_value_new_int64 (400), NULL);
  g_autoptr (GError) error = NULL;
  Outcome outcome = { FALSE, NULL, NULL, 0 };
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_null (message_pack_rpc_connection_call (fixture->connection, "slow", params, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  g_clear_error (&error);
  /* from the beginning */
  g_assert_null (message_pack_rpc_connection_call (fixture->connection, "slow", params, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  g_cancellable_reset (cancellable);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  call_async (fixture, "slow", 400, cancellable, &outcome);
  run_until (&outcome.done);
  g_thread_join (thread);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&outcome.error);

  for (int i = 0; i < 60; i++)
    {
      MessagePackValue *echoed =
        call (fixture, "echo", array_of (message_pack_value_new_int64 (1000 + i), NULL), &error);
      g_assert_no_error (error);
      g_assert_cmpint (message_pack_value_get_int64 (echoed, NULL), ==, 1000 + i);
      message_pack_value_unref (echoed);
      g_usleep (10000);
    }
}

static void
test_timeout (Fixture *fixture, gconstpointer data)
{
  Outcome outcome = { FALSE, NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  message_pack_rpc_connection_set_timeout (fixture->connection, 50);
  g_assert_null (call (fixture, "slow", array_of (message_pack_value_new_int64 (200), NULL), &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TIMEOUT);
  g_clear_error (&error);
  call_async (fixture, "slow", 200, NULL, &outcome);
  run_until (&outcome.done);
  g_assert_error (outcome.error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TIMEOUT);
  g_clear_error (&outcome.error);
  message_pack_rpc_connection_set_timeout (fixture->connection, 0);
  assert_value_text (call (fixture, "echo", array_of (message_pack_value_new_int64 (1), NULL), &error), "1");
}

static void
test_max_pending (Fixture *fixture, gconstpointer data)
{
  Outcome outcomes[3] = { 0 };
  message_pack_rpc_connection_set_max_pending (fixture->connection, 2);
  for (int i = 0; i < 3; i++)
    call_async (fixture, "slow", 50, NULL, &outcomes[i]);
  for (int i = 0; i < 3; i++)
    run_until (&outcomes[i].done);
  g_assert_error (outcomes[2].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
  g_clear_error (&outcomes[2].error);
  assert_value_text (outcomes[0].result, "50");
  assert_value_text (outcomes[1].result, "50");
}

/* the serving end calls the calling end while it serves a call */
static void
call_back (MessagePackRpcInvocation *invocation, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) params =
    array_of (message_pack_value_new_int64 (20), message_pack_value_new_int64 (22), NULL);
  g_autoptr (MessagePackValue) result = message_pack_rpc_connection_call (
    message_pack_rpc_invocation_get_connection (invocation), "add", params, NULL, &error);
  g_assert_no_error (error);
  message_pack_rpc_invocation_return_value (invocation, result);
}

static void
test_both_ways (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (MessagePackRpcHandlers) handlers = message_pack_rpc_handlers_new ();
  g_autoptr (MessagePackRpcHandlers) adding = test_handlers ();
  g_autoptr (MessagePackRpcConnection) server = NULL;
  g_autoptr (MessagePackRpcConnection) client = NULL;
  g_autoptr (GError) error = NULL;
  message_pack_rpc_handlers_set_fallback (handlers, call_back, NULL, NULL);
  socket_pair (&one, &other);
  server = message_pack_rpc_connection_new (one, handlers);
  client = message_pack_rpc_connection_new (other, adding);
  assert_value_text (message_pack_rpc_connection_call (client, "anything", NULL, NULL, &error), "42");
  g_assert_no_error (error);
}

static GThread *handler_thread = NULL;

static void
remember_thread (MessagePackRpcInvocation *invocation, gpointer data)
{
  handler_thread = g_thread_self ();
  message_pack_rpc_invocation_return_value (invocation, NULL);
}

/* handlers may run in a main context instead of a pool */
static void
test_main_context (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (MessagePackRpcHandlers) handlers = message_pack_rpc_handlers_new ();
  g_autoptr (MessagePackRpcConnection) server = NULL;
  Fixture fixture = { 0 };
  Outcome outcome = { FALSE, NULL, NULL, 0 };
  message_pack_rpc_handlers_add (handlers, "where", remember_thread, NULL, NULL);
  message_pack_rpc_handlers_set_main_context (handlers, g_main_context_default ());
  socket_pair (&one, &other);
  server = message_pack_rpc_connection_new (one, handlers);
  fixture.connection = message_pack_rpc_connection_new (other, NULL);
  call_async (&fixture, "where", 0, NULL, &outcome);
  run_until (&outcome.done);
  g_assert_no_error (outcome.error);
  g_assert_true (handler_thread == g_thread_self ());
  assert_value_text (outcome.result, "null");
  g_object_unref (fixture.connection);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*func) (Fixture *fixture, gconstpointer data);
  } cases[] = {
    { "call", test_call },
    { "large", test_large },
    { "errors", test_errors },
    { "notify", test_notify },
    { "out-of-order", test_out_of_order },
    { "many-async", test_many_async },
    { "threads", test_threads },
    { "cancel", test_cancel },
    { "timeout", test_timeout },
    { "max-pending", test_max_pending },
  };
  g_test_init (&argc, &argv, NULL);
  for (gsize t = 0; t < G_N_ELEMENTS (transports); t++)
    for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autofree char *path = g_strdup_printf ("/rpc/%s/%s", transports[t].name, cases[i].name);
        g_test_add (path, Fixture, &transports[t], set_up, cases[i].func, tear_down);
      }
  g_test_add_func ("/rpc/both-ways", test_both_ways);
  g_test_add_func ("/rpc/main-context", test_main_context);
  return g_test_run ();
}
