/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

/* Neovim speaks MessagePack-RPC and knows nothing of this library: as a server, and as a client. */

#include <glib/gstdio.h>
#include <string.h>

#ifdef NVIM

static MessagePackRpcConnection *
connect_when_up (const char *address)
{
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  for (int i = 0; i < 200; i++)
    {
      MessagePackRpcConnection *connection = message_pack_rpc_client_connect (client, address, NULL, NULL, NULL);
      if (connection != NULL)
        return connection;
      g_usleep (25000);
    }
  return NULL;
}

static MessagePackValue *
call (MessagePackRpcConnection *connection, const char *method, MessagePackValue *param, GError **error)
{
  g_autoptr (MessagePackValue) params = message_pack_value_new_array (&param, 1);
  message_pack_value_unref (param);
  return message_pack_rpc_connection_call (connection, method, params, NULL, error);
}

static void
test_server (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("msgpack-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "nvim", NULL);
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  g_autoptr (GSubprocess) nvim =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, NVIM, "--headless",
                      "--clean", "--listen", path, NULL);
  g_assert_no_error (error);
  g_autoptr (MessagePackRpcConnection) connection = connect_when_up (address);
  g_assert_nonnull (connection);

  assert_value_text (call (connection, "nvim_eval", message_pack_value_new_string ("6*7"), &error), "42");
  g_assert_no_error (error);
  assert_value_text (
    call (connection, "nvim_eval", message_pack_value_new_string ("[1, 2.5, 'é', v:null, {'a': v:true}]"), &error),
    "[1, 2.5, \"é\", null, {\"a\": true}]");
  g_assert_no_error (error);
  g_assert_null (message_pack_rpc_connection_call (connection, "nosuch", NULL, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_REMOTE);
  g_assert_cmpstr (error->message, ==, "Invalid method: nosuch");
  g_clear_error (&error);

  g_subprocess_force_exit (nvim);
  g_subprocess_wait (nvim, NULL, NULL);
  g_assert_null (call (connection, "nvim_eval", message_pack_value_new_string ("1"), &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_CLOSED);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_client (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackRpcHandlers) handlers = test_handlers ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = message_pack_rpc_server_listen_address (server, "tcp:127.0.0.1:0", &error);
  g_autofree char *output = NULL;
  g_assert_no_error (error);
  g_autofree char *script =
    g_strdup_printf ("lua c=vim.fn.sockconnect('tcp','%s',{rpc=true}); vim.fn.rpcnotify(c,'note',1);"
                     " io.write(vim.fn.rpcrequest(c,'add',1,2.5), ' ', vim.fn.rpcrequest(c,'count'), ' ',"
                     " vim.fn.rpcrequest(c,'echo',{1,'é'})[2], ' ',"
                     " select(2, pcall(vim.fn.rpcrequest,c,'fail'))); vim.cmd('qa!')",
                     address + strlen ("tcp:"));
  g_autoptr (GSubprocess) nvim =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, NVIM, "--headless", "--clean", "-c", script, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (nvim, NULL, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("nvim: %s", output);
  g_assert_true (g_str_has_prefix (output, "3.5 1 é "));
  g_assert_nonnull (strstr (output, "boom"));
  message_pack_rpc_server_close_all (server);
}

#else

static void
test_skipped (void)
{
  g_test_skip ("nvim is not installed");
}

#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#ifdef NVIM
  g_test_add_func ("/rpc-nvim/server", test_server);
  g_test_add_func ("/rpc-nvim/client", test_client);
#else
  g_test_add_func ("/rpc-nvim", test_skipped);
#endif
  return g_test_run ();
}
