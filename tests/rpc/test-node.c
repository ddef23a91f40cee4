/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node for tests: test-node [--name NAME] [--insecure] [--broadcast] ADDRESS...
 *
 * Prints the address of each listener on a line, then serves until it gets SIGTERM or its input ends, so that it does
 * not outlive the test that started it.
 */

#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <stdio.h>
#include <unistd.h>
#include <vast/vast.h>

static gboolean
on_signal (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_input_end (GObject *stream, gpointer loop)
{
  char byte;
  if (g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), &byte, 1, NULL, NULL) == 0)
    g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

int
main (int argc, char **argv)
{
  gboolean insecure = FALSE, broadcast = FALSE;
  g_autofree char *name = NULL;
  g_auto (GStrv) addresses = NULL;
  const GOptionEntry entries[] = {
    { "name", 0, 0, G_OPTION_ARG_STRING, &name, "the name of the node", "NAME" },
    { "insecure", 0, 0, G_OPTION_ARG_NONE, &insecure, "listen on any interface", NULL },
    { "broadcast", 0, 0, G_OPTION_ARG_NONE, &broadcast, "announce by Avahi", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &addresses, "where to listen", "ADDRESS..." },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) options = g_option_context_new (NULL);
  g_option_context_add_main_entries (options, entries, NULL);
  if (!g_option_context_parse (options, &argc, &argv, &error))
    g_error ("%s", error->message);

  g_autoptr (VastCluster) cluster = g_object_new (VAST_TYPE_CLUSTER, "name", name, NULL);
  vast_cluster_set_insecure (cluster, insecure);
  for (gsize i = 0; addresses && addresses[i]; i++)
    {
      g_autofree char *address = vast_cluster_listen (cluster, addresses[i], &error);
      if (!address)
        g_error ("%s", error->message);
      printf ("%s\n", address);
    }
  if (broadcast && !vast_cluster_broadcast (cluster, &error))
    g_error ("%s", error->message);
  fflush (stdout);

  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GSource) source = g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (input), NULL);
  g_source_set_callback (source, G_SOURCE_FUNC (on_input_end), loop, NULL);
  g_source_attach (source, NULL);
  g_unix_signal_add (SIGTERM, on_signal, loop);
  g_main_loop_run (loop);
  vast_cluster_close (cluster);
  return 0;
}
