/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* The functions that Vala's syntax for elements and slices calls, with what valac cannot be made to pass. */

#include <math.h>

#include "test-util.h"

#define I(n) ((gint64) (n))
#define END_INDEX VAST_ARRAY_VALA_END_INDEX
#define END_VALUE VAST_ARRAY_VALA_END_VALUE

static void
test_item (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int32", SHAPE (2, 3));
  g_autoptr (VastArray) single = parsed ("2.5");
  g_assert_cmpfloat (vast_array_item_va (array, &error, I (1), I (-1), END_INDEX), ==, 5);
  g_assert_cmpfloat (vast_array_item_va (single, &error, END_INDEX), ==, 2.5);
  g_assert_no_error (error);

  /* too few, too many, too large */
  vast_array_item_va (array, &error, I (1), END_INDEX);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
  vast_array_item_va (array, &error, I (1), I (1), I (1), END_INDEX);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
  vast_array_item_va (array, &error, I (1), I (3), END_INDEX);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
}

static void
test_set (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("float64", SHAPE (2, 2));
  vast_array_set_va (array, &error, 1.0, 0.0, 2.5, END_VALUE);
  vast_array_set_va (array, &error, -1.0, -1.0, (gdouble) NAN, END_VALUE);
  g_assert_no_error (error);
  assert_prints (array, "[[0.  1. ]\n [2.5 nan]]");

  vast_array_set_va (array, &error, 1.0, 7.0, END_VALUE);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
  vast_array_set_va (array, &error, 1.0, 1.0, 1.0, 7.0, END_VALUE);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
  vast_array_set_va (array, &error, 0.5, 0.0, 7.0, END_VALUE);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "0.5");
  vast_array_set_va (array, &error, (gdouble) NAN, 0.0, 7.0, END_VALUE);
  assert_failed (TRUE, &error, VAST_ERROR_INDEX, "nan");
  assert_prints (array, "[[0.  1. ]\n [2.5 nan]]");
}

static void
test_rows (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int32", SHAPE (4, 2));
  g_autoptr (VastArray) rows = vast_array_rows (array, 1, -1, &error);
  g_assert_no_error (error);
  assert_prints (rows, "[[2 3]\n [4 5]]");
  g_autoptr (VastArray) single = parsed ("1");
  assert_failed (!vast_array_rows (single, 0, 1, &error), &error, VAST_ERROR_INDEX, "rank 0");
}

static void
test_contains (void)
{
  g_autoptr (VastArray) array = counted ("int16", SHAPE (4, 2));
  g_assert_true (vast_array_contains (array, 7));
  g_assert_false (vast_array_contains (array, 7.5));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vala/item", test_item);
  g_test_add_func ("/vala/set", test_set);
  g_test_add_func ("/vala/rows", test_rows);
  g_test_add_func ("/vala/contains", test_contains);
  return g_test_run ();
}
