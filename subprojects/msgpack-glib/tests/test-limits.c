/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "test-util.h"

#include <string.h>

static MessagePackValue *
unpack_limited (const char *hex, const MessagePackLimits *limits, GError **error)
{
  g_autoptr (GBytes) bytes = bytes_from_hex (hex);
  return message_pack_value_unpack_full (bytes, limits, error);
}

static void
assert_limit (const char *hex, const MessagePackLimits *limits)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (unpack_limited (hex, limits, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
}

static void
assert_within (const char *hex, const MessagePackLimits *limits)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackValue) value = unpack_limited (hex, limits, &error);
  g_assert_no_error (error);
  g_assert_nonnull (value);
}

static void
test_defaults (void)
{
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  g_autoptr (MessagePackLimits) copy = message_pack_limits_copy (limits);
  g_assert_cmpuint (limits->max_depth, ==, 512);
  g_assert_cmpuint (limits->max_elements, ==, 16 << 20);
  g_assert_cmpuint (limits->max_bytes, ==, G_GUINT64_CONSTANT (64) << 30);
  g_assert_cmpmem (limits, sizeof *limits, copy, sizeof *copy);
}

static void
test_depth (void)
{
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  limits->max_depth = 2;
  assert_within ("91 91 01", limits);
  assert_within ("91 90", limits);
  assert_limit ("91 91 91 01", limits);
  assert_limit ("91 91 90", limits);
  assert_limit ("81 01 81 01 80", limits);
  limits->max_depth = 0;
  assert_within ("01", limits);
  assert_limit ("90", limits);
}

static void
test_elements (void)
{
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  limits->max_elements = 4;
  assert_within ("94 01 02 03 04", limits);
  assert_within ("92 91 01 91 01", limits);
  assert_limit ("95 01 02 03 04 05", limits);
  assert_limit ("92 92 01 02 91 01", limits);
  assert_within ("82 01 01 02 02", limits);
  assert_limit ("83 01 01 02 02 03 03", limits);
}

static void
test_bytes (void)
{
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  limits->max_bytes = 6;
  assert_within ("a5 3132333435", limits);
  assert_limit ("a6 313233343536", limits);
  assert_limit ("93 01 02 a4 31323334", limits);
  assert_limit ("c6 ffffffff 00", limits);
  limits->max_bytes = 1000;
  limits->max_string = 3;
  assert_within ("92 a3 313233 a3 313233", limits);
  assert_within ("c404 31323334", limits);
  assert_limit ("a4 31323334", limits);
}

/* the limits are those of one message, not of all */
static void
test_each (void)
{
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  g_autoptr (GBytes) bytes = bytes_from_hex ("92 01 02 92 01 02 92 01 02");
  limits->max_elements = 2;
  limits->max_bytes = 3;
  g_object_set (unpacker, "limits", limits, NULL);
  g_assert_cmpuint (message_pack_unpacker_get_limits (unpacker)->max_elements, ==, 2);
  message_pack_unpacker_feed (unpacker, bytes);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      MessagePackValue *value = NULL;
      message_pack_unpacker_next (unpacker, &value, &error);
      g_assert_no_error (error);
      assert_value_text (value, "[1, 2]");
    }
}

/* what is resident; of no meaning, thus 0, with a sanitizer that keeps freed memory */
static guint64
memory_in_use (void)
{
#ifdef __SANITIZE_ADDRESS__
  return 0;
#endif
  g_autofree char *text = NULL;
  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  return g_ascii_strtoull (strchr (text, ' '), NULL, 10) * 4096;
}

/* 5 bytes that announce gigabytes cost nothing, also if more than the limits would allow */
static void
test_announced (void)
{
  static const char *const rows[] = { "ddffffffff", "dfffffffff", "dbffffffff", "c6ffffffff", "c9ffffffff05" };
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  guint64 before = memory_in_use ();
  limits->max_elements = G_MAXUINT64 / 2;
  limits->max_string = G_MAXUINT64 / 2;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *more = g_strconcat (rows[i], "0102030405", NULL);
      g_assert_null (unpack_limited (more, limits, &error));
      g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TRUNCATED);
    }
  assert_limit ("dd ffffffff", NULL);
  assert_limit ("df ffffffff", NULL);
  assert_limit ("db ffffffff", NULL);
  g_assert_cmpuint (memory_in_use (), <, before + (64 << 20));
}

/* arrays of arrays that each announce much */
static void
test_announced_often (void)
{
  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  guint64 before = memory_in_use ();
  limits->max_elements = G_MAXUINT64 / 2;
  limits->max_bytes = G_MAXUINT64 / 2;
  message_pack_unpacker_set_limits (unpacker, limits);
  for (int i = 0; i < 500; i++)
    {
      g_autoptr (GBytes) header = bytes_from_hex ("dd ffffffff");
      g_autoptr (GError) error = NULL;
      MessagePackValue *value;
      message_pack_unpacker_feed (unpacker, header);
      g_assert_true (message_pack_unpacker_next (unpacker, &value, &error));
      g_assert_null (value);
    }
  g_assert_cmpuint (memory_in_use (), <, before + (64 << 20));
}

/* deep trees: refused by default; if allowed, nothing recurses */
static void
test_deep (void)
{
  const gsize depth = 100000;
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  g_autoptr (GByteArray) array = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  const guint8 nil = 0xc0;
  for (gsize i = 0; i < depth; i++)
    {
      guint8 tag = i % 2 == 0 ? 0x91 : 0x81;
      const guint8 key = 0x00;
      g_byte_array_append (array, &tag, 1);
      if (i % 2 == 1)
        g_byte_array_append (array, &key, 1);
    }
  g_byte_array_append (array, &nil, 1);
  g_autoptr (GBytes) bytes = g_bytes_new (array->data, array->len);

  g_assert_null (message_pack_value_unpack (bytes, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
  g_clear_error (&error);

  limits->max_depth = (guint) depth;
  g_autoptr (MessagePackValue) value = message_pack_value_unpack_full (bytes, limits, &error);
  g_assert_no_error (error);
  g_autoptr (MessagePackValue) other = message_pack_value_unpack_full (bytes, limits, &error);
  g_autoptr (GBytes) packed = message_pack_value_pack (value, &error);
  g_autofree char *text = message_pack_value_to_string (value);
  g_assert_true (g_bytes_equal (packed, bytes));
  g_assert_true (message_pack_value_equal (value, other));
  g_assert_cmpuint (strlen (text), >, 2 * depth);
  g_assert_null (message_pack_value_to_variant (value, &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT);
}

/* made here, and cut off while it is read */
static void
test_deep_made (void)
{
  MessagePackValue *value = message_pack_value_new_nil ();
  for (int i = 0; i < 1000000; i++)
    {
      MessagePackValue *outer = message_pack_value_new_array (&value, 1);
      message_pack_value_unref (value);
      value = outer;
    }
  message_pack_value_unref (value);

  g_autoptr (MessagePackUnpacker) unpacker = message_pack_unpacker_new ();
  g_autoptr (MessagePackLimits) limits = message_pack_limits_new ();
  g_autoptr (GBytes) bytes = repeated_byte (0x91, 100000);
  g_autoptr (GError) error = NULL;
  limits->max_depth = 100000;
  message_pack_unpacker_set_limits (unpacker, limits);
  message_pack_unpacker_feed (unpacker, bytes);
  g_assert_true (message_pack_unpacker_next (unpacker, &value, &error));
  g_assert_null (value);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/limits/defaults", test_defaults);
  g_test_add_func ("/limits/depth", test_depth);
  g_test_add_func ("/limits/elements", test_elements);
  g_test_add_func ("/limits/bytes", test_bytes);
  g_test_add_func ("/limits/each", test_each);
  g_test_add_func ("/limits/announced", test_announced);
  g_test_add_func ("/limits/announced-often", test_announced_often);
  g_test_add_func ("/limits/deep", test_deep);
  g_test_add_func ("/limits/deep-made", test_deep_made);
  return g_test_run ();
}
