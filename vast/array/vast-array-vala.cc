// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-vala.h"

#include "array/vast-array-iterator.h"
#include "array/vast-array-private.hh"

#include <cmath>
#include <cstdarg>
#include <cstring>

using vast::Dims;

namespace {

bool
is_end (gdouble value)
{
  const gdouble end = VAST_ARRAY_VALA_END_VALUE;
  return std::memcmp (&value, &end, sizeof value) == 0;
}

Dims
take_index (va_list arguments)
{
  Dims index;
  for (gint64 position; (position = va_arg (arguments, gint64)) != VAST_ARRAY_VALA_END_INDEX;)
    index.push_back (position);
  return index;
}

// All but the last number are positions; Vala makes them doubles as it has one type for all arguments.
std::pair<Dims, gdouble>
take_index_and_value (va_list arguments)
{
  Dims index;
  gdouble value = va_arg (arguments, gdouble);
  for (gdouble next; !is_end (next = va_arg (arguments, gdouble)); value = next)
    {
      if (value != std::trunc (value) || std::abs (value) > 9007199254740992.0)
        vast::fail (vast::ErrorCode::index, "%g is no position along an axis", value);
      index.push_back (static_cast<gint64> (value));
    }
  return { index, value };
}

} // namespace

// Gets the element at an index of gint64 that ends with VAST_ARRAY_VALA_END_INDEX, as vast_array_get_double () does.
gdouble
vast_array_item_va (VastArray *self, GError **error, ...)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), NAN);
  va_list arguments;
  va_start (arguments, error);
  const gdouble result = vast::guard (error, [&] {
    const Dims index = take_index (arguments);
    return vast_array_get_double (self, index.data (), index.size (), error);
  });
  va_end (arguments);
  return result;
}

// Sets the element at an index, of which all positions and then the value are gdouble and end with
// VAST_ARRAY_VALA_END_VALUE, as vast_array_set_double () does.
void
vast_array_set_va (VastArray *self, GError **error, ...)
{
  g_return_if_fail (VAST_IS_ARRAY (self));
  va_list arguments;
  va_start (arguments, error);
  vast::guard (error, [&] {
    const auto [index, value] = take_index_and_value (arguments);
    return vast_array_set_double (self, index.data (), index.size (), value, error);
  });
  va_end (arguments);
}

// A view of a range of positions of the first axis, as vast_array_slice () makes it.
VastArray *
vast_array_rows (VastArray *self, gint64 start, gint64 stop, GError **error)
{
  return vast_array_slice (self, 0, start, stop, 1, error);
}

// Whether any element equals a number.
gboolean
vast_array_contains (VastArray *self, gdouble value)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_autoptr (VastArrayIterator) iterator = vast_array_iterator (self);
  while (vast_array_iterator_next (iterator))
    if (vast_array_iterator_get (iterator) == value)
      return TRUE;
  return FALSE;
}
