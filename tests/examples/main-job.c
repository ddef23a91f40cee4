/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* Computes the sine of an array on other nodes: main-job FILE.npy ADDRESS... */

#include <stdlib.h>
#include <vast/vast.h>

static void
check (GError *error)
{
  if (error)
    {
      g_printerr ("%s\n", error->message);
      exit (1);
    }
}

int
main (int argc, char **argv)
{
  GError *error = NULL;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argc > 1 ? argv[1] : "");
  g_autoptr (VastArray) x = vast_array_load (file, NULL, &error);
  check (error);

  g_autoptr (VastCluster) cluster = vast_cluster_new ();
  vast_cluster_set_use_local (cluster, FALSE);
  for (int i = 2; i < argc; i++)
    {
      g_autoptr (VastNode) node = vast_cluster_add_node (cluster, argv[i], NULL, &error);
      check (error);
    }

  gsize n_outputs;
  g_autofree VastArray **outputs = vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n_outputs, &error);
  check (error);
  g_autoptr (VastArray) y = outputs[0];
  g_autofree char *text = vast_array_to_string (y);
  g_print ("%s\n", text);

  g_autoptr (VastArray) expected = vast_sin (x, &error);
  check (error);
  return vast_array_equal (y, expected) ? 0 : 1;
}
