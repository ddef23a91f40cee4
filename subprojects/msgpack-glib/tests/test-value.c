/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

static void
test_domain (void)
{
  g_assert_cmpstr (g_quark_to_string (MESSAGE_PACK_ERROR), ==, "message-pack-error-quark");
}

static void
test_integers (void)
{
  g_autoptr (MessagePackValue) small = message_pack_value_new_uint64 (5);
  g_autoptr (MessagePackValue) large = message_pack_value_new_uint64 (G_MAXUINT64);
  g_autoptr (MessagePackValue) negative = message_pack_value_new_int64 (-1000);
  g_autoptr (MessagePackValue) text = message_pack_value_new_string ("5");
  g_autoptr (GError) error = NULL;
  g_assert_cmpint (message_pack_value_get_kind (small), ==, MESSAGE_PACK_KIND_INTEGER);
  g_assert_cmpint (message_pack_value_get_kind (large), ==, MESSAGE_PACK_KIND_UNSIGNED);
  g_assert_cmpuint (message_pack_value_get_uint64 (small, &error), ==, 5);
  g_assert_cmpuint (message_pack_value_get_uint64 (large, &error), ==, G_MAXUINT64);
  g_assert_cmpint (message_pack_value_get_int64 (negative, &error), ==, -1000);
  g_assert_cmpfloat (message_pack_value_get_double (negative, &error), ==, -1000.0);
  g_assert_cmpfloat (message_pack_value_get_double (large, &error), ==, 18446744073709551616.0);
  g_assert_no_error (error);
  message_pack_value_get_int64 (large, &error);
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE);
  g_clear_error (&error);
  message_pack_value_get_uint64 (negative, &error);
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE);
  g_clear_error (&error);
  message_pack_value_get_int64 (text, &error);
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
  g_clear_error (&error);
  message_pack_value_get_double (text, &error);
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
  g_assert_cmpstr (error->message, ==, "a number was expected, but the value is a string");
}

static void
test_texts (void)
{
  static const char *const bad[] = { "a2fffe", "a3610062", "a1c3" };
  g_autoptr (MessagePackValue) good = message_pack_value_new_string ("é");
  g_autoptr (GBytes) bytes = message_pack_value_dup_bytes (good, NULL);
  g_assert_cmpstr (message_pack_value_get_string (good, NULL), ==, "é");
  g_assert_cmpuint (message_pack_value_get_length (good), ==, 2);
  g_assert_true (g_bytes_get_data (bytes, NULL) == (gconstpointer) message_pack_value_get_string (good, NULL));
  /* the bytes outlive the value */
  g_clear_pointer (&good, message_pack_value_unref);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "é", 2);

  /* what is not UTF-8 is kept as it is, and goes out as it came in */
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (MessagePackValue) value = unpack_hex (bad[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) packed = message_pack_value_pack (value, NULL);
      g_autoptr (GBytes) raw = message_pack_value_dup_bytes (value, NULL);
      g_autofree char *hex = hex_from_bytes (packed);
      g_assert_cmpint (message_pack_value_get_kind (value), ==, MESSAGE_PACK_KIND_STRING);
      g_assert_null (message_pack_value_get_string (value, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ENCODING);
      g_assert_cmpstr (hex, ==, bad[i]);
      g_assert_nonnull (raw);
    }
}

static void
test_containers (void)
{
  g_autoptr (MessagePackValue) array = unpack_hex ("93 01 c0 a161");
  g_autoptr (MessagePackValue) map = unpack_hex ("83 a161 01 02 03 a161 04");
  g_autoptr (MessagePackValue) strings = message_pack_value_new_strv ((const char *[]) { "x", "y", NULL });
  g_assert_cmpuint (message_pack_value_get_length (array), ==, 3);
  g_assert_true (message_pack_value_is_nil (message_pack_value_get_element (array, 1)));
  g_assert_null (message_pack_value_get_element (array, 3));
  g_assert_null (message_pack_value_get_key (array, 0));
  g_assert_null (message_pack_value_lookup (array, "a"));
  g_assert_cmpuint (message_pack_value_get_length (map), ==, 3);
  g_assert_cmpint (message_pack_value_get_int64 (message_pack_value_get_key (map, 1), NULL), ==, 2);
  g_assert_cmpint (message_pack_value_get_int64 (message_pack_value_get_member_value (map, 1), NULL), ==, 3);
  g_assert_cmpint (message_pack_value_get_int64 (message_pack_value_lookup (map, "a"), NULL), ==, 1);
  g_assert_null (message_pack_value_lookup (map, "b"));
  g_assert_null (message_pack_value_get_element (map, 0));
  g_assert_null (message_pack_value_get_member_value (map, 3));
  assert_value_text (g_steal_pointer (&strings), "[\"x\", \"y\"]");
}

static void
test_bytes (void)
{
  g_autoptr (GBytes) bytes = bytes_from_hex ("010203");
  g_autoptr (MessagePackValue) binary = message_pack_value_new_bytes (bytes);
  g_autoptr (MessagePackValue) extension = message_pack_value_new_extension (7, bytes);
  g_autoptr (GError) error = NULL;
  gint8 code = 0;
  g_assert_true (message_pack_value_get_bytes (binary, &error) == bytes);
  g_assert_true (message_pack_value_get_extension (extension, &code, &error) == bytes);
  g_assert_cmpint (code, ==, 7);
  g_assert_no_error (error);
  g_assert_null (message_pack_value_get_bytes (extension, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
  g_clear_error (&error);
  g_assert_null (message_pack_value_get_extension (binary, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
}

static void
test_timestamps (void)
{
  static const struct {
    gint64 seconds;
    guint32 nanoseconds;
    gsize size;
  } rows[] = {
    { 0, 0, 4 },
    { G_MAXUINT32, 0, 4 },
    { (gint64) G_MAXUINT32 + 1, 0, 8 },
    { 0, 1, 8 },
    { (G_GINT64_CONSTANT (1) << 34) - 1, 999999999, 8 },
    { G_GINT64_CONSTANT (1) << 34, 0, 12 },
    { -1, 999999999, 12 },
    { G_MININT64, 0, 12 },
    { G_MAXINT64, 5, 12 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (MessagePackValue) value = message_pack_value_new_timestamp (rows[i].seconds, rows[i].nanoseconds);
      g_autoptr (GError) error = NULL;
      gint64 seconds;
      guint32 nanoseconds;
      g_assert_cmpuint (message_pack_value_get_length (value), ==, rows[i].size);
      g_assert_true (message_pack_value_get_timestamp (value, &seconds, &nanoseconds, &error));
      g_assert_no_error (error);
      g_assert_cmpint (seconds, ==, rows[i].seconds);
      g_assert_cmpuint (nanoseconds, ==, rows[i].nanoseconds);
    }

  static const struct {
    const char *hex;
    int code;
  } bad[] = {
    { "d4ff00", MESSAGE_PACK_ERROR_MALFORMED },
    { "d7ffffffffff00000000", MESSAGE_PACK_ERROR_MALFORMED },
    { "c70cff3b9aca000000000000000000", MESSAGE_PACK_ERROR_MALFORMED },
    { "d60500000000", MESSAGE_PACK_ERROR_TYPE },
    { "05", MESSAGE_PACK_ERROR_TYPE },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (MessagePackValue) value = unpack_hex (bad[i].hex);
      g_autoptr (GError) error = NULL;
      g_assert_false (message_pack_value_get_timestamp (value, NULL, NULL, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, bad[i].code);
    }
}

static void
test_equal (void)
{
  static const char *const rows[] = { "c0",
                                      "c2",
                                      "c3",
                                      "00",
                                      "01",
                                      "ca3f800000",
                                      "cb3ff0000000000000",
                                      "a0",
                                      "a131",
                                      "a132",
                                      "c400",
                                      "c40131",
                                      "90",
                                      "9101",
                                      "920101",
                                      "80",
                                      "810101",
                                      "810102",
                                      "d40531",
                                      "d40631",
                                      "d40532",
                                      "919101",
                                      "cf8000000000000000" };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
      {
        g_autoptr (MessagePackValue) a = unpack_hex (rows[i]);
        g_autoptr (MessagePackValue) b = unpack_hex (rows[k]);
        g_assert_true (message_pack_value_equal (a, b) == (i == k));
      }
}

static gpointer
ref_and_unref (gpointer data)
{
  for (int i = 0; i < 100000; i++)
    message_pack_value_unref (message_pack_value_ref (data));
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (MessagePackValue) value = unpack_hex ("93 a161 c0 9105");
  GThread *threads[4];
  for (int i = 0; i < 4; i++)
    threads[i] = g_thread_new ("ref", ref_and_unref, value);
  for (int i = 0; i < 4; i++)
    g_thread_join (threads[i]);
  assert_value_text (message_pack_value_ref (value), "[\"a\", null, [5]]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value/domain", test_domain);
  g_test_add_func ("/value/integers", test_integers);
  g_test_add_func ("/value/texts", test_texts);
  g_test_add_func ("/value/containers", test_containers);
  g_test_add_func ("/value/bytes", test_bytes);
  g_test_add_func ("/value/timestamps", test_timestamps);
  g_test_add_func ("/value/equal", test_equal);
  g_test_add_func ("/value/threads", test_threads);
  return g_test_run ();
}
