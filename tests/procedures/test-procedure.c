/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include <math.h>
#include <vast.h>

/* Procedures as a C program meets them: found by name, called with options, into arrays, in threads and in parts. */

static VastArray *
doubles (const gdouble *values, gsize n_values)
{
  VastArray *array = vast_array_new_from_doubles (values, n_values);
  g_assert_nonnull (array);
  return array;
}

static VastArray *
matrix (void)
{
  const gdouble values[] = { 1, 2, 3, 4, 5, 6 };
  const gint64 shape[] = { 2, 3 };
  GError *error = NULL;
  g_autoptr (VastArray) flat = doubles (values, G_N_ELEMENTS (values));
  VastArray *result = vast_array_reshape (flat, shape, G_N_ELEMENTS (shape), &error);
  g_assert_no_error (error);
  return result;
}

static VastProcedure *
procedure (const char *name)
{
  GError *error = NULL;
  VastProcedure *found = vast_procedure_find (name, &error);
  g_assert_no_error (error);
  g_assert_true (VAST_IS_PROCEDURE (found));
  return found;
}

static void
assert_doubles (VastArray *array, const gdouble *expected, gsize n_expected)
{
  GError *error = NULL;
  g_autoptr (VastArray) wanted = doubles (expected, n_expected);
  g_autoptr (VastArray) converted = vast_array_astype (array, "float64", &error);
  g_assert_no_error (error);
  g_assert_cmpint (vast_array_get_size (array), ==, n_expected);
  for (gint64 i = 0; i < (gint64) n_expected; i++)
    {
      gdouble value = vast_array_get_rank (converted) == 0 ? vast_array_get_double (converted, NULL, 0, &error)
                                                           : vast_array_get_double (converted, &i, 1, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (fabs (value - expected[i]), <=, 1e-15 * fabs (expected[i]));
    }
}

static VastArray *
invoke_one (const char *name, VastArray *input, GVariant *options, GError **error)
{
  gsize n_outputs = 0;
  VastArray *const inputs[] = { input };
  VastArray **outputs = vast_procedure_invoke (procedure (name), inputs, 1, options, &n_outputs, error);
  VastArray *result = NULL;
  if (outputs)
    {
      g_assert_cmpuint (n_outputs, ==, 1);
      result = outputs[0];
      g_free (outputs);
    }
  return result;
}

static void
test_find (void)
{
  GError *error = NULL;
  VastProcedure *sin = procedure ("sin");
  g_assert_true (sin == procedure ("sin"));
  g_assert_cmpstr (vast_procedure_get_name (sin), ==, "sin");
  g_assert_cmpstr (vast_procedure_get_function_name (sin), ==, "vast_sin");
  g_assert_cmpstr (vast_procedure_get_since (sin), ==, "1.0");
  g_assert_true (g_str_has_prefix (vast_procedure_get_doc (sin), "Computes the sine"));
  g_assert_cmpint (vast_procedure_get_partition (sin), ==, VAST_PARTITION_ELEMENTWISE);
  g_assert_cmpint (vast_procedure_get_flags (sin), ==, VAST_PROCEDURE_FLAGS_NONE);
  g_assert_cmpfloat (vast_procedure_get_cost (sin), >, 1);
  g_assert_cmpuint (vast_procedure_get_n_outputs (sin), ==, 1);
  g_assert_cmpstr (vast_procedure_get_input_names (sin)[0], ==, "x");
  g_assert_null (vast_procedure_get_input_names (sin)[1]);
  g_assert_cmpstr (vast_procedure_get_gradient (sin, "x"), ==, "multiply (g, cos (x))");
  g_assert_null (vast_procedure_get_gradient (sin, "y"));
  g_auto (GStrv) signatures = vast_procedure_dup_signatures (sin);
  g_assert_true (g_strv_contains ((const char *const *) signatures, "float64 -> float64"));

  g_assert_null (vast_procedure_find ("cosine", &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "cosine"));
  g_clear_error (&error);
  g_assert_null (vast_procedure_find ("matmull", &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "“matmul”"));
  g_clear_error (&error);
  g_assert_null (vast_procedure_find ("", &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_FOUND);
  g_clear_error (&error);
}

static void
test_list (void)
{
  gsize n = 0;
  g_autofree VastProcedure **list = vast_procedure_list (&n);
  g_assert_cmpuint (n, >, 50);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_true (procedure (vast_procedure_get_name (list[i])) == list[i]);
      g_assert_cmpuint (strlen (vast_procedure_get_doc (list[i])), >, 0);
      if (i > 0)
        g_assert_cmpstr (vast_procedure_get_name (list[i - 1]), <, vast_procedure_get_name (list[i]));
    }
}

/* An object that stands for nothing is harmless. */
static void
test_empty_object (void)
{
  GError *error = NULL;
  gsize n_outputs = 0;
  g_autoptr (VastProcedure) empty = g_object_new (VAST_TYPE_PROCEDURE, NULL);
  g_assert_cmpstr (vast_procedure_get_name (empty), ==, "");
  g_assert_null (vast_procedure_get_input_names (empty)[0]);
  g_assert_null (vast_procedure_get_parameter_names (empty)[0]);
  g_assert_null (vast_procedure_invoke (empty, NULL, 0, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
}

static void
test_functions (void)
{
  GError *error = NULL;
  const gdouble a[] = { 0, 1, 2 }, b[] = { 10, 20, 30 };
  g_autoptr (VastArray) x = doubles (a, 3);
  g_autoptr (VastArray) y = doubles (b, 3);
  g_autoptr (VastArray) total = vast_add (x, y, &error);
  g_assert_no_error (error);
  assert_doubles (total, (const gdouble[]) { 10, 21, 32 }, 3);
  g_autoptr (VastArray) sine = vast_sin (x, &error);
  g_assert_no_error (error);
  assert_doubles (sine, (const gdouble[]) { sin (0), sin (1), sin (2) }, 3);
  g_assert_true (vast_multiply_into (x, y, x, &error));
  g_assert_no_error (error);
  assert_doubles (x, (const gdouble[]) { 0, 20, 60 }, 3);

  g_assert_null (vast_add (x, NULL, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "add: input “x2” is not an array");
  g_clear_error (&error);
}

static void
test_reductions (void)
{
  GError *error = NULL;
  const gint64 axis = 0, axes[] = { 0, 1 };
  g_autoptr (VastArray) m = matrix ();
  g_autoptr (VastArray) all = vast_sum (m, NULL, 0, NULL, FALSE, &error);
  g_assert_no_error (error);
  assert_doubles (all, (const gdouble[]) { 21 }, 1);
  g_autoptr (VastArray) columns = vast_sum (m, &axis, 1, "float32", FALSE, &error);
  g_assert_no_error (error);
  g_autofree char *name = vast_array_dup_scalar_name (columns);
  g_assert_cmpstr (name, ==, "float32");
  assert_doubles (columns, (const gdouble[]) { 5, 7, 9 }, 3);
  g_autoptr (VastArray) kept = vast_max (m, axes, 2, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (vast_array_get_rank (kept), ==, 2);
  g_autoptr (VastArray) flat = vast_argmax (m, NULL, 0, FALSE, &error);
  g_assert_no_error (error);
  assert_doubles (flat, (const gdouble[]) { 5 }, 1);
  g_assert_null (vast_argmax (m, axes, 2, FALSE, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (vast_sum (m, (const gint64[]) { 0, -2 }, 2, NULL, FALSE, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (vast_sum (m, (const gint64[]) { 2 }, 1, NULL, FALSE, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INDEX);
  g_clear_error (&error);
  g_assert_null (vast_sum (m, NULL, 0, "float99", FALSE, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_TYPE);
  g_clear_error (&error);
}

static void
test_options (void)
{
  static const struct {
    const char *procedure;
    const char *options;
    gdouble expected[3];
    gsize n_expected;
  } cases[] = {
    { "sum", "{}", { 21 }, 1 },
    { "sum", "{'axis': <int64 0>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <0>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <byte 0>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <0.0>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <[int64 0]>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <(0,)>}", { 5, 7, 9 }, 3 },
    { "sum", "{'axis': <[<0>, <1.0>]>}", { 21 }, 1 },
    { "sum", "{'axis': <@mx nothing>}", { 21 }, 1 },
    { "sum", "{'axis': <@mx just 1>}", { 6, 15 }, 2 },
    { "sum", "{'axis': <<-1>>, 'dtype': <'int32'>}", { 6, 15 }, 2 },
    { "var", "{'correction': <1>}", { 3.5 }, 1 },
    { "argmax", "{'axis': <[int64 1]>}", { 2, 2 }, 2 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      GVariant *options = g_variant_parse (G_VARIANT_TYPE_VARDICT, cases[i].options, NULL, NULL, &error);
      g_assert_no_error (error);
      g_autoptr (VastArray) m = matrix ();
      g_autoptr (VastArray) result = invoke_one (cases[i].procedure, m, options, &error);
      g_assert_no_error (error);
      assert_doubles (result, cases[i].expected, cases[i].n_expected);
      g_variant_unref (options);
    }
}

static void
test_bad_options (void)
{
  static const struct {
    const char *procedure;
    const char *options;
    int code;
    const char *named;
  } cases[] = {
    { "sum", "{'axes': <0>}", VAST_ERROR_INVALID_ARGUMENT, "axes" },
    { "sin", "{'axis': <0>}", VAST_ERROR_INVALID_ARGUMENT, "it has none" },
    { "sum", "{'axis': <'0'>}", VAST_ERROR_INVALID_ARGUMENT, "“0”" },
    { "sum", "{'axis': <0.5>}", VAST_ERROR_INVALID_ARGUMENT, "0.5" },
    { "sum", "{'axis': <true>}", VAST_ERROR_INVALID_ARGUMENT, "true" },
    { "sum", "{'axis': <[0, 0]>}", VAST_ERROR_INVALID_ARGUMENT, "twice" },
    { "sum", "{'axis': <5>}", VAST_ERROR_INDEX, "5" },
    { "sum", "{'axis': <[0.5]>}", VAST_ERROR_INVALID_ARGUMENT, "axis" },
    { "sum", "{'axis': <uint64 18446744073709551615>}", VAST_ERROR_INVALID_ARGUMENT, "axis" },
    { "sum", "{'axis': <{'a': 1}>}", VAST_ERROR_INVALID_ARGUMENT, "axis" },
    { "sum", "{'keepdims': <1>}", VAST_ERROR_INVALID_ARGUMENT, "a boolean is needed" },
    { "sum", "{'keepdims': <@mb nothing>}", VAST_ERROR_INVALID_ARGUMENT, "none" },
    { "sum", "{'dtype': <'float99'>}", VAST_ERROR_INVALID_ARGUMENT, "float99" },
    { "sum", "{'dtype': <'S4'>}", VAST_ERROR_INVALID_ARGUMENT, "S4" },
    { "argmax", "{'axis': <[0, 1]>}", VAST_ERROR_INVALID_ARGUMENT, "(0, 1)" },
    { "cumulative_sum", "{}", VAST_ERROR_INVALID_ARGUMENT, "(2, 3)" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      GVariant *options = g_variant_parse (G_VARIANT_TYPE_VARDICT, cases[i].options, NULL, NULL, &error);
      g_assert_no_error (error);
      g_autoptr (VastArray) m = matrix ();
      g_assert_null (invoke_one (cases[i].procedure, m, options, &error));
      g_assert_error (error, VAST_ERROR, cases[i].code);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].named));
      g_clear_error (&error);
      g_variant_unref (options);
    }

  GError *error = NULL;
  g_autoptr (VastArray) m = matrix ();
  g_assert_null (invoke_one ("sum", m, g_variant_new_int64 (1), &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
}

static void
test_parameters (void)
{
  VastProcedure *var = procedure ("var");
  const char *const *names = vast_procedure_get_parameter_names (var);
  g_assert_cmpstr (names[0], ==, "axis");
  g_assert_cmpstr (names[1], ==, "correction");
  g_assert_cmpstr (names[2], ==, "keepdims");
  g_assert_null (names[3]);
  g_assert_cmpint (vast_procedure_get_parameter_kind (var, "axis"), ==, VAST_PARAMETER_KIND_AXES);
  g_assert_cmpint (vast_procedure_get_parameter_kind (var, "correction"), ==, VAST_PARAMETER_KIND_DOUBLE);
  g_assert_cmpint (vast_procedure_get_parameter_kind (var, "keepdims"), ==, VAST_PARAMETER_KIND_BOOLEAN);
  g_assert_cmpint (vast_procedure_get_parameter_kind (var, "nothing"), ==, VAST_PARAMETER_KIND_STRING);
  g_assert_cmpint (vast_procedure_get_parameter_kind (procedure ("sum"), "dtype"), ==, VAST_PARAMETER_KIND_SCALAR_TYPE);
  g_assert_cmpint (vast_procedure_get_parameter_kind (procedure ("sort"), "axis"), ==, VAST_PARAMETER_KIND_AXIS);
  g_assert_nonnull (vast_procedure_get_parameter_doc (var, "axis"));
  g_assert_null (vast_procedure_get_parameter_doc (var, "nothing"));
  g_assert_null (vast_procedure_dup_parameter_default (var, "axis"));
  g_assert_null (vast_procedure_dup_parameter_default (var, "nothing"));
  g_autoptr (GVariant) correction = vast_procedure_dup_parameter_default (var, "correction");
  g_assert_cmpfloat (g_variant_get_double (correction), ==, 0);
  g_autoptr (GVariant) axis = vast_procedure_dup_parameter_default (procedure ("sort"), "axis");
  g_assert_cmpint (g_variant_get_int64 (axis), ==, -1);
}

static void
test_parse_parameter (void)
{
  static const struct {
    const char *procedure, *parameter, *text, *printed;
  } cases[] = {
    { "sum", "axis", "0", "[0]" },
    { "sum", "axis", "0,1", "[0, 1]" },
    { "sum", "axis", " (0, -1) ", "[0, -1]" },
    { "sum", "axis", "()", "[]" },
    { "sum", "axis", "none", "nothing" },
    { "sum", "axis", "null", "nothing" },
    { "sum", "keepdims", "true", "true" },
    { "sum", "keepdims", "0", "false" },
    { "sum", "dtype", "float32", "'float32'" },
    { "var", "correction", "1.5", "1.5" },
    { "sort", "axis", "-2", "-2" },
    { "sum", "axis", "one", NULL },
    { "sum", "axis", "1.5", NULL },
    { "sum", "axis", "99999999999999999999", NULL },
    { "sum", "keepdims", "maybe", NULL },
    { "sum", "keepdims", "none", NULL },
    { "sum", "dtype", "float99", NULL },
    { "var", "correction", "much", NULL },
    { "var", "correction", "", NULL },
    { "sort", "axis", "0,1", NULL },
    { "sort", "axes", "0", NULL },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      g_autoptr (GVariant) value
        = vast_procedure_parse_parameter (procedure (cases[i].procedure), cases[i].parameter, cases[i].text, &error);
      if (!cases[i].printed)
        {
          g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
          g_assert_nonnull (strstr (error->message, cases[i].parameter));
          g_clear_error (&error);
          continue;
        }
      g_assert_no_error (error);
      g_assert_false (g_variant_is_floating (value));
      g_autofree char *printed = g_variant_print (value, FALSE);
      g_assert_cmpstr (printed, ==, cases[i].printed);
    }
}

static void
test_bad_calls (void)
{
  GError *error = NULL;
  gsize n_outputs = 0;
  g_autoptr (VastArray) m = matrix ();
  g_autoptr (VastArray) v = doubles ((const gdouble[]) { 1, 2 }, 2);
  VastArray *const two[] = { m, v }, *const none[] = { m, NULL };
  g_assert_null (vast_procedure_invoke (procedure ("sin"), two, 2, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (error->message, ==, "sin: 2 inputs were given, but 1 are needed");
  g_clear_error (&error);
  g_assert_null (vast_procedure_invoke (procedure ("sin"), NULL, 0, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (vast_procedure_invoke (procedure ("add"), none, 2, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (vast_procedure_invoke (procedure ("add"), two, 2, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (vast_procedure_invoke (procedure ("matmul"), two, 2, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_SHAPE);
  g_clear_error (&error);

  g_autoptr (VastArray) text = vast_array_new_named ("S3", (const gint64[]) { 2 }, 1, &error);
  g_assert_no_error (error);
  g_assert_null (vast_sin (text, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_TYPE);
  g_assert_cmpstr (error->message, ==, "sin is not defined for elements of type S3");
  g_clear_error (&error);
  g_assert_null (vast_sum (text, NULL, 0, NULL, FALSE, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_TYPE);
  g_clear_error (&error);
}

static void
test_into (void)
{
  GError *error = NULL;
  g_autoptr (VastArray) m = matrix ();
  g_autoptr (VastArray) single = vast_array_new_named ("float32", (const gint64[]) { 2, 3 }, 2, &error);
  g_autoptr (VastArray) integers = vast_array_new_named ("int64", (const gint64[]) { 2, 3 }, 2, &error);
  g_autoptr (VastArray) small = vast_array_new_named ("float64", (const gint64[]) { 2, 2 }, 2, &error);
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (48), 48);
  g_autoptr (VastArray) fixed = vast_array_new_from_bytes ("float64", (const gint64[]) { 2, 3 }, 2, bytes, &error);
  g_assert_no_error (error);
  VastArray *const inputs[] = { m };
  VastArray *outputs[] = { single };
  VastProcedure *square = procedure ("square");

  g_assert_true (vast_procedure_invoke_into (square, inputs, 1, NULL, outputs, 1, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (vast_array_get_double (single, (const gint64[]) { 1, 2 }, 2, NULL), ==, 36);

  outputs[0] = integers;
  g_assert_false (vast_procedure_invoke_into (square, inputs, 1, NULL, outputs, 1, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_TYPE);
  g_clear_error (&error);
  outputs[0] = small;
  g_assert_false (vast_procedure_invoke_into (square, inputs, 1, NULL, outputs, 1, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_SHAPE);
  g_clear_error (&error);
  outputs[0] = fixed;
  g_assert_false (vast_procedure_invoke_into (square, inputs, 1, NULL, outputs, 1, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_false (vast_procedure_invoke_into (square, inputs, 1, NULL, NULL, 0, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);

  /* A result over its own input, in another order. */
  g_autoptr (VastArray) flipped = vast_array_flip (m, 1, &error);
  outputs[0] = m;
  g_assert_true (vast_procedure_invoke_into (procedure ("positive"), &flipped, 1, NULL, outputs, 1, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (vast_array_get_double (m, (const gint64[]) { 0, 0 }, 2, NULL), ==, 3);
  g_assert_cmpfloat (vast_array_get_double (m, (const gint64[]) { 0, 2 }, 2, NULL), ==, 1);
}

typedef struct {
  GMainLoop *loop;
  GAsyncResult *result;
} Waiting;

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;
  g_assert_true (VAST_IS_PROCEDURE (source));
  waiting->result = g_object_ref (result);
  g_main_loop_quit (waiting->loop);
}

static VastArray **
invoke_and_wait (VastProcedure *self, VastArray *const *inputs, gsize n, GVariant *options, GCancellable *cancellable,
                 gsize *n_outputs, GError **error)
{
  Waiting waiting = { g_main_loop_new (NULL, FALSE), NULL };
  vast_procedure_invoke_async (self, inputs, n, options, cancellable, on_done, &waiting);
  g_main_loop_run (waiting.loop);
  VastArray **outputs = vast_procedure_invoke_finish (self, waiting.result, n_outputs, error);
  g_object_unref (waiting.result);
  g_main_loop_unref (waiting.loop);
  return outputs;
}

static void
test_async (void)
{
  GError *error = NULL;
  gsize n_outputs = 0;
  g_autoptr (VastArray) m = matrix ();
  VastArray *const inputs[] = { m };
  GVariant *options = g_variant_new_parsed ("{'axis': <int64 1>}");
  VastArray **outputs = invoke_and_wait (procedure ("sum"), inputs, 1, options, NULL, &n_outputs, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_outputs, ==, 1);
  assert_doubles (outputs[0], (const gdouble[]) { 6, 15 }, 2);
  g_object_unref (outputs[0]);
  g_free (outputs);

  g_assert_null (invoke_and_wait (procedure ("sum"), inputs, 1, g_variant_new_parsed ("{'axis': <int64 7>}"), NULL,
                                  &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INDEX);
  g_clear_error (&error);
  g_assert_null (invoke_and_wait (procedure ("add"), inputs, 1, NULL, NULL, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);

  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  g_assert_null (invoke_and_wait (procedure ("sum"), inputs, 1, NULL, cancellable, &n_outputs, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  gsize n_outputs;
  VastArray **outputs = vast_procedure_invoke_finish (VAST_PROCEDURE (source), result, &n_outputs, &error);
  g_assert_no_error (error);
  assert_doubles (outputs[0], (const gdouble[]) { 21 }, 1);
  g_object_unref (outputs[0]);
  g_free (outputs);
  ++*(int *) data;
}

/* The caller need not keep its arrays, and many calls may be on their way. */
static void
test_async_keeps_inputs (void)
{
  int done = 0;
  for (int i = 0; i < 50; i++)
    {
      VastArray *m = matrix ();
      vast_procedure_invoke_async (procedure ("sum"), &m, 1, NULL, NULL, on_counted, &done);
      g_object_unref (m);
    }
  while (done < 50)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_in_parts (void)
{
  static const char *const cases[][2] = {
    { "sum", "@a{sv} {}" }, { "sum", "{'axis': <0>}" }, { "mean", "{'axis': <1>}" }, { "var", "{'correction': <1.0>}" },
    { "argmax", "@a{sv} {}" }, { "argmin", "{'axis': <1>, 'keepdims': <true>}" }, { "cumulative_sum", "{'axis': <1>}" },
    { "sort", "{'descending': <true>}" }, { "exp", "@a{sv} {}" }, { "matrix_transpose", "@a{sv} {}" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize n_parts = 1; n_parts <= 7; n_parts++)
      {
        GError *error = NULL;
        gsize n_outputs = 0;
        g_autoptr (VastArray) m = matrix ();
        VastArray *const inputs[] = { m };
        g_autoptr (GVariant) options = g_variant_ref_sink (g_variant_new_parsed (cases[i][1]));
        g_autoptr (VastArray) whole = invoke_one (cases[i][0], m, options, &error);
        g_assert_no_error (error);
        VastArray **outputs
          = vast_procedure_invoke_in_parts (procedure (cases[i][0]), inputs, 1, options, n_parts, &n_outputs, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (n_outputs, ==, 1);
        g_assert_true (vast_array_equal (whole, outputs[0]));
        g_object_unref (outputs[0]);
        g_free (outputs);
      }

  GError *error = NULL;
  gsize n_outputs = 0;
  g_autoptr (VastArray) m = matrix ();
  VastArray *const inputs[] = { m };
  g_assert_null (vast_procedure_invoke_in_parts (procedure ("sum"), inputs, 1, NULL, 0, &n_outputs, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/procedure/find", test_find);
  g_test_add_func ("/procedure/list", test_list);
  g_test_add_func ("/procedure/empty-object", test_empty_object);
  g_test_add_func ("/procedure/functions", test_functions);
  g_test_add_func ("/procedure/reductions", test_reductions);
  g_test_add_func ("/procedure/options", test_options);
  g_test_add_func ("/procedure/bad-options", test_bad_options);
  g_test_add_func ("/procedure/parameters", test_parameters);
  g_test_add_func ("/procedure/parse-parameter", test_parse_parameter);
  g_test_add_func ("/procedure/bad-calls", test_bad_calls);
  g_test_add_func ("/procedure/into", test_into);
  g_test_add_func ("/procedure/async", test_async);
  g_test_add_func ("/procedure/async-keeps-inputs", test_async_keeps_inputs);
  g_test_add_func ("/procedure/in-parts", test_in_parts);
  return g_test_run ();
}
