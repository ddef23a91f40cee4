// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/sort.hh"

#include "array/vast-error-private.hh"
#include "procedures/invoke-sort.hh"
#include "procedures/vast-array-functions.h"

namespace vast {

static void
invoke_sort (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, std::span<Array> outputs)
{
  const Array &x = inputs[0];
  const int axis = normalize_axis (options.get_or ("axis", int64_t { -1 }), x.rank ());
  deliver (info, sort (x, axis, options.get_or ("descending", false), options.get_or ("stable", true)), outputs[0]);
}

static const ProcedureInfo &
sort_info ()
{
  static const ProcedureInfo info = {
    .name = "sort",
    .function_name = "vast_sort",
    .doc = "Sorts the elements along an axis.\nNaN goes last in either direction. Complex numbers are in the order of their "
           "real, then of their imaginary parts.",
    .since = "1.0",
    .inputs = { "x" },
    .parameters = sort_parameters (),
    .partition = Partition::axis,
    .cost = 30,
    .signatures = { "bool -> bool", "int8 -> int8", "int16 -> int16", "int32 -> int32", "int64 -> int64", "uint8 -> uint8",
                    "uint16 -> uint16", "uint32 -> uint32", "uint64 -> uint64", "float32 -> float32", "float64 -> float64",
                    "complex64 -> complex64", "complex128 -> complex128", "string -> string" },
    .invoke = invoke_sort,
  };
  return info;
}

void
register_sort (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&sort_info ());
}

} // namespace vast

/**
 * vast_sort: (attributes vast.procedure=sort vast.partition=axis vast.cost=30)
 * @x: the array
 * @axis: the axis along which is sorted; a negative one counts from the last
 * @descending: whether the largest comes first
 * @stable: whether equal elements that can be told apart, such as -0 and 0, keep their order
 *
 * Sorts the elements along an axis.
 *
 * NaN goes last in either direction. Complex numbers are in the order of their real, then of their imaginary parts,
 * strings in that of their bytes.
 *
 * Returns: (transfer full): a new array
 *
 * Since: 1.0
 */
VastArray *
vast_sort (VastArray *x, gint64 axis, gboolean descending, gboolean stable, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function (vast::sort_info (), { x }, vast::sort_options (axis, descending, stable));
  });
}

/**
 * vast_sort_into: (attributes vast.procedure-into=sort)
 * @x: the array
 * @out: the array to fill; its shape must be that of @x
 * @axis: the axis along which is sorted; a negative one counts from the last
 * @descending: whether the largest comes first
 * @stable: whether equal elements that can be told apart, such as -0 and 0, keep their order
 *
 * As [func@Vast.sort], but the result is written to @out, which may be @x.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_sort_into (VastArray *x, VastArray *out, gint64 axis, gboolean descending, gboolean stable, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function_into (vast::sort_info (), { x }, out, vast::sort_options (axis, descending, stable));
  });
}
