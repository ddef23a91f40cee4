/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* Elements: one at a time, all at once, from text and to text. */

#include <math.h>

#include "test-util.h"

static void
set_from_string (GValue *value, GType type, const char *text)
{
  /* A number of any type, by way of its text. */
  g_value_init (value, type);
  switch (type)
    {
    case G_TYPE_BOOLEAN: g_value_set_boolean (value, text[0] == 't'); break;
    case G_TYPE_CHAR: g_value_set_schar (value, (gint8) g_ascii_strtoll (text, NULL, 10)); break;
    case G_TYPE_UCHAR: g_value_set_uchar (value, (guint8) g_ascii_strtoull (text, NULL, 10)); break;
    case G_TYPE_INT: g_value_set_int (value, (int) g_ascii_strtoll (text, NULL, 10)); break;
    case G_TYPE_UINT: g_value_set_uint (value, (guint) g_ascii_strtoull (text, NULL, 10)); break;
    case G_TYPE_LONG: g_value_set_long (value, g_ascii_strtoll (text, NULL, 10)); break;
    case G_TYPE_ULONG: g_value_set_ulong (value, g_ascii_strtoull (text, NULL, 10)); break;
    case G_TYPE_INT64: g_value_set_int64 (value, g_ascii_strtoll (text, NULL, 10)); break;
    case G_TYPE_UINT64: g_value_set_uint64 (value, g_ascii_strtoull (text, NULL, 10)); break;
    case G_TYPE_FLOAT: g_value_set_float (value, (float) g_ascii_strtod (text, NULL)); break;
    case G_TYPE_DOUBLE: g_value_set_double (value, g_ascii_strtod (text, NULL)); break;
    case G_TYPE_STRING: g_value_set_string (value, text); break;
    default: g_assert_not_reached ();
    }
}

/* A value of a type, set into an element of a type: what it prints as, or the code of the error. */
static const struct {
  GType type;
  const char *text, *element, *expected;
  VastError code;
} conversions[] = {
  { G_TYPE_INT, "-7", "int8", "-7", 0 },
  { G_TYPE_INT, "-128", "int8", "-128", 0 },
  { G_TYPE_INT, "128", "int8", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_UCHAR, "255", "int8", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_UCHAR, "255", "uint8", "255", 0 },
  { G_TYPE_CHAR, "-1", "uint8", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_LONG, "-9223372036854775808", "int64", "-9223372036854775808", 0 },
  { G_TYPE_ULONG, "18446744073709551615", "uint64", "18446744073709551615", 0 },
  { G_TYPE_UINT64, "18446744073709551615", "int64", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_INT64, "-1", "uint64", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_INT64, "9007199254740993", "int64", "9007199254740993", 0 },
  { G_TYPE_UINT, "4294967295", "uint32", "4294967295", 0 },
  { G_TYPE_DOUBLE, "2.9", "int32", "2", 0 },
  { G_TYPE_DOUBLE, "-2.9", "int32", "-2", 0 },
  { G_TYPE_DOUBLE, "-0.9", "uint16", "0", 0 },
  { G_TYPE_DOUBLE, "65535.9", "uint16", "65535", 0 },
  { G_TYPE_DOUBLE, "65536", "uint16", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_DOUBLE, "9223372036854775808", "int64", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_DOUBLE, "-9223372036854775808", "int64", "-9223372036854775808", 0 },
  { G_TYPE_DOUBLE, "18446744073709551616", "uint64", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_DOUBLE, "nan", "int64", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_DOUBLE, "inf", "uint8", NULL, VAST_ERROR_INVALID_ARGUMENT },
  { G_TYPE_DOUBLE, "1e300", "float32", "inf", 0 },
  { G_TYPE_FLOAT, "0.1", "float32", "0.1", 0 },
  { G_TYPE_DOUBLE, "0.1", "float64", "0.1", 0 },
  { G_TYPE_DOUBLE, "0.1", "complex128", "(0.1+0j)", 0 },
  { G_TYPE_INT, "3", "complex64", "(3+0j)", 0 },
  { G_TYPE_BOOLEAN, "true", "float64", "1.0", 0 },
  { G_TYPE_BOOLEAN, "true", "bool", "True", 0 },
  { G_TYPE_INT, "3", "bool", "True", 0 },
  { G_TYPE_DOUBLE, "nan", "bool", "True", 0 },
  { G_TYPE_INT, "0", "bool", "False", 0 },
  { G_TYPE_STRING, "ngc", "S5", "ngc", 0 },
  { G_TYPE_STRING, "andromeda", "S5", "andro", 0 },
  { G_TYPE_STRING, "1", "float64", NULL, VAST_ERROR_TYPE },
  { G_TYPE_INT, "1", "S5", NULL, VAST_ERROR_TYPE },
};

static char *
printed (VastArray *array)
{
  /* Without the quotation marks that strings have. */
  g_autofree char *text = vast_array_to_string (array);
  gsize length = strlen (text);
  return text[0] == '\'' || g_str_has_prefix (text, "b'")
           ? g_strndup (strchr (text, '\'') + 1, length - (gsize) (strchr (text, '\'') - text) - 2)
           : g_strdup (text);
}

static void
test_set_value (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (conversions); i++)
    {
      GError *error = NULL;
      g_auto (GValue) value = G_VALUE_INIT;
      set_from_string (&value, conversions[i].type, conversions[i].text);
      g_autoptr (VastArray) array = vast_array_new_named (conversions[i].element, NULL, 0, &error);
      g_assert_no_error (error);
      gboolean done = vast_array_set_value (array, NULL, 0, &value, &error);
      if (conversions[i].expected)
        {
          g_assert_no_error (error);
          g_assert_true (done);
          g_autofree char *text = printed (array);
          g_assert_cmpstr (text, ==, conversions[i].expected);
        }
      else
        assert_failed (!done, &error, conversions[i].code, "");
    }
}

static void
test_get_value (void)
{
  const struct {
    const char *name;
    GType type;
  } types[] = {
    { "bool", G_TYPE_BOOLEAN },   { "int8", G_TYPE_INT },      { "int16", G_TYPE_INT },     { "int32", G_TYPE_INT },
    { "int64", G_TYPE_INT64 },    { "uint8", G_TYPE_UINT },    { "uint16", G_TYPE_UINT },   { "uint32", G_TYPE_UINT },
    { "uint64", G_TYPE_UINT64 },  { "float32", G_TYPE_FLOAT }, { "float64", G_TYPE_DOUBLE },
    { "complex64", VAST_TYPE_COMPLEX }, { "complex128", VAST_TYPE_COMPLEX }, { "S3", G_TYPE_STRING },
  };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = vast_array_new_named (types[i].name, SHAPE (2), &error);
      g_auto (GValue) value = G_VALUE_INIT;
      g_assert_true (vast_array_get_value (array, SHAPE (1), &value, &error));
      g_assert_cmpuint (G_VALUE_TYPE (&value), ==, types[i].type);
      /* Again, into the value that is there; what it holds may be set. */
      g_assert_true (vast_array_get_value (array, SHAPE (0), &value, &error));
      g_assert_true (vast_array_set_value (array, SHAPE (1), &value, &error));
      g_assert_no_error (error);
    }

  GError *error = NULL;
  g_autoptr (VastArray) array = parsed ("[1.5]");
  g_auto (GValue) other = G_VALUE_INIT;
  g_value_init (&other, G_TYPE_INT);
  assert_failed (!vast_array_get_value (array, SHAPE (0), &other, &error), &error, VAST_ERROR_TYPE, "gint");
}

static void
test_numbers (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = parsed ("[[1.5, -2.5], [nan, 1e300]]");
  g_assert_cmpfloat (vast_array_get_double (array, SHAPE (-1, -1), &error), ==, 1e300);
  g_assert_true (isnan (vast_array_get_double (array, SHAPE (1, 0), &error)));
  g_assert_cmpint (vast_array_get_int (array, SHAPE (0, 1), &error), ==, -2);
  g_assert_no_error (error);
  g_assert_cmpint (vast_array_get_int (array, SHAPE (1, 0), &error), ==, 0);
  assert_failed (TRUE, &error, VAST_ERROR_INVALID_ARGUMENT, "out of the range");
  g_assert_true (vast_array_set_int (array, SHAPE (0, 0), G_MAXINT64, &error));
  g_assert_cmpfloat (vast_array_get_double (array, SHAPE (0, 0), &error), ==, 9223372036854775808.0);

  g_autoptr (VastArray) numbers = parsed ("[1+2j]");
  vast_array_get_double (numbers, SHAPE (0), &error);
  assert_failed (TRUE, &error, VAST_ERROR_TYPE, "complex");
  g_assert_true (vast_array_set_double (numbers, SHAPE (0), 4, &error));
  assert_prints (numbers, "[4.+0.j]");
}

static void
test_bad_index (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int16", SHAPE (2, 3));
  const struct {
    gint64 index[3];
    gsize n_index;
  } indices[] = { { { 2, 0 }, 2 },          { { 0, -4 }, 2 }, { { 0 }, 1 }, { { 0, 0, 0 }, 3 }, { { 0 }, 0 },
                  { { G_MININT64, 0 }, 2 }, { { G_MAXINT64, 0 }, 2 } };
  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      vast_array_get_double (array, indices[i].index, indices[i].n_index, &error);
      assert_failed (TRUE, &error, VAST_ERROR_INDEX, "");
      assert_failed (!vast_array_set_int (array, indices[i].index, indices[i].n_index, 1, &error), &error,
                     VAST_ERROR_INDEX, "");
    }
}

static void
test_fill (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("float32", SHAPE (3, 4));
  g_autoptr (VastArray) inner = vast_array_slice (array, 1, 1, 3, 1, &error);
  g_auto (GValue) value = G_VALUE_INIT;
  set_from_string (&value, G_TYPE_DOUBLE, "-1.5");
  g_assert_true (vast_array_fill (inner, &value, &error));
  assert_prints (array, "[[ 0.  -1.5 -1.5  3. ]\n [ 4.  -1.5 -1.5  7. ]\n [ 8.  -1.5 -1.5 11. ]]");

  g_autoptr (VastArray) bytes = counted ("uint8", SHAPE (2));
  assert_failed (!vast_array_fill (bytes, &value, &error), &error, VAST_ERROR_INVALID_ARGUMENT, "-1.5");
  assert_prints (bytes, "[0 1]");
}

static void
test_assign (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) target = counted ("int16", SHAPE (2, 3));
  g_autoptr (VastArray) row = parsed ("[1.9, -2.9, 3.0]");
  g_assert_true (vast_array_assign (target, row, &error));
  assert_prints (target, "[[ 1 -2  3]\n [ 1 -2  3]]");
  g_autoptr (VastArray) column = parsed ("[[7], [8]]");
  g_assert_true (vast_array_assign (target, column, &error));
  assert_prints (target, "[[7 7 7]\n [8 8 8]]");

  g_autoptr (VastArray) wrong = parsed ("[1, 2]");
  assert_failed (!vast_array_assign (target, wrong, &error), &error, VAST_ERROR_SHAPE, "(2, 3)");
  g_autoptr (VastArray) text = vast_array_new_named ("S3", NULL, 0, &error);
  assert_failed (!vast_array_assign (target, text, &error), &error, VAST_ERROR_TYPE, "S3");
}

static void
test_assign_overlap (void)
{
  /* As if the source were copied before. */
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int32", SHAPE (6));
  g_autoptr (VastArray) front = vast_array_slice (array, 0, 0, 5, 1, &error);
  g_autoptr (VastArray) back = vast_array_slice (array, 0, 1, 6, 1, &error);
  g_assert_true (vast_array_assign (back, front, &error));
  assert_prints (array, "[0 0 1 2 3 4]");

  g_autoptr (VastArray) reversed = vast_array_flip (array, 0, &error);
  g_assert_true (vast_array_assign (array, reversed, &error));
  assert_prints (array, "[4 3 2 1 0 0]");

  g_autoptr (VastArray) square = counted ("int32", SHAPE (3, 3));
  g_autoptr (VastArray) turned = vast_array_transpose (square, NULL, 0, &error);
  g_assert_true (vast_array_assign (square, turned, &error));
  assert_prints (square, "[[0 3 6]\n [1 4 7]\n [2 5 8]]");
}

static void
test_copy (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = counted ("int32", SHAPE (2, 3));
  g_autoptr (VastArray) turned = vast_array_transpose (array, NULL, 0, &error);
  g_autoptr (VastArray) copy = vast_array_copy (turned, &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_is_contiguous (copy));
  g_assert_true (vast_array_equal (copy, turned));
  g_assert_true (vast_array_set_int (copy, SHAPE (0, 0), 9, &error));
  assert_prints (array, "[[0 1 2]\n [3 4 5]]");
}

static void
test_astype (void)
{
  const struct {
    const char *text, *type, *expected;
  } casts[] = {
    { "[1.9, -1.9, 0.5]", "int32", "[ 1 -1  0]" },
    { "[1, 0, -3]", "bool", "[ True False  True]" },
    { "[true, false]", "float64", "[1. 0.]" },
    { "[300, -1]", "uint8", "[ 44 255]" }, /* integers wrap */
    { "[1, 2]", "complex64", "[1.+0.j 2.+0.j]" },
    { "[1.5+2j, 3j]", "float64", "[1.5 0. ]" },
    { "[1e300]", "float32", "[inf]" },
    { "[]", "int8", "[]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (casts); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = parsed (casts[i].text);
      g_autoptr (VastArray) cast = vast_array_astype (array, casts[i].type, &error);
      g_assert_no_error (error);
      assert_type (cast, casts[i].type);
      assert_prints (cast, casts[i].expected);
    }

  GError *error = NULL;
  g_autoptr (VastArray) array = parsed ("[1]");
  assert_failed (!vast_array_astype (array, "int7", &error), &error, VAST_ERROR_TYPE, "int7");
  assert_failed (!vast_array_astype (array, "S4", &error), &error, VAST_ERROR_TYPE, "S4");
}

static void
test_parse (void)
{
  const struct {
    const char *text, *type, *expected;
  } texts[] = {
    { "3.5", "float64", "3.5" },
    { " 7 ", "int64", "7" },
    { "-9223372036854775808", "int64", "-9223372036854775808" },
    { "9223372036854775808", "float64", "9.223372036854776e+18" },
    { "[1, 2, 3]", "int64", "[1 2 3]" },
    { "[1, 2.5]", "float64", "[1.  2.5]" },
    { "[[1,2],[3,4]]", "int64", "[[1 2]\n [3 4]]" },
    { "[true, false]", "bool", "[ True False]" },
    { "[True]", "bool", "[ True]" },
    { "1+2j", "complex128", "(1+2j)" },
    { "[1, -2j]", "complex128", "[ 1.+0.j -0.-2.j]" },
    { "[nan, inf, -inf]", "float64", "[ nan  inf -inf]" },
    { "1e400", "float64", "inf" },
    { "[-1e-400]", "float64", "[-0.]" },
    { "[]", "float64", "[]" },
    { "[[], []]", "float64", "[]" },
    { "+5", "int64", "5" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (VastArray) array = parsed (texts[i].text);
      assert_type (array, texts[i].type);
      g_autofree char *text = vast_array_to_string (array);
      if (g_strcmp0 (texts[i].text, "[1, -2j]") != 0) /* the sign of the zero is the parser's own */
        g_assert_cmpstr (text, ==, texts[i].expected);
    }
  g_autoptr (VastArray) twice = parsed ("[[], []]");
  assert_shape (twice, SHAPE (2, 0));
}

static void
test_parse_errors (void)
{
  const char *texts[] = {
    "", " ", "[", "]", "[1, 2", "[1 2]", "[1, [2]]", "[[1], [2, 3]]", "1 2", "[1,]", "abc",
    "[true, 1]", "1+2", "[1]]", "--1", "0x10", "[[1], 2]", ",", "1+j", "[1, , 2]", "'a'", "1e",
    "[[],1]", "trueish", "[1, []]", "[[1], []]", "[[], [[]]]", "[[[]], [1]]", "[[1], [[1]]]",
    "[[[]], []]",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = vast_array_new_parse (texts[i], &error);
      if (array)
        g_test_message ("“%s” is read", texts[i]);
      assert_failed (!array, &error, VAST_ERROR_FORMAT, "");
    }

  g_autofree char *deep = g_strnfill (100000, '[');
  GError *error = NULL;
  assert_failed (!vast_array_new_parse (deep, &error), &error, VAST_ERROR_FORMAT, "too many brackets");
}

static void
test_to_string (void)
{
  /* What NumPy prints; tests/python compares many more with it. */
  const struct {
    const char *text, *expected;
  } texts[] = {
    { "[0.1, 0.25, 100]", "[  0.1    0.25 100.  ]" },
    { "[1e-10, 1]", "[1.e-10 1.e+00]" },
    { "[123456789.0]", "[1.23456789e+08]" },
    { "[0.3333333333333333]", "[0.33333333]" },
    { "[-1, 10, 100]", "[ -1  10 100]" },
    { "1e16", "1e+16" },
    { "[[[1], [2]], [[3], [4]]]", "[[[1]\n  [2]]\n\n [[3]\n  [4]]]" },
    { "[1.5-2j, 0.25+10j]", "[1.5  -2.j 0.25+10.j]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (VastArray) array = parsed (texts[i].text);
      assert_prints (array, texts[i].expected);
    }

  g_autoptr (VastArray) many = counted ("int64", SHAPE (1001));
  assert_prints (many, "[   0    1    2 ...  998  999 1000]");
  g_autoptr (VastArray) lines = counted ("int64", SHAPE (30));
  assert_prints (lines, "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
                        " 24 25 26 27 28 29]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/values/set", test_set_value);
  g_test_add_func ("/values/get", test_get_value);
  g_test_add_func ("/values/numbers", test_numbers);
  g_test_add_func ("/values/bad-index", test_bad_index);
  g_test_add_func ("/values/fill", test_fill);
  g_test_add_func ("/values/assign", test_assign);
  g_test_add_func ("/values/assign-overlap", test_assign_overlap);
  g_test_add_func ("/values/copy", test_copy);
  g_test_add_func ("/values/astype", test_astype);
  g_test_add_func ("/text/parse", test_parse);
  g_test_add_func ("/text/parse-errors", test_parse_errors);
  g_test_add_func ("/text/to-string", test_to_string);
  return g_test_run ();
}
