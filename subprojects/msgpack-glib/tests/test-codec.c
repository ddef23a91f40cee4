/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *name;
  const char *hex;
  const char *text;
  const char *packed; /* NULL if packing gives the same bytes */
} Case;

/* every form of the MessagePack specification, at its edges */
static const Case cases[] = {
  { "nil", "c0", "null", NULL },
  { "false", "c2", "false", NULL },
  { "true", "c3", "true", NULL },
  { "fixint/0", "00", "0", NULL },
  { "fixint/127", "7f", "127", NULL },
  { "fixint/-1", "ff", "-1", NULL },
  { "fixint/-32", "e0", "-32", NULL },
  { "uint8/128", "cc80", "128", NULL },
  { "uint8/255", "ccff", "255", NULL },
  { "uint8/long", "cc05", "5", "05" },
  { "uint16/256", "cd0100", "256", NULL },
  { "uint16/65535", "cdffff", "65535", NULL },
  { "uint16/long", "cd00ff", "255", "ccff" },
  { "uint32/65536", "ce00010000", "65536", NULL },
  { "uint32/max", "ceffffffff", "4294967295", NULL },
  { "uint32/long", "ce0000ffff", "65535", "cdffff" },
  { "uint64/2^32", "cf0000000100000000", "4294967296", NULL },
  { "uint64/int64-max", "cf7fffffffffffffff", "9223372036854775807", NULL },
  { "uint64/2^63", "cf8000000000000000", "9223372036854775808", NULL },
  { "uint64/max", "cfffffffffffffffff", "18446744073709551615", NULL },
  { "int8/-33", "d0df", "-33", NULL },
  { "int8/-128", "d080", "-128", NULL },
  { "int8/long", "d07f", "127", "7f" },
  { "int16/-129", "d1ff7f", "-129", NULL },
  { "int16/-32768", "d18000", "-32768", NULL },
  { "int16/positive", "d10080", "128", "cc80" },
  { "int32/-32769", "d2ffff7fff", "-32769", NULL },
  { "int32/min", "d280000000", "-2147483648", NULL },
  { "int64/below-int32", "d3ffffffff7fffffff", "-2147483649", NULL },
  { "int64/min", "d38000000000000000", "-9223372036854775808", NULL },
  { "int64/long", "d3ffffffffffffffff", "-1", "ff" },
  { "float32/1.5", "ca3fc00000", "1.5", NULL },
  { "float32/1", "ca3f800000", "1.0", NULL },
  { "float32/inf", "ca7f800000", "inf", NULL },
  { "float64/0.1", "cb3fb999999999999a", "0.1", NULL },
  { "float64/-0", "cb8000000000000000", "-0.0", NULL },
  { "float64/nan", "cb7ff8000000000000", "nan", NULL },
  { "float64/max", "cb7fefffffffffffff", "1.7976931348623157e+308", NULL },
  { "fixstr/empty", "a0", "\"\"", NULL },
  { "fixstr/abc", "a3616263", "\"abc\"", NULL },
  { "fixstr/utf8", "a2c3a9", "\"é\"", NULL },
  { "fixstr/escapes", "a3220a5c", "\"\\\"\\n\\\\\"", NULL },
  { "str8/short", "d903616263", "\"abc\"", "a3616263" },
  { "str16/short", "da0003616263", "\"abc\"", "a3616263" },
  { "str32/short", "db00000003616263", "\"abc\"", "a3616263" },
  { "bin8/empty", "c400", "<binary, 0 bytes>", NULL },
  { "bin8", "c403010203", "<binary, 3 bytes: 010203>", NULL },
  { "bin16/short", "c50003010203", "<binary, 3 bytes: 010203>", "c403010203" },
  { "bin32/short", "c600000003010203", "<binary, 3 bytes: 010203>", "c403010203" },
  { "fixarray/empty", "90", "[]", NULL },
  { "fixarray", "93010203", "[1, 2, 3]", NULL },
  { "array16/short", "dc000101", "[1]", "9101" },
  { "array32/short", "dd0000000101", "[1]", "9101" },
  { "fixmap/empty", "80", "{}", NULL },
  { "fixmap", "82a16101a16202", "{\"a\": 1, \"b\": 2}", NULL },
  { "map16/short", "de0001a16101", "{\"a\": 1}", "81a16101" },
  { "map32/short", "df00000001a16101", "{\"a\": 1}", "81a16101" },
  { "map/any-keys", "83c0c0019101920203c3", "{null: null, 1: [1], [2, 3]: true}", NULL },
  { "fixext1", "d40510", "<extension 5, 1 bytes: 10>", NULL },
  { "fixext2", "d5050102", "<extension 5, 2 bytes: 0102>", NULL },
  { "fixext4", "d60501020304", "<extension 5, 4 bytes: 01020304>", NULL },
  { "fixext8", "d7050102030405060708", "<extension 5, 8 bytes: 0102030405060708>", NULL },
  { "fixext16", "d8050102030405060708090a0b0c0d0e0f10", "<extension 5, 16 bytes: 0102030405060708090a0b0c0d0e0f10>",
    NULL },
  { "ext8/empty", "c70005", "<extension 5, 0 bytes>", NULL },
  { "ext8/3", "c70380010203", "<extension -128, 3 bytes: 010203>", NULL },
  { "ext16/short", "c8000305010203", "<extension 5, 3 bytes: 010203>", "c70305010203" },
  { "ext32/short", "c90000000305010203", "<extension 5, 3 bytes: 010203>", "c70305010203" },
  { "ext8/one-byte", "c7010510", "<extension 5, 1 bytes: 10>", "d40510" },
  { "timestamp32", "d6ff5a4af6a5", "<timestamp 1514862245.000000000>", NULL },
  { "timestamp64", "d7ffa1dcd7c85a4af6a5", "<timestamp 1514862245.678901234>", NULL },
  { "timestamp96", "c70cff00000001ffffffffffffffff", "<timestamp -1.000000001>", NULL },
  { "timestamp/not-one", "d4ff00", "<extension -1, 1 bytes: 00>", NULL },
  { "bin-ext-empty", "95c400c700018090a0", "[<binary, 0 bytes>, <extension 1, 0 bytes>, {}, [], \"\"]", NULL },
  { "nested", "9281a1619201c0a178", "[{\"a\": [1, null]}, \"x\"]", NULL },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) value = unpack_hex (c->hex);
  g_autoptr (MessagePackValue) again = NULL;
  g_autofree char *text = message_pack_value_to_string (value);
  g_autoptr (GBytes) packed = message_pack_value_pack (value, &error);
  g_autofree char *hex = NULL;
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, c->text);
  hex = hex_from_bytes (packed);
  g_assert_cmpstr (hex, ==, c->packed != NULL ? c->packed : c->hex);
  again = unpack_hex (hex);
  g_assert_true (message_pack_value_equal (value, again));
}

/* one byte at a time, and cut short at every byte */
static void
test_pieces (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GBytes) whole = bytes_from_hex (c->hex);
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  gsize size = g_bytes_get_size (whole);
  for (gsize i = 0; i < size; i++)
    {
      g_autoptr (GBytes) byte = g_bytes_new_from_bytes (whole, i, 1);
      g_autoptr (GBytes) head = g_bytes_new_from_bytes (whole, 0, i);
      g_autoptr (MessagePackValue) value = NULL;
      g_autoptr (MessagePackValue) none = NULL;
      g_autoptr (GError) error = NULL;
      none = message_pack_value_unpack (head, &error);
      g_assert_null (none);
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TRUNCATED);
      g_clear_error (&error);
      message_pack_unpacker_feed (unpacker, byte);
      message_pack_unpacker_next (unpacker, &value, &error);
      g_assert_no_error (error);
      g_assert_true ((value != NULL) == (i + 1 == size));
      g_assert_true (message_pack_unpacker_finish (unpacker, NULL) == (i + 1 == size));
      if (value != NULL)
        assert_value_text (g_steal_pointer (&value), c->text);
    }
}

/* lengths at which the shortest form changes */
static void
test_long (void)
{
  static const struct {
    gsize length;
    const char *text_header, *bytes_header, *extension_header, *array_header;
  } rows[] = {
    { 31, "bf", "c41f", "c71f05", "dc001f" },
    { 32, "d920", "c420", "c72005", "dc0020" },
    { 255, "d9ff", "c4ff", "c7ff05", "dc00ff" },
    { 256, "da0100", "c50100", "c8010005", "dc0100" },
    { 65535, "daffff", "c5ffff", "c8ffff05", "dcffff" },
    { 65536, "db00010000", "c600010000", "c90001000005", "dd00010000" },
    { 1 << 20, "db00100000", "c600100000", "c90010000005", "dd00100000" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gsize n = rows[i].length;
      g_autofree char *x = g_strnfill (n, 'x');
      g_autoptr (GBytes) bytes = repeated_byte ('x', n);
      g_autofree MessagePackValue **items = g_new (MessagePackValue *, n);
      MessagePackValue *values[4];
      const char *headers[4] = { rows[i].text_header, rows[i].bytes_header, rows[i].extension_header,
                                 rows[i].array_header };
      for (gsize k = 0; k < n; k++)
        items[k] = message_pack_value_new_int64 (7);
      values[0] = message_pack_value_new_string (x);
      values[1] = message_pack_value_new_bytes (bytes);
      values[2] = message_pack_value_new_extension (5, bytes);
      values[3] = message_pack_value_new_array (items, n);
      for (int k = 0; k < 4; k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) packed = message_pack_value_pack (values[k], &error);
          g_autoptr (GBytes) header = NULL;
          g_autofree char *hex = NULL;
          g_autoptr (MessagePackValue) again = NULL;
          g_assert_no_error (error);
          g_assert_cmpuint (g_bytes_get_size (packed), ==, strlen (headers[k]) / 2 + n);
          header = g_bytes_new_from_bytes (packed, 0, strlen (headers[k]) / 2);
          hex = hex_from_bytes (header);
          g_assert_cmpstr (hex, ==, headers[k]);
          again = message_pack_value_unpack (packed, &error);
          g_assert_no_error (error);
          g_assert_true (message_pack_value_equal (values[k], again));
          message_pack_value_unref (values[k]);
        }
    }
}

static void
test_malformed (void)
{
  static const char *const rows[] = { "c1", "92c101", "81c101", "0001", "c000", "93010203ff" };
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) bytes = bytes_from_hex (rows[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (MessagePackValue) value = message_pack_value_unpack (bytes, &error);
      g_assert_null (value);
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED);
    }
}

/* every call after an error fails in the same way, until the unpacker is reset */
static void
test_sticky (void)
{
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  g_autoptr (GBytes) bad = bytes_from_hex ("93 01 c1");
  g_autoptr (GBytes) good = bytes_from_hex ("07");
  g_autoptr (GError) error = NULL;
  MessagePackValue *value = NULL;
  message_pack_unpacker_feed (unpacker, bad);
  for (int i = 0; i < 3; i++)
    {
      g_assert_false (message_pack_unpacker_next (unpacker, &value, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED);
      g_clear_error (&error);
      message_pack_unpacker_feed (unpacker, good);
    }
  g_assert_false (message_pack_unpacker_finish (unpacker, NULL));
  message_pack_unpacker_reset (unpacker);
  message_pack_unpacker_feed (unpacker, good);
  g_assert_true (message_pack_unpacker_next (unpacker, &value, &error));
  g_assert_no_error (error);
  assert_value_text (value, "7");
  g_assert_true (message_pack_unpacker_finish (unpacker, NULL));
}

/* many values in one piece, and one value in many */
static void
test_stream_of_values (void)
{
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  g_autoptr (GBytes) bytes = bytes_from_hex ("01 9101 a161 81");
  g_autoptr (GBytes) rest = bytes_from_hex ("a1 62 02");
  MessagePackValue *value = NULL;
  const char *texts[] = { "1", "[1]", "\"a\"" };
  message_pack_unpacker_feed (unpacker, bytes);
  for (int i = 0; i < 3; i++)
    {
      g_assert_true (message_pack_unpacker_next (unpacker, &value, NULL));
      assert_value_text (value, texts[i]);
    }
  g_assert_true (message_pack_unpacker_next (unpacker, &value, NULL));
  g_assert_null (value);
  message_pack_unpacker_feed (unpacker, rest);
  g_assert_true (message_pack_unpacker_next (unpacker, &value, NULL));
  assert_value_text (value, "{\"b\": 2}");
}

/* nothing that comes in may crash, and what is read packs to something that reads the same */
static void
test_garbage (void)
{
  for (guint32 seed = 0; seed < 20000; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint8 data[64];
      gsize size = (gsize) g_rand_int_range (random, 1, (gint32) sizeof data);
      for (gsize i = 0; i < size; i++)
        data[i] = (guint8) (g_rand_int_range (random, 0, 3) == 0 ? g_rand_int_range (random, 0x80, 0xe0)
                                                                 : g_rand_int_range (random, 0, 256));
      g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
      g_autoptr (GBytes) bytes = g_bytes_new (data, size);
      g_autoptr (MessagePackValue) value = NULL;
      message_pack_unpacker_feed (unpacker, bytes);
      while (message_pack_unpacker_next (unpacker, &value, NULL) && value != NULL)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) packed = message_pack_value_pack (value, &error);
          g_autoptr (MessagePackValue) again = message_pack_value_unpack (packed, &error);
          g_autofree char *text = message_pack_value_to_string (value);
          g_autoptr (GError) failure = NULL;
          g_autoptr (GVariant) variant = message_pack_value_to_variant (value, &failure);
          g_assert_true ((variant != NULL) == (failure == NULL));
          g_assert_no_error (error);
          g_assert_true (message_pack_value_equal (value, again));
          g_assert_true (g_utf8_validate (text, -1, NULL));
          g_clear_pointer (&value, message_pack_value_unref);
        }
    }
}

static void
test_packer (void)
{
  g_autoptr (MessagePackPacker) packer = message_pack_packer_new ();
  g_autoptr (GBytes) large = repeated_byte (7, 4096);
  g_autoptr (GBytes) small = repeated_byte (7, 4095);
  g_autoptr (GPtrArray) segments = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *hex = NULL;

  message_pack_packer_pack_array_header (packer, 12);
  message_pack_packer_pack_nil (packer);
  message_pack_packer_pack_boolean (packer, TRUE);
  message_pack_packer_pack_int64 (packer, -33);
  message_pack_packer_pack_uint64 (packer, G_MAXUINT64);
  message_pack_packer_pack_float (packer, 1.5f);
  message_pack_packer_pack_double (packer, 0.1);
  g_assert_true (message_pack_packer_pack_string (packer, "é", &error));
  message_pack_packer_pack_timestamp (packer, 1514862244, 1678901234);
  message_pack_packer_pack_map_header (packer, 1);
  g_assert_true (message_pack_packer_pack_variant (packer, g_variant_new ("(sb)", "a", FALSE), &error));
  message_pack_packer_pack_int64 (packer, 1);
  g_assert_true (message_pack_packer_pack_extension (packer, 5, small, &error));
  message_pack_packer_pack_nil (packer);
  message_pack_packer_pack_nil (packer);
  g_assert_cmpuint (message_pack_packer_get_length (packer), >, 4095);
  bytes = message_pack_packer_to_bytes (packer);
  g_clear_pointer (&bytes, g_bytes_unref);
  message_pack_packer_reset (packer);
  g_assert_cmpuint (message_pack_packer_get_length (packer), ==, 0);

  /* a long binary stays what it is, a short one is copied */
  message_pack_packer_pack_array_header (packer, 3);
  g_assert_true (message_pack_packer_pack_bytes (packer, large, &error));
  g_assert_true (message_pack_packer_pack_bytes (packer, small, &error));
  message_pack_packer_pack_nil (packer);
  g_assert_no_error (error);
  bytes = message_pack_packer_to_bytes (packer);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, message_pack_packer_get_length (packer));
  segments = message_pack_packer_steal_segments (packer);
  g_assert_cmpuint (segments->len, ==, 3);
  g_assert_true (segments->pdata[1] == large);
  hex = hex_from_bytes (segments->pdata[0]);
  g_assert_cmpstr (hex, ==, "93c51000");
  g_assert_cmpuint (g_bytes_get_size (segments->pdata[2]), ==, 3 + 4095 + 1);
  g_assert_cmpuint (message_pack_packer_get_length (packer), ==, 0);
}

/* long binaries are neither copied from nor into bytes */
static void
test_no_copy (void)
{
  g_autoptr (GBytes) body = repeated_byte (9, 100000);
  g_autoptr (MessagePackValue) value = message_pack_value_new_bytes (body);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) packed = message_pack_value_pack (value, &error);
  g_autoptr (MessagePackValue) again = message_pack_value_unpack (packed, &error);
  const char *start = g_bytes_get_data (packed, NULL);
  g_assert_no_error (error);
  g_assert_true (message_pack_value_get_bytes (value, NULL) == body);
  g_assert_true (g_bytes_get_data (message_pack_value_get_bytes (again, NULL), NULL) == start + 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *whole = g_strconcat ("/codec/whole/", cases[i].name, NULL);
      g_autofree char *pieces = g_strconcat ("/codec/pieces/", cases[i].name, NULL);
      g_test_add_data_func (whole, &cases[i], test_case);
      g_test_add_data_func (pieces, &cases[i], test_pieces);
    }
  g_test_add_func ("/codec/long", test_long);
  g_test_add_func ("/codec/malformed", test_malformed);
  g_test_add_func ("/codec/sticky", test_sticky);
  g_test_add_func ("/codec/stream-of-values", test_stream_of_values);
  g_test_add_func ("/codec/garbage", test_garbage);
  g_test_add_func ("/codec/packer", test_packer);
  g_test_add_func ("/codec/no-copy", test_no_copy);
  return g_test_run ();
}
