// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Elements: one at a time as values, and all at once.

#include "array/element-value.hh"
#include "array/vast-array-private.hh"
#include "kernels/cast.hh"
#include "kernels/fill.hh"

#include <vector>

using vast::Array;
using vast::guard;
using vast::ScalarType;

namespace {

std::byte *
element_at (const Array &array, const gint64 *index, gsize n_index)
{
  const int64_t position = array.layout.position (std::span (index, n_index));
  return array.buffer->data () + position * static_cast<int64_t> (array.type.size);
}

// A number of C type T as the GValue functions want it.
template <typename T>
class NumberValue {
public:
  NumberValue () { g_value_init (&value_, std::is_same_v<T, gint64> ? G_TYPE_INT64 : G_TYPE_DOUBLE); }
  explicit NumberValue (T number) : NumberValue ()
  {
    if constexpr (std::is_same_v<T, gint64>)
      g_value_set_int64 (&value_, number);
    else
      g_value_set_double (&value_, number);
  }
  const GValue *get () const { return &value_; }

private:
  GValue value_ = G_VALUE_INIT; // of a fundamental number type: nothing to unset
};

template <typename T>
T
get_number (VastArray *self, const gint64 *index, gsize n_index, GError **error) noexcept
{
  return guard (error, [&] {
    const std::byte *element = element_at (*self->impl, index, n_index);
    g_auto (GValue) value = G_VALUE_INIT;
    vast::element_to_value (element, self->impl->type, &value);
    T number;
    vast::element_from_value (reinterpret_cast<std::byte *> (&number), vast::kind_of<T>, &value);
    return number;
  });
}

gboolean
set_element (VastArray *self, const gint64 *index, gsize n_index, const GValue *value, GError **error) noexcept
{
  return guard (error, [&] {
    self->impl->check_writable ();
    vast::element_from_value (element_at (*self->impl, index, n_index), self->impl->type, value);
    return TRUE;
  });
}

} // namespace

/**
 * vast_array_new_from_value:
 * @value: a boolean, a number, a complex number or a string
 * @error: return location for a #GError
 *
 * Makes an array of rank 0 that holds one value: `bool`, `int64` for signed integers, `uint64` for unsigned ones,
 * `float64`, `complex128`, or a string type of the text's length.
 *
 * Errors: %VAST_ERROR_TYPE for a value of another type.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_value (const GValue *value, GError **error)
{
  g_return_val_if_fail (G_IS_VALUE (value), nullptr);
  return guard (error, [&] {
    Array array = Array::empty (vast::scalar_type_of_value (value), {});
    vast::element_from_value (array.data (), array.type, value);
    return vast::array_to_gobject (std::move (array));
  });
}

/**
 * vast_array_get_value:
 * @self: an array
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @value: (out caller-allocates): return location for the element
 * @error: return location for a #GError
 *
 * Gets one element. The value may be uninitialised, or initialised to the array's [property@Vast.Array:scalar-type].
 *
 * Errors: %VAST_ERROR_INDEX if the index is out of bounds or of another rank.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_get_value (VastArray *self, const gint64 *index, gsize n_index, GValue *value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);
  return guard (error, [&] {
    vast::element_to_value (element_at (*self->impl, index, n_index), self->impl->type, value);
    return TRUE;
  });
}

/**
 * vast_array_set_value:
 * @self: an array
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @value: the new value
 * @error: return location for a #GError
 *
 * Sets one element. Numbers are converted: a fraction is cut off for an integer type.
 *
 * Errors: %VAST_ERROR_INDEX if the index is out of bounds; %VAST_ERROR_INVALID_ARGUMENT if the number is out of the
 * range of the element type; %VAST_ERROR_TYPE if the value is of no fitting type; %VAST_ERROR_READ_ONLY.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_set_value (VastArray *self, const gint64 *index, gsize n_index, const GValue *value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (G_IS_VALUE (value), FALSE);
  return set_element (self, index, n_index, value, error);
}

/**
 * vast_array_get_double:
 * @self: an array of real numbers or booleans
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @error: return location for a #GError
 *
 * Gets one element as a double.
 *
 * Errors: %VAST_ERROR_INDEX if the index is out of bounds; %VAST_ERROR_TYPE if the element is no real number.
 *
 * Returns: the element; 0 on error
 *
 * Since: 1.0
 */
gdouble
vast_array_get_double (VastArray *self, const gint64 *index, gsize n_index, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return get_number<gdouble> (self, index, n_index, error);
}

/**
 * vast_array_set_double:
 * @self: an array of numbers or booleans
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @value: the new value
 * @error: return location for a #GError
 *
 * Sets one element from a double.
 *
 * Errors: as [method@Vast.Array.set_value].
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_set_double (VastArray *self, const gint64 *index, gsize n_index, gdouble value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  return set_element (self, index, n_index, NumberValue<gdouble> (value).get (), error);
}

/**
 * vast_array_get_int:
 * @self: an array of real numbers or booleans
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @error: return location for a #GError
 *
 * Gets one element as an integer; a fraction is cut off.
 *
 * Errors: %VAST_ERROR_INDEX if the index is out of bounds; %VAST_ERROR_TYPE if the element is no real number;
 * %VAST_ERROR_INVALID_ARGUMENT if it is out of range.
 *
 * Returns: the element; 0 on error
 *
 * Since: 1.0
 */
gint64
vast_array_get_int (VastArray *self, const gint64 *index, gsize n_index, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return get_number<gint64> (self, index, n_index, error);
}

/**
 * vast_array_set_int:
 * @self: an array of numbers or booleans
 * @index: (array length=n_index) (nullable): one position for each axis, counted from the end if negative
 * @n_index: the number of positions, which must be the rank
 * @value: the new value
 * @error: return location for a #GError
 *
 * Sets one element from an integer.
 *
 * Errors: as [method@Vast.Array.set_value].
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_set_int (VastArray *self, const gint64 *index, gsize n_index, gint64 value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  return set_element (self, index, n_index, NumberValue<gint64> (value).get (), error);
}

/**
 * vast_array_fill:
 * @self: an array
 * @value: the value of every element
 * @error: return location for a #GError
 *
 * Sets all elements to one value.
 *
 * Errors: as [method@Vast.Array.set_value].
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_fill (VastArray *self, const GValue *value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (G_IS_VALUE (value), FALSE);
  return guard (error, [&] {
    self->impl->check_writable ();
    std::vector<std::byte> element (self->impl->type.size);
    vast::element_from_value (element.data (), self->impl->type, value);
    vast::fill (*self->impl, element.data ());
    return TRUE;
  });
}

/**
 * vast_array_assign:
 * @self: an array
 * @source: an array whose shape broadcasts to that of @self
 * @error: return location for a #GError
 *
 * Sets all elements to those of another array, converted to the element type; NumPy's `self[...] = source`. Both
 * may share memory: the result is as if @source were copied before.
 *
 * Errors: %VAST_ERROR_SHAPE if the shapes do not fit; %VAST_ERROR_TYPE if the elements cannot be converted;
 * %VAST_ERROR_READ_ONLY.
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_assign (VastArray *self, VastArray *source, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (VAST_IS_ARRAY (source), FALSE);
  return guard (error, [&] {
    self->impl->check_writable ();
    vast::copy_into (*source->impl, *self->impl);
    return TRUE;
  });
}

/**
 * vast_array_copy:
 * @self: an array
 * @error: return location for a #GError
 *
 * Copies the elements into a fresh array in C order.
 *
 * Errors: %VAST_ERROR_MEMORY.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
VastArray *
vast_array_copy (VastArray *self, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return guard (error, [&] {
    Array copy = Array::empty (self->impl->type, self->impl->shape ());
    vast::copy_into (*self->impl, copy);
    return vast::array_to_gobject (std::move (copy));
  });
}

/**
 * vast_array_astype:
 * @self: an array
 * @scalar_name: NumPy's name of the wanted element type
 * @error: return location for a #GError
 *
 * Copies the elements, converted, into a fresh array in C order. Floating numbers lose their fraction when they become
 * integers, complex ones their imaginary part when they become real; strings are cut off or padded.
 *
 * Errors: %VAST_ERROR_TYPE if the name names no type, or there is no such conversion; %VAST_ERROR_MEMORY.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
VastArray *
vast_array_astype (VastArray *self, const char *scalar_name, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  return guard (error, [&] {
    Array copy = Array::empty (ScalarType::from_name (scalar_name), self->impl->shape ());
    vast::copy_into (*self->impl, copy);
    return vast::array_to_gobject (std::move (copy));
  });
}
