/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>

static void
test_good (void)
{
  static const char *const rows[] = { "tcp:127.0.0.1:80",   "tcp:[::1]:65535",           "tcp:0.0.0.0:0",
                                      "unix:/run/x y.sock", "unix:relative:with:colons", "unix-abstract:name" };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSocketConnectable) parsed = message_pack_rpc_address_parse (rows[i], &error);
      g_autofree char *text = NULL;
      g_assert_no_error (error);
      text = message_pack_rpc_address_format (G_SOCKET_ADDRESS (parsed), &error);
      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, rows[i]);
    }
}

static void
test_names (void)
{
  static const char *const rows[] = { "tcp:localhost:80", "tcp:a-b.example.org:1", "tcp:bücher.example:1" };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSocketConnectable) parsed = message_pack_rpc_address_parse (rows[i], &error);
      g_assert_no_error (error);
      g_assert_true (G_IS_NETWORK_ADDRESS (parsed));
    }
}

static void
test_bad (void)
{
  static const char *const rows[] = {
    "",         "tcp:",         "tcp:localhost", "tcp:localhost:", "tcp::80",     "tcp:localhost:x",
    "tcp:a:-1", "tcp:a:65536",  "tcp:a:80 ",     "tcp:::1:80",     "tcp:[::1]",   "tcp:[::1]80",
    "tcp:[::1", "tcp:[host]:1", "tcp:ho st:1",   "tcp:a/b:1",      "unix:",       "unix-abstract:",
    "udp:a:1",  "localhost:80", "unix",          "TCP:a:1",        "tcp:\xff\xfe"
  };
  g_autofree char *long_path = g_strnfill (108, 'x');
  g_autofree char *long_address = g_strconcat ("unix:", long_path, NULL);
  for (gsize i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      const char *address = i < G_N_ELEMENTS (rows) ? rows[i] : long_address;
      g_autoptr (GError) error = NULL;
      g_assert_null (message_pack_rpc_address_parse (address, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      if (g_utf8_validate (address, -1, NULL))
        g_assert_nonnull (strstr (error->message, address));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rpc-address/good", test_good);
  g_test_add_func ("/rpc-address/names", test_names);
  g_test_add_func ("/rpc-address/bad", test_bad);
  return g_test_run ();
}
