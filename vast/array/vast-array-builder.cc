// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-builder.h"

/**
 * VastArrayBuilder:
 *
 * Makes a view of a view of a view, in one chain:
 *
 * ```c
 * g_autoptr (VastArrayBuilder) builder = vast_array_builder_new (array);
 * vast_array_builder_index (builder, 0, 3);
 * vast_array_builder_slice (builder, 0, 2, VAST_SLICE_OPEN, 2);
 * g_autoptr (VastArray) view = vast_array_builder_end (builder, &error);
 * ```
 *
 * Every step works on the view that the steps before it made, so its axes are those of that view. A step that fails
 * makes those after it void, and [method@Vast.ArrayBuilder.end] tells its error. No step copies an element.
 *
 * Since: 1.0
 */
struct _VastArrayBuilder {
  GObject parent_instance;

  VastArray *view; // null after an error
  GError *error;
};

G_DEFINE_FINAL_TYPE (VastArrayBuilder, vast_array_builder, G_TYPE_OBJECT)

static void
vast_array_builder_init (VastArrayBuilder *self)
{
  self->view = nullptr;
}

static void
vast_array_builder_finalize (GObject *object)
{
  VastArrayBuilder *self = VAST_ARRAY_BUILDER (object);

  g_clear_object (&self->view);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (vast_array_builder_parent_class)->finalize (object);
}

static void
vast_array_builder_class_init (VastArrayBuilderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = vast_array_builder_finalize;
}

/**
 * vast_array_builder_new:
 * @array: the array that the chain begins with
 *
 * Begins a chain of views.
 *
 * Returns: (transfer full): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_new (VastArray *array)
{
  g_return_val_if_fail (VAST_IS_ARRAY (array), nullptr);
  VastArrayBuilder *self = VAST_ARRAY_BUILDER (g_object_new (VAST_TYPE_ARRAY_BUILDER, nullptr));
  self->view = VAST_ARRAY (g_object_ref (array));
  return self;
}

// One step: replaces the view by what `step` makes of it, unless an earlier one failed.
template <typename Step>
static VastArrayBuilder *
apply (VastArrayBuilder *self, Step &&step)
{
  if (self->view)
    {
      VastArray *next = step (self->view, &self->error);
      g_object_unref (self->view);
      self->view = next;
    }
  return self;
}

/**
 * vast_array_builder_index:
 * @self: a builder
 * @axis: the axis
 * @position: the position along it
 *
 * Adds a step that takes one position of an axis: see [method@Vast.Array.index].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_index (VastArrayBuilder *self, gint64 axis, gint64 position)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_index (view, axis, position, error);
  });
}

/**
 * vast_array_builder_slice:
 * @self: a builder
 * @axis: the axis
 * @start: the first position, or %VAST_SLICE_OPEN
 * @stop: the position before which to stop, or %VAST_SLICE_OPEN
 * @step: the step
 *
 * Adds a step that takes a range of positions of an axis: see [method@Vast.Array.slice].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_slice (VastArrayBuilder *self, gint64 axis, gint64 start, gint64 stop, gint64 step)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_slice (view, axis, start, stop, step, error);
  });
}

/**
 * vast_array_builder_step:
 * @self: a builder
 * @axis: the axis
 * @step: the step
 *
 * Adds a step that takes every @step-th position of an axis: see [method@Vast.Array.step].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_step (VastArrayBuilder *self, gint64 axis, gint64 step)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_step (view, axis, step, error);
  });
}

/**
 * vast_array_builder_flip:
 * @self: a builder
 * @axis: the axis
 *
 * Adds a step that reverses an axis: see [method@Vast.Array.flip].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_flip (VastArrayBuilder *self, gint64 axis)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_flip (view, axis, error);
  });
}

/**
 * vast_array_builder_transpose:
 * @self: a builder
 * @axes: (array length=n_axes) (nullable): the axes in their new order, or %NULL to reverse them
 * @n_axes: the number of axes
 *
 * Adds a step that puts the axes in another order: see [method@Vast.Array.transpose].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_transpose (VastArrayBuilder *self, const gint64 *axes, gsize n_axes)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_transpose (view, axes, n_axes, error);
  });
}

/**
 * vast_array_builder_reshape:
 * @self: a builder
 * @shape: (array length=rank) (nullable): the lengths, one of which may be -1
 * @rank: the number of dimensions
 *
 * Adds a step that gives the elements another shape: see [method@Vast.Array.reshape].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_reshape (VastArrayBuilder *self, const gint64 *shape, gsize rank)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_reshape (view, shape, rank, error);
  });
}

/**
 * vast_array_builder_broadcast_to:
 * @self: a builder
 * @shape: (array length=rank) (nullable): the lengths
 * @rank: the number of dimensions
 *
 * Adds a step that repeats axes of length 1: see [method@Vast.Array.broadcast_to].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_broadcast_to (VastArrayBuilder *self, const gint64 *shape, gsize rank)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_broadcast_to (view, shape, rank, error);
  });
}

/**
 * vast_array_builder_diagonal:
 * @self: a builder
 * @offset: which diagonal
 * @axis1: the axis of the rows
 * @axis2: the axis of the columns
 *
 * Adds a step that takes a diagonal, as the last axis: see [method@Vast.Array.diagonal].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_diagonal (VastArrayBuilder *self, gint64 offset, gint64 axis1, gint64 axis2)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_diagonal (view, offset, axis1, axis2, error);
  });
}

/**
 * vast_array_builder_expand_dims:
 * @self: a builder
 * @axis: where the axis comes
 *
 * Adds a step that adds an axis of length 1: see [method@Vast.Array.expand_dims].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_expand_dims (VastArrayBuilder *self, gint64 axis)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_expand_dims (view, axis, error);
  });
}

/**
 * vast_array_builder_squeeze:
 * @self: a builder
 * @axis: the axis
 *
 * Adds a step that removes an axis of length 1: see [method@Vast.Array.squeeze].
 *
 * Returns: (transfer none): the builder
 *
 * Since: 1.0
 */
VastArrayBuilder *
vast_array_builder_squeeze (VastArrayBuilder *self, gint64 axis)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  return apply (self, [=] (VastArray *view, GError **error) {
    return vast_array_squeeze (view, axis, error);
  });
}

/**
 * vast_array_builder_end:
 * @self: a builder
 * @error: return location for a #GError
 *
 * Ends the chain. The builder may go on from there: a later end gives the view with the steps added since.
 *
 * Errors: that of the first step that failed.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_builder_end (VastArrayBuilder *self, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY_BUILDER (self), nullptr);
  if (self->view)
    return VAST_ARRAY (g_object_ref (self->view));
  if (self->error)
    g_propagate_error (error, g_error_copy (self->error));
  else
    g_set_error_literal (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT, "the chain of views has no array to begin with");
  return nullptr;
}
