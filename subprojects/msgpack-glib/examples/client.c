/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Calls add(1, 2): client tcp:127.0.0.1:4711
 */

#include <msgpack-glib/msgpack-glib.h>

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_autoptr (MessagePackRpcConnection) connection =
    message_pack_rpc_client_connect (client, argc > 1 ? argv[1] : "tcp:127.0.0.1:4711", NULL, NULL, &error);
  g_autoptr (MessagePackValue) params = message_pack_value_new_from_variant (g_variant_new ("(ii)", 1, 2), NULL);
  g_autoptr (MessagePackValue) sum = NULL;

  if (connection != NULL)
    sum = message_pack_rpc_connection_call (connection, "add", params, NULL, &error);
  if (sum == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_autofree char *text = message_pack_value_to_string (sum);
  g_print ("%s\n", text);
  return 0;
}
