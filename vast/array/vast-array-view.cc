// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Views: each is a new layout on the same buffer, so that none of these functions touches an element.

#include "array/vast-array-private.hh"

using vast::Dims;
using vast::guard;
using vast::Layout;

namespace {

// The façade of every view: `change` turns the layout of `self` into another.
template <typename F>
VastArray *
view (VastArray *self, GError **error, F &&change) noexcept
{
  return guard (error, [&] { return vast::array_to_gobject (self->impl->view (change (self->impl->layout))); });
}

std::optional<int64_t>
bound (gint64 value)
{
  return value == VAST_SLICE_OPEN ? std::nullopt : std::optional<int64_t> (value);
}

} // namespace

/**
 * VAST_SLICE_OPEN:
 *
 * The bound of a slice that is left open, as both are in NumPy's `a[::2]`.
 *
 * Since: 1.0
 */

/**
 * vast_array_index:
 * @self: an array
 * @axis: the axis, counted from the front, or from the end if negative
 * @position: the position along it, counted from the end if negative
 * @error: return location for a #GError
 *
 * Makes a view of what lies at one position of an axis; the view has one dimension less. NumPy's `a[position]`
 * for axis 0.
 *
 * Errors: %VAST_ERROR_INDEX if the axis or the position is out of bounds.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_index (VastArray *self, gint64 axis, gint64 position, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error,
               [=] (const Layout &layout) { return layout.index (vast::normalize_axis (axis, layout.rank ()), position); });
}

/**
 * vast_array_slice:
 * @self: an array
 * @axis: the axis, counted from the front, or from the end if negative
 * @start: the first position, or %VAST_SLICE_OPEN
 * @stop: the position before which to stop, or %VAST_SLICE_OPEN
 * @step: the step, which may be negative
 * @error: return location for a #GError
 *
 * Makes a view of a range of positions of an axis, by the rules of Python's slices: negative positions count from the
 * end, positions beyond the ends are clamped. NumPy's `a[start:stop:step]` for axis 0.
 *
 * Errors: %VAST_ERROR_INDEX if the axis is out of bounds; %VAST_ERROR_INVALID_ARGUMENT for a step of 0.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_slice (VastArray *self, gint64 axis, gint64 start, gint64 stop, gint64 step, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error, [=] (const Layout &layout) {
    return layout.slice (vast::normalize_axis (axis, layout.rank ()), bound (start), bound (stop), step);
  });
}

/**
 * vast_array_step:
 * @self: an array
 * @axis: the axis, counted from the front, or from the end if negative
 * @step: the step, which may be negative
 * @error: return location for a #GError
 *
 * Makes a view of every @step-th position of an axis: NumPy's `a[::step]` for axis 0.
 *
 * Errors: as [method@Vast.Array.slice].
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_step (VastArray *self, gint64 axis, gint64 step, GError **error)
{
  return vast_array_slice (self, axis, VAST_SLICE_OPEN, VAST_SLICE_OPEN, step, error);
}

/**
 * vast_array_flip:
 * @self: an array
 * @axis: the axis, counted from the front, or from the end if negative
 * @error: return location for a #GError
 *
 * Makes a view with one axis in reverse.
 *
 * Errors: %VAST_ERROR_INDEX if the axis is out of bounds.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_flip (VastArray *self, gint64 axis, GError **error)
{
  return vast_array_step (self, axis, -1, error);
}

/**
 * vast_array_transpose:
 * @self: an array
 * @axes: (array length=n_axes) (nullable): for each axis of the view, the axis of @self that it is; %NULL reverses
 *   all axes
 * @n_axes: the number of axes: the rank, or 0 to reverse them
 * @error: return location for a #GError
 *
 * Makes a view with the axes in another order.
 *
 * Errors: %VAST_ERROR_INVALID_ARGUMENT unless the axes are a permutation; %VAST_ERROR_INDEX if one is out of bounds.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_transpose (VastArray *self, const gint64 *axes, gsize n_axes, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error, [=] (const Layout &layout) {
    return axes ? layout.permute (std::span (axes, n_axes)) : layout.transpose ();
  });
}

/**
 * vast_array_reshape:
 * @self: an array
 * @shape: (array length=rank) (nullable): the wanted lengths, one of which may be -1 to be inferred
 * @rank: the number of dimensions
 * @error: return location for a #GError
 *
 * Makes a view of the same elements, in C order, under another shape.
 *
 * Errors: %VAST_ERROR_SHAPE if the sizes differ; %VAST_ERROR_NOT_SUPPORTED if the elements lie so that strides cannot
 * say the new shape, where only a [method@Vast.Array.copy] can be reshaped.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_reshape (VastArray *self, const gint64 *shape, gsize rank, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error, [=] (const Layout &layout) {
    const Dims wanted (std::span (shape, rank));
    std::optional<Layout> result = layout.reshape (wanted);
    if (!result)
      vast::fail (vast::ErrorCode::not_supported, "shape %s with strides %s has no view of shape %s; reshape a copy",
                  to_string (layout.shape).c_str (), to_string (layout.strides).c_str (), to_string (wanted).c_str ());
    return *result;
  });
}

/**
 * vast_array_broadcast_to:
 * @self: an array
 * @shape: (array length=rank) (nullable): the wanted lengths
 * @rank: the number of dimensions
 * @error: return location for a #GError
 *
 * Makes a view in which axes of length 1 are repeated, and axes added in front, by NumPy's rule. Its repeated elements
 * are one element in memory.
 *
 * Errors: %VAST_ERROR_SHAPE if the shape does not broadcast so.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_broadcast_to (VastArray *self, const gint64 *shape, gsize rank, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error, [=] (const Layout &layout) { return layout.broadcast_to (Dims (std::span (shape, rank))); });
}

/**
 * vast_array_diagonal:
 * @self: an array of rank 2 or more
 * @offset: which diagonal: 0 for the main one, positive above it, negative below
 * @axis1: the axis of the rows
 * @axis2: the axis of the columns
 * @error: return location for a #GError
 *
 * Makes a view of a diagonal, as the last axis of the result.
 *
 * Errors: %VAST_ERROR_INDEX if an axis is out of bounds; %VAST_ERROR_INVALID_ARGUMENT if both are the same.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_diagonal (VastArray *self, gint64 offset, gint64 axis1, gint64 axis2, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error, [=] (const Layout &layout) {
    return layout.diagonal (offset, vast::normalize_axis (axis1, layout.rank ()),
                            vast::normalize_axis (axis2, layout.rank ()));
  });
}

/**
 * vast_array_expand_dims:
 * @self: an array
 * @axis: where the new axis comes in the result, counted from the front, or from the end if negative
 * @error: return location for a #GError
 *
 * Makes a view with a new axis of length 1.
 *
 * Errors: %VAST_ERROR_INDEX if the position is out of bounds; %VAST_ERROR_SHAPE if the rank would be over its limit.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_expand_dims (VastArray *self, gint64 axis, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error,
               [=] (const Layout &layout) { return layout.expand (vast::normalize_axis (axis, layout.rank () + 1)); });
}

/**
 * vast_array_squeeze:
 * @self: an array
 * @axis: the axis, counted from the front, or from the end if negative
 * @error: return location for a #GError
 *
 * Makes a view without an axis of length 1.
 *
 * Errors: %VAST_ERROR_INDEX if the axis is out of bounds; %VAST_ERROR_SHAPE if its length is not 1.
 *
 * Returns: (transfer full): the view
 *
 * Since: 1.0
 */
VastArray *
vast_array_squeeze (VastArray *self, gint64 axis, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return view (self, error,
               [=] (const Layout &layout) { return layout.squeeze (vast::normalize_axis (axis, layout.rank ())); });
}
