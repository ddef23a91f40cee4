// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-iterator.h"

#include "array/vast-array-private.hh"

#include <cmath>

/**
 * VastArrayIterator:
 *
 * Goes through the elements of an array in C order, whatever its strides are.
 *
 * ```c
 * g_autoptr (VastArrayIterator) iterator = vast_array_iterator (array);
 * while (vast_array_iterator_next (iterator))
 *   sum += vast_array_iterator_get (iterator);
 * ```
 *
 * Since: 1.0
 */
struct _VastArrayIterator {
  GObject parent_instance;

  VastArray *array;
  gint64 next; // how many elements have been reached
  vast::Dims *index;
};

G_DEFINE_FINAL_TYPE (VastArrayIterator, vast_array_iterator, G_TYPE_OBJECT)

static void
vast_array_iterator_init (VastArrayIterator *self)
{
  self->array = VAST_ARRAY (g_object_new (VAST_TYPE_ARRAY, nullptr));
  self->index = new vast::Dims (1, 0);
}

static void
vast_array_iterator_finalize (GObject *object)
{
  VastArrayIterator *self = VAST_ARRAY_ITERATOR (object);

  g_clear_object (&self->array);
  delete self->index;

  G_OBJECT_CLASS (vast_array_iterator_parent_class)->finalize (object);
}

static void
vast_array_iterator_class_init (VastArrayIteratorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vast_array_iterator_finalize;
}

/**
 * vast_array_iterator:
 * @self: an array
 *
 * Makes an iterator that stands before the first element.
 *
 * Returns: (transfer full): the iterator
 *
 * Since: 1.0
 */
VastArrayIterator *
vast_array_iterator (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  VastArrayIterator *iterator = VAST_ARRAY_ITERATOR (g_object_new (VAST_TYPE_ARRAY_ITERATOR, nullptr));
  g_set_object (&iterator->array, self);
  *iterator->index = vast::Dims (self->impl->rank (), 0);
  return iterator;
}

/**
 * vast_array_iterator_next:
 * @self: an iterator
 *
 * Goes on to the next element, at first to the first.
 *
 * Returns: %FALSE if there is none
 *
 * Since: 1.0
 */
gboolean
vast_array_iterator_next (VastArrayIterator *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY_ITERATOR (self), FALSE);
  const vast::Dims &shape = self->array->impl->shape ();
  if (self->next >= self->array->impl->size ())
    return FALSE;
  if (self->next++ == 0)
    return TRUE;
  int axis = shape.rank () - 1;
  while (++(*self->index)[axis] == shape[axis])
    (*self->index)[axis--] = 0;
  return TRUE;
}

/**
 * vast_array_iterator_get:
 * @self: an iterator on an array of real numbers or booleans
 *
 * Gets the element as a double; NaN if it is none, or before the first [method@Vast.ArrayIterator.next].
 *
 * Returns: the element
 *
 * Since: 1.0
 */
gdouble
vast_array_iterator_get (VastArrayIterator *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY_ITERATOR (self), NAN);
  if (self->next == 0)
    return NAN;
  g_autoptr (GError) error = nullptr;
  const gdouble value = vast_array_get_double (self->array, self->index->data (), self->index->size (), &error);
  return error ? NAN : value;
}

static gboolean
check_started (VastArrayIterator *self, GError **error)
{
  if (self->next == 0)
    g_set_error_literal (error, VAST_ERROR, VAST_ERROR_INDEX, "the iterator stands before the first element");
  return self->next > 0;
}

/**
 * vast_array_iterator_get_value:
 * @self: an iterator
 * @value: (out caller-allocates): return location for the element
 * @error: return location for a #GError
 *
 * Gets the element.
 *
 * Errors: %VAST_ERROR_INDEX before the first [method@Vast.ArrayIterator.next].
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_iterator_get_value (VastArrayIterator *self, GValue *value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY_ITERATOR (self), FALSE);
  return check_started (self, error)
         && vast_array_get_value (self->array, self->index->data (), self->index->size (), value, error);
}

/**
 * vast_array_iterator_set_value:
 * @self: an iterator
 * @value: the new value
 * @error: return location for a #GError
 *
 * Sets the element.
 *
 * Errors: as [method@Vast.Array.set_value].
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
vast_array_iterator_set_value (VastArrayIterator *self, const GValue *value, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY_ITERATOR (self), FALSE);
  return check_started (self, error)
         && vast_array_set_value (self->array, self->index->data (), self->index->size (), value, error);
}

/**
 * vast_array_iterator_get_index:
 * @self: an iterator
 * @rank: (out) (optional): return location for the number of positions
 *
 * Gets the index of the element.
 *
 * Returns: (transfer none) (array length=rank): the index, valid until the iterator goes on
 *
 * Since: 1.0
 */
const gint64 *
vast_array_iterator_get_index (VastArrayIterator *self, gsize *rank)
{
  g_return_val_if_fail (VAST_IS_ARRAY_ITERATOR (self), nullptr);
  if (rank)
    *rank = self->index->size ();
  return self->index->data ();
}
