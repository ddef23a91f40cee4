// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-error-private.hh"
#include "kernels/sort.hh"
#include "procedures/invoke-sort.hh"
#include "procedures/vast-array-functions.h"

namespace vast {

static void
invoke_argsort (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, std::span<Array> outputs)
{
  const Array &x = inputs[0];
  const int axis = normalize_axis (options.get_or ("axis", int64_t { -1 }), x.rank ());
  deliver (info, argsort (x, axis, options.get_or ("descending", false)), outputs[0]);
}

static const ProcedureInfo &
argsort_info ()
{
  static const ProcedureInfo info = {
    .name = "argsort",
    .function_name = "vast_argsort",
    .doc = "Finds the indices that sort the elements along an axis.\nThey are those of the stable order, whatever is asked "
           "for; NaN goes last in either direction.",
    .since = "1.0",
    .inputs = { "x" },
    .parameters = sort_parameters (),
    .partition = Partition::axis,
    .cost = 60,
    .signatures = { "bool -> int64", "int8 -> int64", "int16 -> int64", "int32 -> int64", "int64 -> int64", "uint8 -> int64",
                    "uint16 -> int64", "uint32 -> int64", "uint64 -> int64", "float32 -> int64", "float64 -> int64",
                    "complex64 -> int64", "complex128 -> int64", "string -> int64" },
    .invoke = invoke_argsort,
  };
  return info;
}

void
register_argsort (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&argsort_info ());
}

} // namespace vast

/**
 * vast_argsort: (attributes vast.procedure=argsort vast.partition=axis vast.cost=60)
 * @x: the array
 * @axis: the axis along which is sorted; a negative one counts from the last
 * @descending: whether the largest comes first
 * @stable: whether equal elements keep their order; they do always
 *
 * Finds the indices that sort the elements along an axis.
 *
 * NaN goes last in either direction. Complex numbers are in the order of their real, then of their imaginary parts,
 * strings in that of their bytes.
 *
 * Returns: (transfer full): a new array of int64
 *
 * Since: 1.0
 */
VastArray *
vast_argsort (VastArray *x, gint64 axis, gboolean descending, gboolean stable, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function (vast::argsort_info (), { x }, vast::sort_options (axis, descending, stable));
  });
}

/**
 * vast_argsort_into: (attributes vast.procedure-into=argsort)
 * @x: the array
 * @out: the array to fill; its shape must be that of @x
 * @axis: the axis along which is sorted; a negative one counts from the last
 * @descending: whether the largest comes first
 * @stable: whether equal elements keep their order; they do always
 *
 * As [func@Vast.argsort], but the result is written to @out, which may share memory with @x.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_argsort_into (VastArray *x, VastArray *out, gint64 axis, gboolean descending, gboolean stable, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function_into (vast::argsort_info (), { x }, out, vast::sort_options (axis, descending, stable));
  });
}
