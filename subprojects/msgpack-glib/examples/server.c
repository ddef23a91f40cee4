/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Serves add(a, b): server tcp:127.0.0.1:4711
 */

#include <msgpack-glib/msgpack-glib.h>

static void
add (MessagePackRpcInvocation *invocation, gpointer data)
{
  MessagePackValue *params = message_pack_rpc_invocation_get_params (invocation);
  g_autoptr (MessagePackValue) sum = NULL;
  double total = 0;

  for (gsize i = 0; i < message_pack_value_get_length (params); i++)
    {
      g_autoptr (GError) error = NULL;
      total += message_pack_value_get_double (message_pack_value_get_element (params, i), &error);
      if (error != NULL)
        {
          message_pack_rpc_invocation_return_error (invocation, error);
          return;
        }
    }
  sum = message_pack_value_new_double (total);
  message_pack_rpc_invocation_return_value (invocation, sum);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (MessagePackRpcHandlers) handlers = message_pack_rpc_handlers_new ();
  g_autoptr (MessagePackRpcServer) server = message_pack_rpc_server_new (handlers);
  g_autofree char *address = NULL;

  message_pack_rpc_handlers_add (handlers, "add", add, NULL, NULL);
  address = message_pack_rpc_server_listen_address (server, argc > 1 ? argv[1] : "tcp:127.0.0.1:4711", &error);
  if (address == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_print ("%s\n", address);
  g_main_loop_run (loop);
  return 0;
}
