/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* Views, alone and in chains, and going through the elements of one. */

#include "test-util.h"

#define OPEN VAST_SLICE_OPEN

/* A view of an array of 2 × 3 × 4, which must share its memory. */
static VastArray *base;

static VastArray *
checked (VastArray *view, GError *error)
{
  g_assert_no_error (error);
  g_assert_true (VAST_IS_ARRAY (view));
  const guint8 *first = vast_array_get_data (base);
  const guint8 *data = vast_array_get_data (view);
  g_assert_true (data >= first && data < first + vast_array_get_n_bytes (base));
  return view;
}

static void
test_index (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) last = checked (vast_array_index (base, 0, -1, &error), error);
  assert_prints (last, "[[12 13 14 15]\n [16 17 18 19]\n [20 21 22 23]]");
  g_autoptr (VastArray) column = checked (vast_array_index (last, -1, 1, &error), error);
  assert_prints (column, "[13 17 21]");
  g_autoptr (VastArray) element = checked (vast_array_index (column, 0, 2, &error), error);
  assert_prints (element, "21");
  assert_shape (element, NULL, 0);

  assert_failed (!vast_array_index (base, 3, 0, &error), &error, VAST_ERROR_INDEX, "axis 3");
  assert_failed (!vast_array_index (base, -4, 0, &error), &error, VAST_ERROR_INDEX, "axis -4");
  assert_failed (!vast_array_index (base, 0, 2, &error), &error, VAST_ERROR_INDEX, "2");
  assert_failed (!vast_array_index (base, 0, -3, &error), &error, VAST_ERROR_INDEX, "-3");
  assert_failed (!vast_array_index (base, 0, G_MININT64, &error), &error, VAST_ERROR_INDEX, "");
  assert_failed (!vast_array_index (element, 0, 0, &error), &error, VAST_ERROR_INDEX, "rank 0");
}

/* NumPy's slices of a range of ten, with what they give. */
static const struct {
  gint64 start, stop, step;
  const char *expected;
} slices[] = {
  { 2, 5, 1, "[2 3 4]" },
  { OPEN, OPEN, 1, "[0 1 2 3 4 5 6 7 8 9]" },
  { OPEN, OPEN, 3, "[0 3 6 9]" },
  { OPEN, OPEN, 4, "[0 4 8]" },
  { OPEN, OPEN, -1, "[9 8 7 6 5 4 3 2 1 0]" },
  { OPEN, OPEN, -4, "[9 5 1]" },
  { -3, OPEN, 1, "[7 8 9]" },
  { OPEN, -7, 1, "[0 1 2]" },
  { 7, 2, -2, "[7 5 3]" },
  { 5, OPEN, -1, "[5 4 3 2 1 0]" },
  { 8, 100, 1, "[8 9]" },
  { -100, 2, 1, "[0 1]" },
  { 100, OPEN, -3, "[9 6 3 0]" },
  { 5, 5, 1, "[]" },
  { 7, 2, 1, "[]" },
  { 2, 7, -1, "[]" },
  { 100, 200, 1, "[]" },
  { -200, -100, 1, "[]" },
  { OPEN, OPEN, G_MAXINT64, "[0]" },
  { OPEN, OPEN, -G_MAXINT64, "[9]" },
  { G_MAXINT64, OPEN, G_MININT64, "[9]" },
  { -G_MAXINT64, G_MAXINT64, 9, "[0 9]" },
};

static void
test_slice (void)
{
  g_autoptr (VastArray) ten = counted ("int32", SHAPE (10));
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) view = vast_array_slice (ten, 0, slices[i].start, slices[i].stop, slices[i].step, &error);
      g_assert_no_error (error);
      assert_prints (view, slices[i].expected);
    }

  GError *error = NULL;
  g_autoptr (VastArray) inner = checked (vast_array_slice (base, 2, 1, -1, 1, &error), error);
  assert_shape (inner, SHAPE (2, 3, 2));
  assert_strides (inner, SHAPE (12, 4, 1));
  g_assert_cmpint (vast_array_get_origin (inner), ==, 1);
  assert_failed (!vast_array_slice (base, 0, 0, 1, 0, &error), &error, VAST_ERROR_INVALID_ARGUMENT, "step");
  assert_failed (!vast_array_slice (base, 3, 0, 1, 1, &error), &error, VAST_ERROR_INDEX, "axis 3");
}

static void
test_step_and_flip (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) stepped = checked (vast_array_step (base, 1, 2, &error), error);
  assert_shape (stepped, SHAPE (2, 2, 4));
  g_autoptr (VastArray) flipped = checked (vast_array_flip (stepped, -1, &error), error);
  assert_prints (flipped, "[[[ 3  2  1  0]\n  [11 10  9  8]]\n\n [[15 14 13 12]\n  [23 22 21 20]]]");
  g_autoptr (VastArray) back = checked (vast_array_flip (flipped, 2, &error), error);
  g_assert_true (vast_array_equal (back, stepped));
}

static void
test_transpose (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) reversed = checked (vast_array_transpose (base, NULL, 0, &error), error);
  assert_shape (reversed, SHAPE (4, 3, 2));
  assert_strides (reversed, SHAPE (1, 4, 12));
  g_autoptr (VastArray) turned = checked (vast_array_transpose (base, SHAPE (1, -1, 0), &error), error);
  assert_shape (turned, SHAPE (3, 4, 2));
  g_assert_cmpint (vast_array_get_int (turned, SHAPE (2, 3, 1), &error), ==, 23);

  assert_failed (!vast_array_transpose (base, SHAPE (0, 1), &error), &error, VAST_ERROR_INVALID_ARGUMENT, "");
  assert_failed (!vast_array_transpose (base, SHAPE (0, 1, 1), &error), &error, VAST_ERROR_INVALID_ARGUMENT, "");
  assert_failed (!vast_array_transpose (base, SHAPE (0, 1, 3), &error), &error, VAST_ERROR_INDEX, "axis 3");
}

static void
test_reshape (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) matrix = checked (vast_array_reshape (base, SHAPE (6, -1), &error), error);
  assert_shape (matrix, SHAPE (6, 4));
  g_autoptr (VastArray) rows = checked (vast_array_step (matrix, 0, 2, &error), error);
  g_autoptr (VastArray) split = checked (vast_array_reshape (rows, SHAPE (3, 2, 2), &error), error);
  assert_prints (split, "[[[ 0  1]\n  [ 2  3]]\n\n [[ 8  9]\n  [10 11]]\n\n [[16 17]\n  [18 19]]]");

  assert_failed (!vast_array_reshape (base, SHAPE (5, 5), &error), &error, VAST_ERROR_SHAPE, "(5, 5)");
  assert_failed (!vast_array_reshape (base, SHAPE (-1, 7), &error), &error, VAST_ERROR_SHAPE, "7");
  assert_failed (!vast_array_reshape (base, SHAPE (-1, -1), &error), &error, VAST_ERROR_SHAPE, "-1");
  assert_failed (!vast_array_reshape (rows, SHAPE (12), &error), &error, VAST_ERROR_NOT_SUPPORTED, "reshape a copy");
}

static void
test_broadcast_to (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) column = parsed ("[[1], [2]]");
  g_autoptr (VastArray) wide = vast_array_broadcast_to (column, SHAPE (2, 2, 3), &error);
  g_assert_no_error (error);
  assert_prints (wide, "[[[1 1 1]\n  [2 2 2]]\n\n [[1 1 1]\n  [2 2 2]]]");
  g_assert_true (vast_array_get_data (wide) == vast_array_get_data (column));
  assert_failed (!vast_array_broadcast_to (column, SHAPE (3, 3), &error), &error, VAST_ERROR_SHAPE, "(3, 3)");
  assert_failed (!vast_array_broadcast_to (column, SHAPE (2), &error), &error, VAST_ERROR_SHAPE, "(2,)");
  g_autoptr (VastArray) nothing = vast_array_broadcast_to (column, SHAPE (2, 0), &error);
  g_assert_no_error (error);
  g_assert_cmpint (vast_array_get_size (nothing), ==, 0);
}

static void
test_diagonal (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) matrix = checked (vast_array_index (base, 0, 0, &error), error);
  g_autoptr (VastArray) main = checked (vast_array_diagonal (matrix, 0, 0, 1, &error), error);
  assert_prints (main, "[ 0  5 10]");
  g_autoptr (VastArray) above = checked (vast_array_diagonal (matrix, 2, 0, 1, &error), error);
  assert_prints (above, "[2 7]");
  g_autoptr (VastArray) below = checked (vast_array_diagonal (matrix, -1, 0, 1, &error), error);
  assert_prints (below, "[4 9]");
  g_autoptr (VastArray) stack = checked (vast_array_diagonal (base, 0, -1, -2, &error), error);
  assert_prints (stack, "[[ 0  5 10]\n [12 17 22]]");
  g_autoptr (VastArray) beyond = vast_array_diagonal (matrix, 99, 0, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (vast_array_get_size (beyond), ==, 0);
  assert_failed (!vast_array_diagonal (base, 0, 1, 1, &error), &error, VAST_ERROR_INVALID_ARGUMENT, "");
  assert_failed (!vast_array_diagonal (main, 0, 0, 1, &error), &error, VAST_ERROR_INDEX, "");
}

static void
test_axes (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) more = checked (vast_array_expand_dims (base, 1, &error), error);
  assert_shape (more, SHAPE (2, 1, 3, 4));
  g_autoptr (VastArray) last = checked (vast_array_expand_dims (base, -1, &error), error);
  assert_shape (last, SHAPE (2, 3, 4, 1));
  g_autoptr (VastArray) back = checked (vast_array_squeeze (more, -3, &error), error);
  assert_shape (back, SHAPE (2, 3, 4));
  assert_failed (!vast_array_squeeze (base, 0, &error), &error, VAST_ERROR_SHAPE, "2");
  assert_failed (!vast_array_squeeze (base, 3, &error), &error, VAST_ERROR_INDEX, "axis 3");
  assert_failed (!vast_array_expand_dims (base, 4, &error), &error, VAST_ERROR_INDEX, "4");
}

static void
test_lifetime (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) owner = counted ("float32", SHAPE (4, 4));
  g_autoptr (VastArray) view = vast_array_index (owner, 1, 3, &error);
  g_clear_object (&owner);
  assert_prints (view, "[ 3.  7. 11. 15.]");
}

static void
test_write_through (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) owner = counted ("float32", SHAPE (2, 2));
  g_autoptr (VastArray) turned = vast_array_transpose (owner, NULL, 0, &error);
  g_assert_true (vast_array_set_double (turned, SHAPE (0, 1), 20, &error));
  assert_prints (owner, "[[ 0.  1.]\n [20.  3.]]");
}

static void
test_builder (void)
{
  GError *error = NULL;
  g_autoptr (VastArrayBuilder) builder = vast_array_builder_new (base);
  vast_array_builder_index (builder, 0, 1);
  vast_array_builder_slice (builder, 0, 1, OPEN, 1);
  vast_array_builder_step (builder, 1, 2);
  vast_array_builder_flip (builder, 0);
  vast_array_builder_transpose (builder, NULL, 0);
  g_autoptr (VastArray) view = checked (vast_array_builder_end (builder, &error), error);
  assert_prints (view, "[[20 16]\n [22 18]]");

  /* The chain goes on from where it was ended. */
  vast_array_builder_expand_dims (builder, 0);
  vast_array_builder_broadcast_to (builder, SHAPE (3, 2, 2));
  vast_array_builder_diagonal (builder, 0, 1, 2);
  vast_array_builder_slice (builder, 0, 0, 1, 1);
  vast_array_builder_squeeze (builder, 0);
  vast_array_builder_reshape (builder, SHAPE (2, 1));
  g_autoptr (VastArray) further = checked (vast_array_builder_end (builder, &error), error);
  assert_prints (further, "[[20]\n [18]]");
}

static void
test_builder_error (void)
{
  GError *error = NULL;
  g_autoptr (VastArrayBuilder) builder = vast_array_builder_new (base);
  /* Every call gives the builder, so that calls can be chained; the first error is the one that is told. */
  g_assert_true (vast_array_builder_index (vast_array_builder_index (builder, 0, 7), 9, 9) == builder);
  assert_failed (!vast_array_builder_end (builder, &error), &error, VAST_ERROR_INDEX, "7");
  assert_failed (!vast_array_builder_end (builder, &error), &error, VAST_ERROR_INDEX, "7");

  g_autoptr (VastArrayBuilder) bare = VAST_ARRAY_BUILDER (g_object_new (VAST_TYPE_ARRAY_BUILDER, NULL));
  vast_array_builder_flip (bare, 0);
  assert_failed (!vast_array_builder_end (bare, &error), &error, VAST_ERROR_INVALID_ARGUMENT, "no array");
}

static void
test_iterator (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) turned = vast_array_transpose (base, NULL, 0, &error);
  g_autoptr (VastArrayIterator) iterator = vast_array_iterator (turned);
  gint64 position = 0;
  while (vast_array_iterator_next (iterator))
    {
      gsize rank = 0;
      const gint64 *index = vast_array_iterator_get_index (iterator, &rank);
      g_assert_cmpuint (rank, ==, 3);
      g_assert_cmpint (index[0] * 6 + index[1] * 2 + index[2], ==, position);
      g_assert_cmpfloat (vast_array_iterator_get (iterator), ==, index[2] * 12 + index[1] * 4 + index[0]);
      position++;
    }
  g_assert_cmpint (position, ==, 24);
  g_assert_false (vast_array_iterator_next (iterator));
}

static void
test_iterator_values (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = parsed ("[[1, 2], [3, 4]]");
  g_autoptr (VastArrayIterator) iterator = vast_array_iterator (array);
  g_auto (GValue) value = G_VALUE_INIT;
  assert_failed (!vast_array_iterator_get_value (iterator, &value, &error), &error, VAST_ERROR_INDEX,
                 "before the first");
  g_assert_true (vast_array_iterator_get (iterator) != vast_array_iterator_get (iterator)); /* NaN */
  while (vast_array_iterator_next (iterator))
    {
      g_assert_true (vast_array_iterator_get_value (iterator, &value, &error));
      g_value_set_int64 (&value, 10 * g_value_get_int64 (&value));
      g_assert_true (vast_array_iterator_set_value (iterator, &value, &error));
    }
  assert_prints (array, "[[10 20]\n [30 40]]");
}

static void
test_iterator_of_few (void)
{
  g_autoptr (VastArray) single = parsed ("3.5");
  g_autoptr (VastArrayIterator) one = vast_array_iterator (single);
  g_assert_true (vast_array_iterator_next (one));
  g_assert_cmpfloat (vast_array_iterator_get (one), ==, 3.5);
  g_assert_false (vast_array_iterator_next (one));

  g_autoptr (VastArray) nothing = counted ("bool", SHAPE (3, 0));
  g_autoptr (VastArrayIterator) none = vast_array_iterator (nothing);
  g_assert_false (vast_array_iterator_next (none));

  g_autoptr (VastArrayIterator) bare = VAST_ARRAY_ITERATOR (g_object_new (VAST_TYPE_ARRAY_ITERATOR, NULL));
  g_assert_false (vast_array_iterator_next (bare));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  base = counted ("int32", SHAPE (2, 3, 4));
  g_test_add_func ("/view/index", test_index);
  g_test_add_func ("/view/slice", test_slice);
  g_test_add_func ("/view/step-and-flip", test_step_and_flip);
  g_test_add_func ("/view/transpose", test_transpose);
  g_test_add_func ("/view/reshape", test_reshape);
  g_test_add_func ("/view/broadcast-to", test_broadcast_to);
  g_test_add_func ("/view/diagonal", test_diagonal);
  g_test_add_func ("/view/axes", test_axes);
  g_test_add_func ("/view/lifetime", test_lifetime);
  g_test_add_func ("/view/write-through", test_write_through);
  g_test_add_func ("/builder/chain", test_builder);
  g_test_add_func ("/builder/error", test_builder_error);
  g_test_add_func ("/iterator/order", test_iterator);
  g_test_add_func ("/iterator/values", test_iterator_values);
  g_test_add_func ("/iterator/of-few", test_iterator_of_few);
  int status = g_test_run ();
  g_object_unref (base);
  return status;
}
