/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>

static void
test_from_variant (void)
{
  static const struct {
    const char *variant;
    const char *text;
  } rows[] = {
    { "true", "true" },
    { "byte 0xff", "255" },
    { "int16 -5", "-5" },
    { "uint16 65535", "65535" },
    { "-7", "-7" },
    { "uint32 4294967295", "4294967295" },
    { "int64 -9223372036854775808", "-9223372036854775808" },
    { "uint64 18446744073709551615", "18446744073709551615" },
    { "handle 3", "3" },
    { "1.5", "1.5" },
    { "'é'", "\"é\"" },
    { "objectpath '/a'", "\"/a\"" },
    { "signature 'as'", "\"as\"" },
    { "b'ab'", "<binary, 3 bytes: 616200>" },
    { "@ay []", "<binary, 0 bytes>" },
    { "<<5>>", "5" },
    { "@mi nothing", "null" },
    { "@mi 5", "5" },
    { "[1, 2]", "[1, 2]" },
    { "@ai []", "[]" },
    { "(1, 'a', [true])", "[1, \"a\", [true]]" },
    { "@(ii) (1, 2)", "[1, 2]" },
    { "{'a': <1>, 'b': <[2.5]>}", "{\"a\": 1, \"b\": [2.5]}" },
    { "{1: 'x'}", "{1: \"x\"}" },
    { "@a{sv} {}", "{}" },
    { "{'k', 5}", "{\"k\": 5}" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) variant = g_variant_parse (NULL, rows[i].variant, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_value_text (message_pack_value_new_from_variant (variant, &error), rows[i].text);
      g_assert_no_error (error);
    }
}

static void
test_to_variant (void)
{
  static const struct {
    const char *hex;
    const char *variant;
  } rows[] = {
    { "c0", "@mv nothing" },
    { "c3", "true" },
    { "ff", "int64 -1" },
    { "cfffffffffffffffff", "uint64 18446744073709551615" },
    { "ca3fc00000", "1.5" },
    { "a161", "'a'" },
    { "c4026100", "b'a'" },
    { "c40101", "[byte 0x01]" },
    { "90", "@av []" },
    { "92 01 a161", "[<int64 1>, <'a'>]" },
    { "80", "@a{sv} {}" },
    { "81 a161 90", "{'a': <@av []>}" },
    { "81 01 c2", "[(<int64 1>, <false>)]" },
    { "d40507", "(int16 5, [byte 0x07])" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (MessagePackValue) value = unpack_hex (rows[i].hex);
      g_autoptr (GVariant) variant = message_pack_value_to_variant (value, &error);
      g_autofree char *text = NULL;
      g_assert_no_error (error);
      g_assert_false (g_variant_is_floating (variant));
      text = g_variant_print (variant, TRUE);
      g_assert_cmpstr (text, ==, rows[i].variant);
    }
}

static void
test_variant_failures (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) text = unpack_hex ("91 a1ff");
  g_autoptr (MessagePackValue) deep = message_pack_value_new_nil ();
  GVariant *variant = g_variant_new_boolean (TRUE);
  g_assert_null (message_pack_value_to_variant (text, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ENCODING);
  g_clear_error (&error);
  for (int i = 0; i < 61; i++)
    {
      MessagePackValue *outer = message_pack_value_new_array (&deep, 1);
      message_pack_value_unref (deep);
      deep = outer;
      variant = g_variant_new_variant (variant);
    }
  g_assert_null (message_pack_value_to_variant (deep, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (message_pack_value_new_from_variant (variant, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
}

#define ROUND_TRIP(type, setter, getter, number)                                                                       \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_auto (GValue) in = G_VALUE_INIT;                                                                                 \
    g_auto (GValue) out = G_VALUE_INIT;                                                                                \
    g_autoptr (GError) failure = NULL;                                                                                 \
    g_autoptr (MessagePackValue) value = NULL;                                                                         \
    g_value_init (&in, type);                                                                                          \
    g_value_init (&out, type);                                                                                         \
    setter (&in, number);                                                                                              \
    value = message_pack_value_new_from_gvalue (&in, NULL, &failure);                                                  \
    g_assert_no_error (failure);                                                                                       \
    message_pack_value_to_gvalue (value, &out, NULL, &failure);                                                        \
    g_assert_no_error (failure);                                                                                       \
    g_assert_true (getter (&out) == number);                                                                           \
  }                                                                                                                    \
  G_STMT_END

static void
test_gvalue_numbers (void)
{
  ROUND_TRIP (G_TYPE_BOOLEAN, g_value_set_boolean, g_value_get_boolean, TRUE);
  ROUND_TRIP (G_TYPE_CHAR, g_value_set_schar, g_value_get_schar, G_MININT8);
  ROUND_TRIP (G_TYPE_UCHAR, g_value_set_uchar, g_value_get_uchar, G_MAXUINT8);
  ROUND_TRIP (G_TYPE_INT, g_value_set_int, g_value_get_int, G_MININT);
  ROUND_TRIP (G_TYPE_UINT, g_value_set_uint, g_value_get_uint, G_MAXUINT);
  ROUND_TRIP (G_TYPE_LONG, g_value_set_long, g_value_get_long, G_MINLONG);
  ROUND_TRIP (G_TYPE_ULONG, g_value_set_ulong, g_value_get_ulong, G_MAXULONG);
  ROUND_TRIP (G_TYPE_INT64, g_value_set_int64, g_value_get_int64, G_MININT64);
  ROUND_TRIP (G_TYPE_UINT64, g_value_set_uint64, g_value_get_uint64, G_MAXUINT64);
  ROUND_TRIP (G_TYPE_FLOAT, g_value_set_float, g_value_get_float, 0.1f);
  ROUND_TRIP (G_TYPE_DOUBLE, g_value_set_double, g_value_get_double, 0.1);
  ROUND_TRIP (G_TYPE_SOCKET_FAMILY, g_value_set_enum, g_value_get_enum, G_SOCKET_FAMILY_IPV6);
  ROUND_TRIP (G_TYPE_APPLICATION_FLAGS, g_value_set_flags, g_value_get_flags, G_APPLICATION_IS_SERVICE);
}

static void
test_gvalue_range (void)
{
  static const struct {
    const char *hex;
    GType (*get_type) (void);
    GType type;
    int code;
  } rows[] = {
    { "cc80", NULL, G_TYPE_CHAR, MESSAGE_PACK_ERROR_RANGE },
    { "cd0100", NULL, G_TYPE_UCHAR, MESSAGE_PACK_ERROR_RANGE },
    { "ce80000000", NULL, G_TYPE_INT, MESSAGE_PACK_ERROR_RANGE },
    { "ff", NULL, G_TYPE_UINT, MESSAGE_PACK_ERROR_RANGE },
    { "cfffffffffffffffff", NULL, G_TYPE_INT64, MESSAGE_PACK_ERROR_RANGE },
    { "cd03e7", g_socket_family_get_type, 0, MESSAGE_PACK_ERROR_RANGE },
    { "d2bfffffff", g_application_flags_get_type, 0, MESSAGE_PACK_ERROR_RANGE },
    { "01", NULL, G_TYPE_BOOLEAN, MESSAGE_PACK_ERROR_TYPE },
    { "a131", NULL, G_TYPE_INT, MESSAGE_PACK_ERROR_TYPE },
    { "01", NULL, G_TYPE_STRING, MESSAGE_PACK_ERROR_TYPE },
    { "a1ff", NULL, G_TYPE_STRING, MESSAGE_PACK_ERROR_ENCODING },
    { "01", g_strv_get_type, 0, MESSAGE_PACK_ERROR_TYPE },
    { "9101", g_strv_get_type, 0, MESSAGE_PACK_ERROR_TYPE },
    { "a131", g_bytes_get_type, 0, MESSAGE_PACK_ERROR_TYPE },
    { "c70cff000000007fffffffffffffff", g_date_time_get_type, 0, MESSAGE_PACK_ERROR_RANGE },
    { "01", g_hash_table_get_type, 0, MESSAGE_PACK_ERROR_TYPE },
    { "01", NULL, G_TYPE_POINTER, MESSAGE_PACK_ERROR_TYPE },
    { "01", NULL, G_TYPE_OBJECT, MESSAGE_PACK_ERROR_TYPE },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GValue) out = G_VALUE_INIT;
      g_autoptr (GError) error = NULL;
      g_autoptr (MessagePackValue) value = unpack_hex (rows[i].hex);
      g_value_init (&out, rows[i].get_type != NULL ? rows[i].get_type () : rows[i].type);
      g_assert_false (message_pack_value_to_gvalue (value, &out, NULL, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, rows[i].code);
    }
}

static void
test_gvalue_natural (void)
{
  static const struct {
    const char *hex;
    const char *type;
  } rows[] = {
    { "c0", "gpointer" },
    { "c2", "gboolean" },
    { "05", "gint64" },
    { "cfffffffffffffffff", "guint64" },
    { "ca3fc00000", "gfloat" },
    { "cb3ff8000000000000", "gdouble" },
    { "a161", "gchararray" },
    { "c40101", "GBytes" },
    { "9101", "MessagePackValue" },
    { "80", "MessagePackValue" },
    { "d40501", "MessagePackValue" },
    { "a1ff", "MessagePackValue" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GValue) out = G_VALUE_INIT;
      g_autoptr (GError) error = NULL;
      g_autoptr (MessagePackValue) value = unpack_hex (rows[i].hex);
      g_autoptr (MessagePackValue) again = NULL;
      message_pack_value_to_gvalue (value, &out, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (G_VALUE_TYPE_NAME (&out), ==, rows[i].type);
      again = message_pack_value_new_from_gvalue (&out, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (message_pack_value_equal (value, again));
    }
}

static GBytes *
pack_file (const GValue *value, gpointer data, GError **error)
{
  g_autofree char *uri = g_file_get_uri (g_value_get_object (value));
  if (data != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "not now");
      return NULL;
    }
  return g_bytes_new (uri, strlen (uri));
}

static gboolean
unpack_file (GBytes *data, GValue *value, gpointer user_data, GError **error)
{
  gsize size;
  const char *text = g_bytes_get_data (data, &size);
  g_autofree char *uri = g_strndup (text != NULL ? text : "", size);
  if (size == 0)
    return FALSE;
  g_value_take_object (value, g_file_new_for_uri (uri));
  return TRUE;
}

static void
count_free (gpointer data)
{
  (*(int *) data)++;
}

static void
test_extensions (void)
{
  g_autoptr (MessagePackExtensions) extensions = message_pack_extensions_new ();
  g_autoptr (GFile) file = g_file_new_for_uri ("file:///tmp/x");
  g_autoptr (MessagePackValue) packed = NULL;
  g_autoptr (MessagePackValue) empty = unpack_hex ("c70007");
  g_autoptr (GError) error = NULL;
  g_auto (GValue) in = G_VALUE_INIT;
  g_auto (GValue) out = G_VALUE_INIT;
  g_auto (GValue) failed = G_VALUE_INIT;
  int freed = 0;

  g_assert_false (
    message_pack_extensions_add (extensions, -1, G_TYPE_FILE, pack_file, NULL, NULL, unpack_file, NULL, NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_true (message_pack_extensions_add (extensions, 7, G_TYPE_FILE, pack_file, NULL, NULL, unpack_file, &freed,
                                              count_free, &error));
  g_assert_no_error (error);
  g_assert_true (message_pack_extensions_get_gtype (extensions, 7) == G_TYPE_FILE);
  g_assert_true (message_pack_extensions_get_gtype (extensions, 8) == G_TYPE_INVALID);

  g_value_init (&in, G_OBJECT_TYPE (file)); /* a type that derives from the registered one */
  g_value_set_object (&in, file);
  packed = message_pack_value_new_from_gvalue (&in, extensions, &error);
  g_assert_no_error (error);
  g_assert_true (message_pack_value_to_gvalue (packed, &out, extensions, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_equal (g_value_get_object (&out), file));

  /* failures of functions are reported, also if they forget to say what failed */
  g_assert_false (message_pack_value_to_gvalue (empty, &failed, extensions, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_true (
    message_pack_extensions_add (extensions, 7, G_TYPE_FILE, pack_file, &freed, NULL, unpack_file, NULL, NULL, &error));
  g_assert_cmpint (freed, ==, 1);
  g_assert_null (message_pack_value_new_from_gvalue (&in, extensions, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_true (message_pack_extensions_remove (extensions, 7));
  g_assert_false (message_pack_extensions_remove (extensions, 7));
}

static GBytes *
pack_limits (const GValue *value, gpointer data, GError **error)
{
  return g_bytes_new (g_value_get_boxed (value), sizeof (MessagePackLimits));
}

static gboolean
unpack_limits (GBytes *data, GValue *value, gpointer user_data, GError **error)
{
  if (g_bytes_get_size (data) != sizeof (MessagePackLimits))
    return FALSE;
  g_value_set_boxed (value, g_bytes_get_data (data, NULL));
  return TRUE;
}

static void
test_objects (void)
{
  g_autoptr (MessagePackValue) map = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) again = NULL;
  static const struct {
    const char *hex;
    int code;
  } bad[] = {
    { "81a56e6f6f6e6501", MESSAGE_PACK_ERROR_TYPE },       /* no such property */
    { "81a774696d656f7574a178", MESSAGE_PACK_ERROR_TYPE }, /* timeout: "x" */
    { "81a774696d656f7574ff", MESSAGE_PACK_ERROR_RANGE },  /* timeout: -1 */
    { "810101", MESSAGE_PACK_ERROR_TYPE },
    { "90", MESSAGE_PACK_ERROR_TYPE },
  };
  map = unpack_hex ("82 a774696d656f7574 07 a3746c73 c2");
  again = message_pack_value_to_object (map, G_TYPE_SOCKET_CLIENT, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_socket_client_get_timeout (G_SOCKET_CLIENT (again)), ==, 7);
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (MessagePackValue) value = unpack_hex (bad[i].hex);
      g_assert_null (message_pack_value_to_object (value, G_TYPE_SOCKET_CLIENT, NULL, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, bad[i].code);
      g_clear_error (&error);
    }

  /* a whole object, there and back */
  g_autoptr (MessagePackRpcClient) rpc = message_pack_rpc_client_new ();
  g_autoptr (MessagePackValue) packed = NULL;
  g_autoptr (GObject) third = NULL;
  message_pack_rpc_client_set_timeout (rpc, 5000);
  /* one property is of a type that is not known */
  g_assert_null (message_pack_value_new_from_object (G_OBJECT (rpc), NULL, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TYPE);
  g_assert_nonnull (strstr (error->message, "MessagePackRpcClient.limits"));
  g_clear_error (&error);
  g_autoptr (MessagePackExtensions) extensions = message_pack_extensions_new ();
  message_pack_extensions_add (extensions, 1, MESSAGE_PACK_TYPE_LIMITS, pack_limits, NULL, NULL, unpack_limits, NULL,
                               NULL, &error);
  packed = message_pack_value_new_from_object (G_OBJECT (rpc), extensions, &error);
  g_assert_no_error (error);
  third = message_pack_value_to_object (packed, MESSAGE_PACK_TYPE_RPC_CLIENT, extensions, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (message_pack_rpc_client_get_timeout (MESSAGE_PACK_RPC_CLIENT (third)), ==, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/convert/from-variant", test_from_variant);
  g_test_add_func ("/convert/to-variant", test_to_variant);
  g_test_add_func ("/convert/variant-failures", test_variant_failures);
  g_test_add_func ("/convert/gvalue/numbers", test_gvalue_numbers);
  g_test_add_func ("/convert/gvalue/range", test_gvalue_range);
  g_test_add_func ("/convert/gvalue/natural", test_gvalue_natural);
  g_test_add_func ("/convert/extensions", test_extensions);
  g_test_add_func ("/convert/objects", test_objects);
  return g_test_run ();
}
