/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#include <string.h>
#include <vast/vast.h>

/* What the tests of arrays share. An index or a shape is written SHAPE (2, 3). */

#define SHAPE(...) \
  (const gint64[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const gint64[]) { __VA_ARGS__ }))

/* 0, 1, 2, … of a type and shape. */
static inline VastArray *
counted (const char *type, const gint64 *shape, gsize rank)
{
  GError *error = NULL;
  g_autoptr (VastArray) array = vast_array_new_named (type, shape, rank, &error);
  g_assert_no_error (error);
  gint64 size = vast_array_get_size (array);
  g_autoptr (VastArray) flat = vast_array_reshape (array, &size, 1, &error);
  g_assert_no_error (error);
  for (gint64 i = 0; i < size; i++)
    {
      vast_array_set_int (flat, &i, 1, i, &error);
      g_assert_no_error (error);
    }
  return g_steal_pointer (&array);
}

static inline VastArray *
parsed (const char *text)
{
  GError *error = NULL;
  VastArray *array = vast_array_new_parse (text, &error);
  g_assert_no_error (error);
  return array;
}

static inline void
assert_shape (VastArray *array, const gint64 *shape, gsize rank)
{
  gsize n_lengths = 0;
  const gint64 *lengths = vast_array_get_shape (array, &n_lengths);
  g_assert_cmpmem (lengths, n_lengths * sizeof (gint64), shape, rank * sizeof (gint64));
}

static inline void
assert_strides (VastArray *array, const gint64 *strides, gsize rank)
{
  gsize n_strides = 0;
  const gint64 *actual = vast_array_get_strides (array, &n_strides);
  g_assert_cmpmem (actual, n_strides * sizeof (gint64), strides, rank * sizeof (gint64));
}

static inline void
assert_type (VastArray *array, const char *type)
{
  g_autofree char *name = vast_array_dup_scalar_name (array);
  g_assert_cmpstr (name, ==, type);
}

/* The elements, whatever their type, as they print. */
static inline void
assert_prints (VastArray *array, const char *expected)
{
  g_autofree char *text = vast_array_to_string (array);
  g_assert_cmpstr (text, ==, expected);
}

/* What a function of a GError gave: checks code and what the message says, and clears it. */
static inline void
assert_failed (gboolean failed, GError **error, VastError code, const char *words)
{
  g_assert_true (failed);
  g_assert_error (*error, VAST_ERROR, (gint) code);
  if (!strstr ((*error)->message, words))
    g_test_message ("“%s” does not say “%s”", (*error)->message, words);
  g_assert_nonnull (strstr ((*error)->message, words));
  g_clear_error (error);
}
