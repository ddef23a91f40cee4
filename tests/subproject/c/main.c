/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include <vast/vast.h>

int
main (void)
{
  const gint64 shape[] = { 2, 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = vast_array_new (G_TYPE_DOUBLE, sizeof (double), shape, G_N_ELEMENTS (shape), &error);
  g_autoptr (VastArray) y = x ? vast_sin (x, &error) : NULL;
  g_autofree char *text = NULL;

  if (!y)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  text = vast_array_to_string (y);
  g_print ("%s\n", text);
  return 0;
}
