/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* NumPy's file format: whole arrays, some rows at a time, and files that are not what they seem. */

#include <glib/gstdio.h>

#include "test-util.h"

static char *folder;

static GFile *
file_named (const char *name)
{
  return g_file_new_build_filename (folder, name, NULL);
}

/* A file as NumPy writes it: the preamble of version 1, the dictionary padded with blanks to 64 bytes, the elements. */
static GBytes *
npy (const char *dictionary, const void *elements, gsize n_bytes)
{
  GByteArray *data = g_byte_array_new ();
  gsize length = strlen (dictionary) + 1;
  length += (64 - (10 + length) % 64) % 64;
  const guint8 preamble[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 };
  g_byte_array_append (data, preamble, sizeof preamble);
  g_byte_array_append (data, (const guint8 *) dictionary, strlen (dictionary));
  while (data->len < 10 + length - 1)
    g_byte_array_append (data, (const guint8 *) " ", 1);
  g_byte_array_append (data, (const guint8 *) "\n", 1);
  if (n_bytes > 0)
    g_byte_array_append (data, elements, n_bytes);
  return g_byte_array_free_to_bytes (data);
}

/* Reads the bytes as a stream and as a file; both must give the same. */
static VastArray *
load (GBytes *bytes, GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  GError *stream_error = NULL;
  g_autoptr (VastArray) streamed = vast_array_read_npy (stream, NULL, &stream_error);

  g_autoptr (GFile) file = file_named ("load.npy");
  GError *write_error = NULL;
  g_file_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, FALSE,
                           G_FILE_CREATE_NONE, NULL,
                           NULL, &write_error);
  g_assert_no_error (write_error);
  g_autoptr (VastArray) loaded = vast_array_load (file, NULL, error);

  g_assert_true (!streamed == !loaded);
  if (streamed)
    g_assert_true (vast_array_equal (streamed, loaded));
  else
    g_assert_error (stream_error, (*error)->domain, (*error)->code);
  g_clear_error (&stream_error);
  return g_steal_pointer (&loaded);
}

static void
test_round_trip (void)
{
  const char *types[] = { "bool",   "int8",   "int16",   "int32",   "int64",     "uint8",      "uint16",
                          "uint32", "uint64", "float32", "float64", "complex64", "complex128", "S7" };
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = types[i][0] == 'S' ? vast_array_new_named (types[i], SHAPE (3, 5), &error)
                                                       : counted (types[i], SHAPE (3, 5));
      g_autoptr (VastArray) turned = vast_array_transpose (array, NULL, 0, &error);
      g_autoptr (GFile) file = file_named ("round.npy");
      g_assert_true (vast_array_save (turned, file, NULL, &error));
      g_assert_no_error (error);
      g_autoptr (VastArray) loaded = vast_array_load (file, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (vast_array_equal (loaded, turned));
      /* It is mapped. */
      g_assert_false (vast_array_is_writable (loaded));
    }
}

static void
test_shapes (void)
{
  const struct {
    gint64 shape[4];
    gsize rank;
  } shapes[] = { { { 0 }, 0 }, { { 0 }, 1 }, { { 7 }, 1 }, { { 2, 0, 3 }, 3 }, { { 1, 2, 3, 4 }, 4 } };
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      GError *error = NULL;
      g_autoptr (VastArray) array = counted ("int16", shapes[i].shape, shapes[i].rank);
      g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
      g_assert_true (vast_array_write_npy (array, out, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_output_stream_close (out, NULL, &error));
      g_autoptr (GBytes) bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
      g_autoptr (VastArray) loaded = load (bytes, &error);
      g_assert_no_error (error);
      g_assert_true (vast_array_equal (array, loaded));
    }
}

static void
test_two_in_a_stream (void)
{
  /* Reading takes not a byte more than there is of the first. */
  GError *error = NULL;
  g_autoptr (VastArray) first = parsed ("[1, 2]"), second = parsed ("[[0.5]]");
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_assert_true (vast_array_write_npy (first, out, NULL, &error));
  g_assert_true (vast_array_write_npy (second, out, NULL, &error));
  g_assert_true (g_output_stream_close (out, NULL, &error));
  g_autoptr (GBytes) bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  g_autoptr (GInputStream) in = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (VastArray) one = vast_array_read_npy (in, NULL, &error);
  g_autoptr (VastArray) two = vast_array_read_npy (in, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_equal (one, first));
  g_assert_true (vast_array_equal (two, second));
}

static void
test_orders (void)
{
  GError *error = NULL;
  const guint8 big[] = { 0, 1, 0, 2, 0xff, 0xff, 0x12, 0x34 };
  g_autoptr (GBytes) swapped = npy ("{'descr': '>i2', 'fortran_order': False, 'shape': (2, 2), }", big, sizeof big);
  g_autoptr (VastArray) turned = load (swapped, &error);
  g_assert_no_error (error);
  assert_prints (turned, "[[   1    2]\n [  -1 4660]]");

  const gint32 columns[] = { 1, 4, 2, 5, 3, 6 };
  g_autoptr (GBytes) fortran = npy (G_BYTE_ORDER == G_LITTLE_ENDIAN
                                      ? "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }"
                                      : "{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }",
                                    columns, sizeof columns);
  g_autoptr (VastArray) matrix = load (fortran, &error);
  g_assert_no_error (error);
  assert_prints (matrix, "[[1 2 3]\n [4 5 6]]");
}

/* Dictionaries that other writers make, with three bytes behind them. */
static void
test_other_writers (void)
{
  const char *dictionaries[] = {
    "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }",
    "{\"descr\": \"|u1\", \"fortran_order\": False, \"shape\": (3,)}",
    "{'shape':(3L,),'fortran_order':False,'descr':'|u1'}",
    "{ 'fortran_order' : False , 'descr' : 'u1' , 'shape' : ( 3 , ) , }",
    "{'descr': '<u1', 'fortran_order': True, 'shape': (3,), }",
  };
  const guint8 elements[] = { 0, 128, 255 };
  for (guint i = 0; i < G_N_ELEMENTS (dictionaries); i++)
    {
      GError *error = NULL;
      g_autoptr (GBytes) bytes = npy (dictionaries[i], elements, sizeof elements);
      g_autoptr (VastArray) array = load (bytes, &error);
      g_assert_no_error (error);
      assert_type (array, "uint8");
      assert_prints (array, "[  0 128 255]");
    }
}

/* Dictionaries that promise what is not there, or what Vast has not. */
static const struct {
  const char *dictionary;
  VastError code;
} malformed[] = {
  { "", VAST_ERROR_FORMAT },
  { "{", VAST_ERROR_FORMAT },
  { "{}", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'shape': (6,)}", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False}", VAST_ERROR_FORMAT },
  { "{'fortran_order': False, 'shape': (6,)}", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': 0, 'shape': (2,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': 2, }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (1.5,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), 'x': 1, }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), } more", VAST_ERROR_FORMAT },
  { "{'descr': '<i4, 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }", VAST_ERROR_FORMAT }, /* one element too many */
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (1000000000000,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (9223372036854775807,), }", VAST_ERROR_SHAPE },
  { "{'descr': '<i4', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807), }",
    VAST_ERROR_SHAPE },
  { "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': '', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '<', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_FORMAT },
  { "{'descr': '|O8', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': '<f2', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': '<M8', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
  { "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,), }", VAST_ERROR_NOT_SUPPORTED },
};

static void
test_malformed (void)
{
  const gint32 elements[] = { 1, 2 };
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++)
    {
      GError *error = NULL;
      g_autoptr (GBytes) bytes = npy (malformed[i].dictionary, elements, sizeof elements);
      g_autoptr (VastArray) array = load (bytes, &error);
      if (array || !g_error_matches (error, VAST_ERROR, (gint) malformed[i].code))
        g_test_message ("%s: %s", malformed[i].dictionary, error ? error->message : "is read");
      assert_failed (!array, &error, malformed[i].code, "");
    }
}

static void
test_truncated (void)
{
  const gdouble elements[] = { 1, 2 };
  g_autoptr (GBytes) whole = npy ("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", elements,
                                  sizeof elements);
  for (gsize length = 0; length < g_bytes_get_size (whole); length++)
    {
      GError *error = NULL;
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (whole, 0, length);
      g_autoptr (VastArray) array = load (part, &error);
      assert_failed (!array, &error, VAST_ERROR_FORMAT, "");
    }
}

static void
test_bad_preambles (void)
{
  const struct {
    guint8 bytes[14];
    gsize length;
    VastError code;
  } preambles[] = {
    { { 'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0 }, 10, VAST_ERROR_FORMAT },
    { { 0x93, 'N', 'U', 'M', 'P', 'Y', 0, 0, 2, 0, '{', '}' }, 12, VAST_ERROR_NOT_SUPPORTED },
    { { 0x93, 'N', 'U', 'M', 'P', 'Y', 9, 0, 2, 0, '{', '}' }, 12, VAST_ERROR_NOT_SUPPORTED },
    { { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0xff, 0xff, '{' }, 11, VAST_ERROR_FORMAT },
    { { 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0xff, 0xff, 0xff, 0xff, '{' }, 13, VAST_ERROR_FORMAT },
    { { 0x93, 'N', 'U', 'M', 'P', 'Y', 3, 0, 1, 0, 0, 0, '\n' }, 13, VAST_ERROR_FORMAT },
  };
  for (guint i = 0; i < G_N_ELEMENTS (preambles); i++)
    {
      GError *error = NULL;
      g_autoptr (GBytes) bytes = g_bytes_new (preambles[i].bytes, preambles[i].length);
      g_autoptr (VastArray) array = load (bytes, &error);
      assert_failed (!array, &error, preambles[i].code, "");
    }
}

static void
test_errors_name_the_file (void)
{
  GError *error = NULL;
  g_autoptr (GFile) missing = file_named ("missing.npy");
  g_assert_null (vast_array_load (missing, NULL, &error));
  g_assert_nonnull (strstr (error->message, "missing.npy"));
  g_clear_error (&error);

  g_autoptr (GFile) nowhere = file_named ("nowhere/x.npy");
  g_autoptr (VastArray) array = parsed ("[1]");
  g_assert_false (vast_array_save (array, nowhere, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "x.npy"));
  g_clear_error (&error);

  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  g_assert_null (vast_array_load (directory, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
}

static void
test_replace_while_mapped (void)
{
  GError *error = NULL;
  g_autoptr (GFile) file = file_named ("replaced.npy");
  g_autoptr (VastArray) first = counted ("int64", SHAPE (1000)), second = parsed ("[7]");
  g_assert_true (vast_array_save (first, file, NULL, &error));
  g_autoptr (VastArray) mapped = vast_array_load (file, NULL, &error);
  g_assert_true (vast_array_save (second, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (vast_array_equal (mapped, first));
  g_autoptr (VastArray) again = vast_array_load (file, NULL, &error);
  g_assert_true (vast_array_equal (again, second));
}

static void
test_cancelled (void)
{
  GError *error = NULL;
  g_autoptr (GFile) file = file_named ("cancelled.npy");
  g_autoptr (VastArray) old = parsed ("[1, 2]"), new = parsed ("[3, 4]");
  g_assert_true (vast_array_save (old, file, NULL, &error));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  g_assert_false (vast_array_save (new, file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_autoptr (VastArray) kept = vast_array_load (file, NULL, &error);
  g_assert_true (vast_array_equal (kept, old));
}

static void
keep_result (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (!*result)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
test_async (void)
{
  GError *error = NULL;
  g_autoptr (GFile) file = file_named ("async.npy"), missing = file_named ("missing.npy");
  g_autoptr (VastArray) array = counted ("float32", SHAPE (3, 4));
  g_autoptr (GAsyncResult) saved = NULL, loaded = NULL, failed = NULL;
  vast_array_save_async (array, file, G_PRIORITY_DEFAULT, NULL, keep_result, &saved);
  g_assert_true (vast_array_save_finish (array, wait_for (&saved), &error));
  g_assert_no_error (error);
  vast_array_load_async (file, G_PRIORITY_DEFAULT, NULL, keep_result, &loaded);
  g_autoptr (VastArray) back = vast_array_load_finish (wait_for (&loaded), &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_equal (array, back));

  vast_array_load_async (missing, G_PRIORITY_DEFAULT, NULL, keep_result, &failed);
  g_assert_null (vast_array_load_finish (wait_for (&failed), &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
}

static void
test_rows (void)
{
  GError *error = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (VastNpyWriter) writer = vast_npy_writer_new (out, "int32", SHAPE (5, 2), NULL, &error);
  g_assert_no_error (error);
  g_autoptr (VastArray) all = counted ("int32", SHAPE (5, 2));
  const gint64 cuts[] = { 0, 2, 2, 5 };
  for (guint i = 0; i + 1 < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (VastArray) rows = vast_array_slice (all, 0, cuts[i], cuts[i + 1], 1, &error);
      g_assert_true (vast_npy_writer_write (writer, rows, NULL, &error));
      g_assert_no_error (error);
    }
  g_assert_true (vast_npy_writer_close (writer, NULL, &error));
  g_assert_true (g_output_stream_close (out, NULL, &error));
  g_autoptr (GBytes) bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  g_autoptr (VastArray) loaded = load (bytes, &error);
  g_assert_true (vast_array_equal (loaded, all));

  g_autoptr (GInputStream) in = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (VastNpyReader) reader = vast_npy_reader_new (in, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *type = vast_npy_reader_dup_scalar_name (reader);
  g_assert_cmpstr (type, ==, "int32");
  gsize rank = 0;
  const gint64 *shape = vast_npy_reader_get_shape (reader, &rank);
  const gint64 expected[] = { 5, 2 };
  g_assert_cmpmem (shape, rank * sizeof *shape, expected, sizeof expected);
  g_assert_false (vast_npy_reader_is_fortran (reader));

  const gint64 lengths[] = { 2, 2, 1 };
  gint64 position = 0;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (VastArray) rows = vast_npy_reader_read (reader, 2, NULL, &error);
      g_assert_no_error (error);
      g_autoptr (VastArray) wanted = vast_array_slice (all, 0, position, position + lengths[i], 1, &error);
      g_assert_true (vast_array_equal (rows, wanted));
      position += lengths[i];
    }
  g_assert_null (vast_npy_reader_read (reader, 2, NULL, &error));
  g_assert_no_error (error);
}

static void
test_bad_rows (void)
{
  GError *error = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (VastNpyWriter) writer = vast_npy_writer_new (out, "int32", SHAPE (2, 2), NULL, &error);
  g_autoptr (VastArray) floating = parsed ("[[1.0, 2.0]]"), wide = counted ("int32", SHAPE (1, 3)),
                        many = counted ("int32", SHAPE (3, 2));
  assert_failed (!vast_npy_writer_write (writer, floating, NULL, &error), &error, VAST_ERROR_TYPE, "float64");
  assert_failed (!vast_npy_writer_write (writer, wide, NULL, &error), &error, VAST_ERROR_SHAPE, "(1, 3)");
  assert_failed (!vast_npy_writer_write (writer, many, NULL, &error), &error, VAST_ERROR_SHAPE, "(3, 2)");
  assert_failed (!vast_npy_writer_close (writer, NULL, &error), &error, VAST_ERROR_SHAPE, "0 elements");
  assert_failed (!vast_npy_writer_new (out, "int", SHAPE (2), NULL, &error), &error, VAST_ERROR_TYPE, "int");
  assert_failed (!vast_npy_writer_new (out, "int8", SHAPE (-2), NULL, &error), &error, VAST_ERROR_SHAPE, "-2");
}

static void
remove_folder (void)
{
  GDir *files = g_dir_open (folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (files));)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_dir_close (files);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("vast-npy-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/npy/round-trip", test_round_trip);
  g_test_add_func ("/npy/shapes", test_shapes);
  g_test_add_func ("/npy/two-in-a-stream", test_two_in_a_stream);
  g_test_add_func ("/npy/orders", test_orders);
  g_test_add_func ("/npy/other-writers", test_other_writers);
  g_test_add_func ("/npy/malformed", test_malformed);
  g_test_add_func ("/npy/truncated", test_truncated);
  g_test_add_func ("/npy/bad-preambles", test_bad_preambles);
  g_test_add_func ("/npy/errors-name-the-file", test_errors_name_the_file);
  g_test_add_func ("/npy/replace-while-mapped", test_replace_while_mapped);
  g_test_add_func ("/npy/cancelled", test_cancelled);
  g_test_add_func ("/npy/async", test_async);
  g_test_add_func ("/npy/rows", test_rows);
  g_test_add_func ("/npy/bad-rows", test_bad_rows);
  int status = g_test_run ();
  remove_folder ();
  return status;
}
