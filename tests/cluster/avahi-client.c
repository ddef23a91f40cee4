/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Finds nodes by Avahi and computes on them: avahi-client N. Runs no main loop, as a script does not.
 *
 * Prints the name and address of each node, and where each part was computed.
 */

#include <stdio.h>
#include <stdlib.h>
#include <vast/vast.h>

static void
on_part_done (VastCluster *cluster, const char *where, const char *procedure, gint64 offset, gint64 count, gint64 total,
              gpointer data)
{
  printf ("part %s %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "\n", where, offset, count, total);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastCluster) cluster = vast_cluster_new ();
  const guint n_nodes = argc > 1 ? (guint) atoi (argv[1]) : 1;
  if (!vast_cluster_join (cluster, &error) || !vast_cluster_wait_for_nodes (cluster, n_nodes, 20000, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  GListModel *nodes = vast_cluster_get_nodes (cluster);
  for (guint i = 0; i < g_list_model_get_n_items (nodes); i++)
    {
      g_autoptr (VastNode) node = g_list_model_get_item (nodes, i);
      printf ("node %s %s\n", vast_node_get_name (node), vast_node_get_address (node));
    }

  gint64 n = 100000;
  g_autoptr (VastArray) x = vast_array_new_named ("float64", &n, 1, &error);
  for (gint64 i = 0; i < n; i++)
    vast_array_set_double (x, &i, 1, (double) i / 1000, NULL);
  vast_cluster_set_use_local (cluster, FALSE);
  g_signal_connect (cluster, "part-done", G_CALLBACK (on_part_done), NULL);
  gsize n_outputs = 0;
  VastArray **outputs = vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n_outputs, &error);
  g_autoptr (VastArray) expected = vast_sin (x, NULL);
  if (!outputs || !vast_array_equal (outputs[0], expected))
    {
      fprintf (stderr, "%s\n", error ? error->message : "the nodes computed something else");
      return 1;
    }
  g_object_unref (outputs[0]);
  g_free (outputs);
  vast_cluster_close (cluster);
  return 0;
}
