/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* How arrays come to be and what they tell of themselves. */

#include "test-util.h"

static const struct {
  const char *name;
  GType (*gtype) (void);
  GType type;
  gsize size;
} types[] = {
  { "bool", NULL, G_TYPE_BOOLEAN, 1 },
  { "int8", NULL, G_TYPE_INT, 1 },
  { "int16", NULL, G_TYPE_INT, 2 },
  { "int32", NULL, G_TYPE_INT, 4 },
  { "int64", NULL, G_TYPE_INT64, 8 },
  { "uint8", NULL, G_TYPE_UINT, 1 },
  { "uint16", NULL, G_TYPE_UINT, 2 },
  { "uint32", NULL, G_TYPE_UINT, 4 },
  { "uint64", NULL, G_TYPE_UINT64, 8 },
  { "float32", NULL, G_TYPE_FLOAT, 4 },
  { "float64", NULL, G_TYPE_DOUBLE, 8 },
  { "complex64", vast_complex_get_type, 0, 8 },
  { "complex128", vast_complex_get_type, 0, 16 },
  { "S5", NULL, G_TYPE_STRING, 5 },
};

static GType
type_of (guint i)
{
  return types[i].gtype ? types[i].gtype () : types[i].type;
}

static void
test_types (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) named = vast_array_new_named (types[i].name, SHAPE (2, 3), &error);
      g_assert_no_error (error);
      g_autoptr (VastArray) typed = vast_array_new (type_of (i), types[i].size, SHAPE (2, 3), &error);
      g_assert_no_error (error);
      assert_type (typed, types[i].name);
      g_assert_cmpuint (vast_array_get_scalar_type (named), ==, type_of (i));
      g_assert_cmpuint (vast_array_get_scalar_size (named), ==, types[i].size);
      g_assert_cmpuint (vast_array_get_n_bytes (named), ==, 6 * types[i].size);
      g_assert_true (vast_array_equal (named, typed));
      g_assert_true (vast_array_is_writable (named));
      g_assert_true (vast_array_is_contiguous (named));

      g_autoptr (GBytes) bytes = vast_array_dup_bytes (named, &error);
      g_assert_no_error (error);
      const guint8 *data = g_bytes_get_data (bytes, NULL);
      for (gsize byte = 0; byte < g_bytes_get_size (bytes); byte++)
        g_assert_cmpuint (data[byte], ==, 0);
    }
}

static void
test_integer_types (void)
{
  /* Any of GLib's integer types names an integer; the size tells which. */
  const GType gtypes[] = { G_TYPE_CHAR, G_TYPE_INT, G_TYPE_LONG, G_TYPE_INT64 };
  for (guint i = 0; i < G_N_ELEMENTS (gtypes); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = vast_array_new (gtypes[i], 2, NULL, 0, &error);
      g_assert_no_error (error);
      assert_type (array, "int16");
    }
}

static void
test_bad_types (void)
{
  GError *error = NULL;
  g_autofree char *unknown = g_strdup ("float16");
  assert_failed (!vast_array_new_named (unknown, NULL, 0, &error), &error, VAST_ERROR_TYPE, "float16");
  assert_failed (!vast_array_new_named ("", NULL, 0, &error), &error, VAST_ERROR_TYPE, "");
  assert_failed (!vast_array_new_named ("S0", NULL, 0, &error), &error, VAST_ERROR_TYPE, "S0");
  assert_failed (!vast_array_new_named ("S99999999999999999999", NULL, 0, &error), &error, VAST_ERROR_TYPE, "");
  assert_failed (!vast_array_new (G_TYPE_DOUBLE, 4, NULL, 0, &error), &error, VAST_ERROR_TYPE, "gdouble");
  assert_failed (!vast_array_new (G_TYPE_INT, 3, NULL, 0, &error), &error, VAST_ERROR_TYPE, "3");
  assert_failed (!vast_array_new (G_TYPE_OBJECT, 8, NULL, 0, &error), &error, VAST_ERROR_TYPE, "GObject");
  assert_failed (!vast_array_new (G_TYPE_INVALID, 8, NULL, 0, &error), &error, VAST_ERROR_TYPE, "");
}

static void
test_shapes (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) single = vast_array_new_named ("float64", NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (vast_array_get_rank (single), ==, 0);
  g_assert_cmpint (vast_array_get_size (single), ==, 1);

  g_autoptr (VastArray) empty = vast_array_new_named ("float64", SHAPE (3, 0, 2), &error);
  g_assert_no_error (error);
  g_assert_cmpint (vast_array_get_size (empty), ==, 0);
  g_assert_cmpuint (vast_array_get_n_bytes (empty), ==, 0);
  assert_shape (empty, SHAPE (3, 0, 2));

  g_autoptr (VastArray) cube = vast_array_new_named ("int8", SHAPE (2, 3, 4), &error);
  g_assert_no_error (error);
  assert_shape (cube, SHAPE (2, 3, 4));
  assert_strides (cube, SHAPE (12, 4, 1));
  g_assert_cmpint (vast_array_get_origin (cube), ==, 0);

  gint64 ones[33];
  for (guint i = 0; i < G_N_ELEMENTS (ones); i++)
    ones[i] = 1;
  g_autoptr (VastArray) highest = vast_array_new_named ("int8", ones, 32, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (vast_array_get_rank (highest), ==, 32);
  assert_failed (!vast_array_new_named ("int8", ones, 33, &error), &error, VAST_ERROR_SHAPE, "33");
}

static void
test_bad_shapes (void)
{
  GError *error = NULL;
  assert_failed (!vast_array_new_named ("int8", SHAPE (2, -1), &error), &error, VAST_ERROR_SHAPE, "(2, -1)");
  assert_failed (!vast_array_new_named ("int8", SHAPE (G_MAXINT64, 2), &error), &error, VAST_ERROR_SHAPE,
                 "more elements");
  /* a count whose bytes cannot be counted, and one that no machine has */
  g_assert_null (vast_array_new_named ("complex128", SHAPE (G_MAXINT64), &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == VAST_ERROR);
  g_clear_error (&error);
  assert_failed (!vast_array_new_named ("int8", SHAPE (G_MAXINT64), &error), &error, VAST_ERROR_MEMORY, "");
}

static void
test_properties (void)
{
  g_autoptr (VastArray) array = counted ("int16", SHAPE (2, 3));
  GError *error = NULL;
  g_autoptr (VastArray) part = vast_array_index (array, 0, 1, &error);
  g_assert_no_error (error);

  GType type;
  guint64 size, rank;
  gint64 n_elements, origin;
  g_autofree char *name = NULL;
  g_object_get (part, "scalar-type", &type, "scalar-size", &size, "rank", &rank, "size", &n_elements, "origin", &origin,
                "scalar-name", &name, NULL);
  g_assert_cmpuint (type, ==, G_TYPE_INT);
  g_assert_cmpuint (size, ==, 2);
  g_assert_cmpuint (rank, ==, 1);
  g_assert_cmpint (n_elements, ==, 3);
  g_assert_cmpint (origin, ==, 3);
  g_assert_cmpstr (name, ==, "int16");

  g_autoptr (VastArray) bare = VAST_ARRAY (g_object_new (VAST_TYPE_ARRAY, NULL));
  g_assert_cmpint (vast_array_get_size (bare), ==, 0);
  assert_shape (bare, SHAPE (0));
}

static void
test_from_values (void)
{
  const gdouble doubles[] = { 1, -0.5, 1e300 };
  g_autoptr (VastArray) floating = vast_array_new_from_doubles (doubles, G_N_ELEMENTS (doubles));
  assert_type (floating, "float64");
  g_assert_cmpmem (vast_array_get_data (floating), vast_array_get_n_bytes (floating), doubles, sizeof doubles);

  const gint64 ints[] = { G_MININT64, -1, G_MAXINT64 };
  g_autoptr (VastArray) integral = vast_array_new_from_ints (ints, G_N_ELEMENTS (ints));
  assert_type (integral, "int64");
  g_assert_cmpmem (vast_array_get_data (integral), vast_array_get_n_bytes (integral), ints, sizeof ints);

  g_autoptr (VastArray) none = vast_array_new_from_doubles (NULL, 0);
  assert_shape (none, SHAPE (0));
}

static void
test_from_bytes (void)
{
  const gint32 numbers[] = { 1, 2, 3, 4, 5, 6 };
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (numbers, sizeof numbers);
  g_autoptr (VastArray) array = vast_array_new_from_bytes ("int32", SHAPE (2, 3), bytes, &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_get_data (array) == g_bytes_get_data (bytes, NULL));
  assert_prints (array, "[[1 2 3]\n [4 5 6]]");

  /* The bytes outlive their other owner, and belong to nobody who writes. */
  g_clear_pointer (&bytes, g_bytes_unref);
  assert_prints (array, "[[1 2 3]\n [4 5 6]]");
  g_assert_false (vast_array_is_writable (array));
  assert_failed (!vast_array_set_int (array, SHAPE (0, 0), 7, &error), &error, VAST_ERROR_READ_ONLY, "");
  g_autoptr (VastArray) view = vast_array_index (array, 0, 0, &error);
  g_assert_no_error (error);
  assert_failed (!vast_array_set_int (view, SHAPE (0), 7, &error), &error, VAST_ERROR_READ_ONLY, "");
  assert_failed (!vast_array_assign (view, view, &error), &error, VAST_ERROR_READ_ONLY, "");

  /* A copy may be written to. */
  g_autoptr (VastArray) copy = vast_array_copy (view, &error);
  g_assert_true (vast_array_set_int (copy, SHAPE (0), 7, &error));
  assert_prints (copy, "[7 2 3]");
}

static void
test_from_wrong_bytes (void)
{
  static const guint8 data[24] = { 0 };
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, 23);
  assert_failed (!vast_array_new_from_bytes ("int32", SHAPE (2, 3), bytes, &error), &error, VAST_ERROR_SHAPE,
                 "23 bytes");
  assert_failed (!vast_array_new_from_bytes ("int32", SHAPE (G_MAXINT64), bytes, &error), &error, VAST_ERROR_SHAPE,
                 "23 bytes");
  assert_failed (!vast_array_new_from_bytes ("int", SHAPE (2, 3), bytes, &error), &error, VAST_ERROR_TYPE, "int");

  gdouble aligned[4] = { 0 };
  g_autoptr (GBytes) odd = g_bytes_new_static ((const guint8 *) aligned + 1, 16);
  assert_failed (!vast_array_new_from_bytes ("float64", SHAPE (2), odd, &error), &error, VAST_ERROR_INVALID_ARGUMENT,
                 "not aligned");

  g_autoptr (GBytes) none = g_bytes_new_static (NULL, 0);
  g_autoptr (VastArray) empty = vast_array_new_from_bytes ("float64", SHAPE (0), none, &error);
  g_assert_no_error (error);
  assert_shape (empty, SHAPE (0));
}

static void
count (gpointer data)
{
  (*(int *) data)++;
}

static void
test_from_address (void)
{
  gdouble numbers[] = { 1, 2, 3, 4, 5, 6 };
  int n_released = 0;
  GError *error = NULL;
  g_autoptr (VastArray) array = vast_array_new_from_address ("float64", SHAPE (2, 3), NULL, 0,
                                                             GPOINTER_TO_SIZE (numbers), TRUE,
                                                             count, &n_released, &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_set_double (array, SHAPE (1, 2), 60, &error));
  g_assert_cmpfloat (numbers[5], ==, 60);
  numbers[0] = 10;
  assert_prints (array, "[[10.  2.  3.]\n [ 4.  5. 60.]]");

  /* The memory is in use as long as any view is. */
  g_autoptr (VastArray) view = vast_array_index (array, 0, 1, &error);
  g_clear_object (&array);
  g_assert_cmpint (n_released, ==, 0);
  g_clear_object (&view);
  g_assert_cmpint (n_released, ==, 1);
}

static void
test_from_address_with_strides (void)
{
  gint16 numbers[] = { 0, 1, 2, 3, 4, 5 };
  const gint64 backwards[] = { -6, 4 };
  GError *error = NULL;
  /* rows from the last to the first, and every second column */
  g_autoptr (VastArray) array = vast_array_new_from_address ("int16", SHAPE (2, 2), backwards, 2,
                                                             GPOINTER_TO_SIZE (numbers + 3), FALSE, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_prints (array, "[[3 5]\n [0 2]]");
  g_assert_false (vast_array_is_writable (array));
  g_assert_false (vast_array_is_contiguous (array));
  g_assert_true (vast_array_get_data (array) == numbers + 3);
}

static void
test_from_wrong_address (void)
{
  gdouble numbers[4] = { 0 };
  const gsize address = GPOINTER_TO_SIZE (numbers);
  const gint64 odd[] = { 12 };
  int n_released = 0;
  GError *error = NULL;
  assert_failed (!vast_array_new_from_address ("float64", SHAPE (2), NULL, 0, address + 4, TRUE, count, &n_released,
                                               &error),
                 &error, VAST_ERROR_INVALID_ARGUMENT, "not aligned");
  assert_failed (!vast_array_new_from_address ("float64", SHAPE (2), odd, 1, address, TRUE, count, &n_released, &error),
                 &error, VAST_ERROR_INVALID_ARGUMENT, "12 bytes");
  assert_failed (!vast_array_new_from_address ("float64", SHAPE (2, 2), odd, 1, address, TRUE, count, &n_released,
                                               &error),
                 &error, VAST_ERROR_INVALID_ARGUMENT, "1 strides");
  assert_failed (!vast_array_new_from_address ("float64", SHAPE (2), NULL, 0, 0, TRUE, count, &n_released, &error),
                 &error,
                 VAST_ERROR_INVALID_ARGUMENT, "address 0");
  assert_failed (!vast_array_new_from_address ("float", SHAPE (2), NULL, 0, address, TRUE, count, &n_released, &error),
                 &error, VAST_ERROR_TYPE, "float");
  g_assert_cmpint (n_released, ==, 0);

  g_autoptr (VastArray) empty = vast_array_new_from_address ("float64", SHAPE (0), NULL, 0, 0, TRUE, count,
                                                             &n_released, &error);
  g_assert_no_error (error);
  g_clear_object (&empty);
  g_assert_cmpint (n_released, ==, 1);
}

static void
test_from_owner (void)
{
  gdouble numbers[] = { 1, 2, 3, 4 };
  const gint64 strides[] = { 16 };
  GError *error = NULL;
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_object_add_weak_pointer (owner, (gpointer *) &owner);
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, G_TYPE_OBJECT);
  g_value_take_object (&value, owner);
  g_autoptr (VastArray) array
    = vast_array_new_from_owner ("float64", SHAPE (2), strides, 1, GPOINTER_TO_SIZE (numbers), TRUE, &value, &error);
  g_assert_no_error (error);
  g_value_unset (&value);
  assert_prints (array, "[1. 3.]");
  g_assert_true (vast_array_set_double (array, SHAPE (1), 30, &error));
  g_assert_cmpfloat (numbers[2], ==, 30);

  g_autoptr (VastArray) view = vast_array_slice (array, 0, 1, 2, 1, &error);
  g_clear_object (&array);
  g_assert_nonnull (owner);
  g_clear_object (&view);
  g_assert_null (owner);

  g_autoptr (VastArray) unowned
    = vast_array_new_from_owner ("float64", SHAPE (4), NULL, 0, GPOINTER_TO_SIZE (numbers), FALSE, NULL, &error);
  g_assert_no_error (error);
  assert_prints (unowned, "[ 1.  2. 30.  4.]");
  g_assert_false (vast_array_is_writable (unowned));
  assert_failed (!vast_array_new_from_owner ("float64", SHAPE (4), NULL, 0, 0, TRUE, NULL, &error), &error,
                 VAST_ERROR_INVALID_ARGUMENT, "address 0");
}

static void
test_from_value (void)
{
  GError *error = NULL;
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_UINT64);
  g_value_set_uint64 (&value, G_MAXUINT64);
  g_autoptr (VastArray) integer = vast_array_new_from_value (&value, &error);
  g_assert_no_error (error);
  assert_type (integer, "uint64");
  assert_prints (integer, "18446744073709551615");
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_STRING);
  g_value_set_static_string (&value, "galaxy");
  g_autoptr (VastArray) text = vast_array_new_from_value (&value, &error);
  g_assert_no_error (error);
  assert_type (text, "S6");
  g_value_unset (&value);

  g_value_init (&value, VAST_TYPE_COMPLEX);
  g_value_take_boxed (&value, vast_complex_new (1, -2));
  g_autoptr (VastArray) number = vast_array_new_from_value (&value, &error);
  g_assert_no_error (error);
  assert_type (number, "complex128");
  assert_prints (number, "(1-2j)");
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_BOOLEAN);
  g_value_set_boolean (&value, TRUE);
  g_autoptr (VastArray) truth = vast_array_new_from_value (&value, &error);
  g_assert_no_error (error);
  assert_type (truth, "bool");
  g_value_unset (&value);

  g_value_init (&value, G_TYPE_OBJECT);
  assert_failed (!vast_array_new_from_value (&value, &error), &error, VAST_ERROR_TYPE, "GObject");
}

static void
test_bytes_keep_memory (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int16", SHAPE (2, 2));
  g_autoptr (GBytes) bytes = vast_array_dup_bytes (array, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_get_data (bytes, NULL) == vast_array_get_data (array));
  g_clear_object (&array);
  const gint16 expected[] = { 0, 1, 2, 3 };
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected, sizeof expected);

  /* Elements that do not lie together are copied. */
  g_autoptr (VastArray) other = counted ("int16", SHAPE (2, 2));
  g_autoptr (VastArray) turned = vast_array_transpose (other, NULL, 0, &error);
  g_autoptr (GBytes) copied = vast_array_dup_bytes (turned, &error);
  const gint16 in_order[] = { 0, 2, 1, 3 };
  g_assert_cmpmem (g_bytes_get_data (copied, NULL), g_bytes_get_size (copied), in_order, sizeof in_order);
}

static void
test_equal (void)
{
  g_autoptr (VastArray) a = parsed ("[1.0, 0.0, nan]");
  g_autoptr (VastArray) same = parsed ("[1.0, 0.0, nan]");
  g_autoptr (VastArray) negative = parsed ("[1.0, -0.0, nan]");
  g_autoptr (VastArray) column = parsed ("[[1.0], [0.0], [nan]]");
  g_autoptr (VastArray) integers = parsed ("[1, 0, 2]");
  g_assert_true (vast_array_equal (a, a));
  g_assert_true (vast_array_equal (a, same));
  g_assert_false (vast_array_equal (a, negative));
  g_assert_false (vast_array_equal (a, column));
  g_assert_false (vast_array_equal (a, integers));
}

static void
test_error_domain (void)
{
  g_assert_cmpstr (g_quark_to_string (VAST_ERROR), ==, "vast-error-quark");
}

static void
test_complex (void)
{
  g_autoptr (VastComplex) number = vast_complex_new (1.5, -2);
  g_autoptr (VastComplex) copy = vast_complex_copy (number);
  g_assert_true (copy != number);
  g_assert_cmpfloat (copy->real, ==, 1.5);
  g_assert_cmpfloat (copy->imag, ==, -2);
  g_assert_true (G_TYPE_IS_BOXED (VAST_TYPE_COMPLEX));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/array/new/types", test_types);
  g_test_add_func ("/array/new/integer-types", test_integer_types);
  g_test_add_func ("/array/new/bad-types", test_bad_types);
  g_test_add_func ("/array/new/shapes", test_shapes);
  g_test_add_func ("/array/new/bad-shapes", test_bad_shapes);
  g_test_add_func ("/array/new/from-values", test_from_values);
  g_test_add_func ("/array/new/from-bytes", test_from_bytes);
  g_test_add_func ("/array/new/from-wrong-bytes", test_from_wrong_bytes);
  g_test_add_func ("/array/new/from-address", test_from_address);
  g_test_add_func ("/array/new/from-address-with-strides", test_from_address_with_strides);
  g_test_add_func ("/array/new/from-wrong-address", test_from_wrong_address);
  g_test_add_func ("/array/new/from-owner", test_from_owner);
  g_test_add_func ("/array/new/from-value", test_from_value);
  g_test_add_func ("/array/properties", test_properties);
  g_test_add_func ("/array/bytes", test_bytes_keep_memory);
  g_test_add_func ("/array/equal", test_equal);
  g_test_add_func ("/error/domain", test_error_domain);
  g_test_add_func ("/complex", test_complex);
  return g_test_run ();
}
