// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/vast-array-functions.h"

#include "array/vast-error-private.hh"
#include "procedures/invoke-scan.hh"

namespace vast {

static const ProcedureInfo &
cumulative_sum_info ()
{
  static const ProcedureInfo info = {
    .name = "cumulative_sum",
    .function_name = "vast_cumulative_sum",
    .doc = "Computes the running sum of the elements along an axis.\nIntegers are taken as 64-bit ones, which wrap.",
    .since = "1.0",
    .inputs = { "x" },
    .parameters = scan_parameters (),
    .partition = Partition::scan,
    .cost = 1,
    .signatures = scan_signatures (),
    .invoke = invoke_scan<Scan::sum>,
  };
  return info;
}

void
register_cumulative_sum (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&cumulative_sum_info ());
}

} // namespace vast

/**
 * vast_cumulative_sum: (attributes vast.procedure=cumulative_sum vast.partition=scan vast.cost=1)
 * @x: the array
 * @axis: (array length=n_axis) (nullable): the axis along which it runs, as a list of one axis; %NULL only for an array
 *   with one axis
 * @n_axis: the length of @axis
 * @dtype: (nullable): the element type of the result; none for that of [func@Vast.sum]
 * @include_initial: whether the result begins with 0, the sum of no elements, and is one longer along the axis
 *
 * Computes the running sum of the elements along an axis.
 *
 * Integers are taken as 64-bit ones, which wrap.
 *
 * Returns: (transfer full): a new array
 *
 * Since: 1.0
 */
VastArray *
vast_cumulative_sum (VastArray *x, const gint64 *axis, gsize n_axis, const char *dtype, gboolean include_initial,
                     GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function (vast::cumulative_sum_info (), { x }, vast::scan_options (axis, n_axis, dtype, include_initial));
  });
}

/**
 * vast_cumulative_sum_into: (attributes vast.procedure-into=cumulative_sum)
 * @x: the array
 * @out: the array to fill; its shape must be the result's
 * @axis: (array length=n_axis) (nullable): the axis along which it runs, as a list of one axis; %NULL only for an array
 *   with one axis
 * @n_axis: the length of @axis
 * @dtype: (nullable): the element type to compute in; none for that of [func@Vast.sum]
 * @include_initial: whether the result begins with 0, the sum of no elements, and is one longer along the axis
 *
 * As [func@Vast.cumulative_sum], but the result is written to @out, which may share memory with @x.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_cumulative_sum_into (VastArray *x, VastArray *out, const gint64 *axis, gsize n_axis, const char *dtype,
                          gboolean include_initial, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function_into (vast::cumulative_sum_info (), { x }, out,
                                     vast::scan_options (axis, n_axis, dtype, include_initial));
  });
}
