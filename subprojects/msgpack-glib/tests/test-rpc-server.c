/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

static MessagePackRpcConnection *
connect_to (const char *address)
{
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_autoptr (GError) error = NULL;
  MessagePackRpcConnection *connection = message_pack_rpc_client_connect (client, address, NULL, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static void
assert_works (MessagePackRpcConnection *connection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) params = array_of (message_pack_value_new_int64 (1), NULL);
  MessagePackValue *echoed = message_pack_rpc_connection_call (connection, "echo", params, NULL, &error);
  g_assert_no_error (error);
  assert_value_text (echoed, "1");
}

static char *
listen_on (MessagePackRpcServer *server, const char *address)
{
  g_autoptr (GError) error = NULL;
  char *actual = message_pack_rpc_server_listen_address (server, address, &error);
  g_assert_no_error (error);
  return actual;
}

static void
test_addresses (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *tcp = listen_on (server, "tcp:127.0.0.1:0");
  g_autofree char *name = listen_on (server, "tcp:localhost:0");
  g_autofree char *other = listen_on (server, "tcp:127.0.0.1:0");
  const char *addresses[] = { tcp, name, other };
  g_assert_cmpstr (tcp, !=, "tcp:127.0.0.1:0");
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (MessagePackRpcConnection) connection = connect_to (addresses[i]);
      g_assert_cmpstr (message_pack_rpc_connection_get_peer (connection), ==, addresses[i]);
      assert_works (connection);
    }

  g_autoptr (GError) error = NULL;
  g_assert_null (message_pack_rpc_server_listen_address (server, "nonsense", &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
  g_clear_error (&error);
  g_assert_null (message_pack_rpc_server_listen_address (server, tcp, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
  g_assert_nonnull (strstr (error->message, tcp));
  g_clear_error (&error);
  message_pack_rpc_server_close_all (server);
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_assert_null (message_pack_rpc_client_connect (client, tcp, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

/* the file of a UNIX socket: kept from others, replaced if stale, removed in the end */
static void
test_unix (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autoptr (MessagePackRpcServer) second = message_pack_rpc_server_new (handlers);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("msgpack-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  g_autofree char *actual = NULL;
  g_assert_no_error (error);

  /* left behind by a server that was killed */
  g_autoptr (GSocket) stale = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, &error);
  g_autoptr (GSocketAddress) socket_address = g_unix_socket_address_new (path);
  g_socket_bind (stale, socket_address, FALSE, &error);
  g_assert_no_error (error);
  g_socket_close (stale, NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));

  actual = listen_on (server, address);
  g_assert_cmpstr (actual, ==, address);
  g_autoptr (MessagePackRpcConnection) connection = connect_to (address);
  assert_works (connection);
  g_assert_null (message_pack_rpc_server_listen_address (second, address, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
  g_clear_error (&error);
  assert_works (connection);

  message_pack_rpc_server_close_all (server);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* what is no socket is not touched */
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  g_assert_null (message_pack_rpc_server_listen_address (second, address, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_again (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  for (int i = 0; i < 5; i++)
    {
      g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
      g_autoptr (MessagePackRpcConnection) connection = connect_to (address);
      g_autoptr (GError) error = NULL;
      assert_works (connection);
      g_assert_cmpuint (message_pack_rpc_server_get_n_connections (server), ==, 1);
      message_pack_rpc_server_close_all (server);
      g_assert_null (message_pack_rpc_connection_call (connection, "echo", NULL, NULL, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
      while (message_pack_rpc_server_get_n_connections (server) > 0)
        g_usleep (1000);
    }
}

static void
count_signal (MessagePackRpcServer *server, MessagePackRpcConnection *connection, gpointer data)
{
  g_assert_true (MESSAGE_PACK_IS_RPC_CONNECTION (connection));
  g_atomic_int_set ((gboolean *) data, TRUE);
}

static void
test_signals (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  gboolean opened = FALSE;
  gboolean closed = FALSE;
  g_signal_connect (server, "connection-opened", G_CALLBACK (count_signal), &opened);
  g_signal_connect (server, "connection-closed", G_CALLBACK (count_signal), &closed);
  g_autoptr (MessagePackRpcConnection) connection = connect_to (address);
  run_until (&opened);
  g_assert_false (closed);
  message_pack_rpc_connection_close (connection);
  run_until (&closed);
  message_pack_rpc_server_close_all (server);
}

/* more connections than a GThreadedSocketService takes by default, and more than are allowed */
static void
test_max_connections (void)
{
  enum { MOST = 25 };
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  MessagePackRpcConnection *connections[MOST];
  g_object_set (server, "max-connections", MOST, NULL);
  for (int i = 0; i < MOST; i++)
    {
      connections[i] = connect_to (address);
      assert_works (connections[i]);
    }
  g_autoptr (MessagePackRpcConnection) refused = connect_to (address);
  g_autoptr (GError) error = NULL;
  g_assert_null (message_pack_rpc_connection_call (refused, "echo", NULL, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  for (int i = 0; i < MOST; i++)
    {
      assert_works (connections[i]);
      g_object_unref (connections[i]);
    }
  message_pack_rpc_server_close_all (server);
}

typedef struct {
  gboolean done;
  GError *error;
} Outcome;

static void
on_answer (GObject *connection, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  g_autoptr (MessagePackValue) value =
    message_pack_rpc_connection_call_finish (MESSAGE_PACK_RPC_CONNECTION (connection), result, &outcome->error);
  g_assert_true ((value != NULL) == (outcome->error == NULL));
  outcome->done = TRUE;
}

/* too many requests end in an error of those only */
static void
test_max_in_flight (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  g_autoptr (MessagePackValue) params = array_of (message_pack_value_new_int64 (100), NULL);
  Outcome outcomes[6] = { 0 };
  g_object_set (server, "max-in-flight", 4, "max-workers", 2, NULL);
  g_autoptr (MessagePackRpcConnection) connection = connect_to (address);
  for (int i = 0; i < 6; i++)
    message_pack_rpc_connection_call_async (connection, "slow", params, NULL, on_answer, &outcomes[i]);
  for (int i = 0; i < 6; i++)
    {
      run_until (&outcomes[i].done);
      if (i < 4)
        g_assert_no_error (outcomes[i].error);
      else
        g_assert_error (outcomes[i].error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
      g_clear_error (&outcomes[i].error);
    }
  /* notifications are not lost */
  for (int i = 0; i < 1000; i++)
    {
      g_autoptr (GError) error = NULL;
      message_pack_rpc_connection_notify (connection, "note", NULL, &error);
      g_assert_no_error (error);
    }
  assert_value_text (message_pack_rpc_connection_call (connection, "count", NULL, NULL, NULL), "1000");
  message_pack_rpc_server_close_all (server);
}

/* a peer that asks for much and reads nothing is told so, then let go */
static void
test_not_reading (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) peer = NULL;
  g_object_set (server, "max-queued", G_GUINT64_CONSTANT (1000000), NULL);
  peer = g_socket_client_connect (client, connectable, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MessagePackPacker) packer = message_pack_packer_new ();
  g_autoptr (GBytes) large = repeated_byte (1, 1 << 20);
  message_pack_packer_pack_array_header (packer, 4);
  message_pack_packer_pack_int64 (packer, 0);
  message_pack_packer_pack_int64 (packer, 1);
  g_assert_true (message_pack_packer_pack_string (packer, "echo", NULL));
  message_pack_packer_pack_array_header (packer, 1);
  g_assert_true (message_pack_packer_pack_bytes (packer, large, NULL));
  g_autoptr (GBytes) request = message_pack_packer_to_bytes (packer);
  gboolean ended = FALSE;
  for (int i = 0; i < 20 && !ended; i++)
    ended = !g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (peer)),
                                        g_bytes_get_data (request, NULL), g_bytes_get_size (request), NULL, NULL, NULL);
  g_autoptr (GBytes) tiny = bytes_from_hex ("94 00 03 a46563686f 90");
  for (int i = 0; i < 100000 && !ended; i++)
    ended = !g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (peer)),
                                        g_bytes_get_data (tiny, NULL), g_bytes_get_size (tiny), NULL, NULL, NULL);
  for (int i = 0; i < 5000 && message_pack_rpc_server_get_n_connections (server) > 0; i++)
    g_usleep (1000);
  g_assert_cmpuint (message_pack_rpc_server_get_n_connections (server), ==, 0);
  message_pack_rpc_server_close_all (server);
}

/* a server that was derived from */
typedef struct {
  MessagePackRpcServer parent_instance;
} MyServer;
typedef struct {
  MessagePackRpcServerClass parent_class;
} MyServerClass;

GType my_server_get_type (void);
G_DEFINE_TYPE (MyServer, my_server, MESSAGE_PACK_TYPE_RPC_SERVER)

static gboolean my_opened = FALSE;

static void
my_server_connection_opened (MessagePackRpcServer *server, MessagePackRpcConnection *connection)
{
  my_opened = TRUE;
}

static void
my_server_class_init (MyServerClass *klass)
{
  MESSAGE_PACK_RPC_SERVER_CLASS (klass)->connection_opened = my_server_connection_opened;
}

static void
my_server_init (MyServer *self)
{}

static void
test_derived (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = g_object_new (my_server_get_type (), "handlers", handlers, NULL);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  g_autoptr (MessagePackRpcConnection) connection = connect_to (address);
  g_assert_true (message_pack_rpc_server_get_handlers (server) == handlers);
  assert_works (connection);
  run_until (&my_opened);
  message_pack_rpc_server_close_all (server);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  MessagePackRpcConnection **connection = data;
  g_autoptr (GError) error = NULL;
  *connection = message_pack_rpc_client_connect_finish (MESSAGE_PACK_RPC_CLIENT (client), result, &error);
  g_assert_no_error (error);
}

static void
on_refused (GObject *client, GAsyncResult *result, gpointer data)
{
  GError **error = data;
  g_assert_null (message_pack_rpc_client_connect_finish (MESSAGE_PACK_RPC_CLIENT (client), result, error));
}

static void
test_connect_async (void)
{
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = listen_on (server, "tcp:127.0.0.1:0");
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_autoptr (MessagePackRpcConnection) connection = NULL;
  GError *refused = NULL;
  message_pack_rpc_client_set_timeout (client, 1500);
  message_pack_rpc_client_connect_async (client, address, NULL, NULL, on_connected, &connection);
  while (connection == NULL)
    g_main_context_iteration (NULL, TRUE);
  assert_works (connection);
  message_pack_rpc_client_connect_async (client, "tcp:", NULL, NULL, on_refused, &refused);
  while (refused == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (refused, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
  g_clear_error (&refused);
  message_pack_rpc_server_close_all (server);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rpc-server/addresses", test_addresses);
  g_test_add_func ("/rpc-server/unix", test_unix);
  g_test_add_func ("/rpc-server/again", test_again);
  g_test_add_func ("/rpc-server/signals", test_signals);
  g_test_add_func ("/rpc-server/max-connections", test_max_connections);
  g_test_add_func ("/rpc-server/max-in-flight", test_max_in_flight);
  g_test_add_func ("/rpc-server/not-reading", test_not_reading);
  g_test_add_func ("/rpc-server/derived", test_derived);
  g_test_add_func ("/rpc-server/connect-async", test_connect_async);
  return g_test_run ();
}
