/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* The public headers are strict C++17 as well as the C11 of headers.c. */

#include <vast/vast.h>
int
main (void)
{
  VastArray *array = vast_array_new_from_doubles (NULL, 0);
  g_object_unref (array);
  return VAST_IS_ARRAY (NULL);
}
