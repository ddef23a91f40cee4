// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-error-private.hh"
#include "core/error.hh"
#include "procedures/invoke.hh"
#include "procedures/vast-array-functions.h"

namespace vast {

static void
invoke_matrix_transpose (const ProcedureInfo &info, std::span<const Array> inputs, const Options &, std::span<Array> outputs)
{
  const Array &x = inputs[0];
  if (x.rank () < 2)
    fail (ErrorCode::shape, "%s: an array of shape %s is no matrix", info.name, to_string (x.shape ()).c_str ());
  Dims axes;
  for (int axis = 0; axis < x.rank () - 2; axis++)
    axes.push_back (axis);
  axes.push_back (x.rank () - 1);
  axes.push_back (x.rank () - 2);
  deliver (info, x.view (x.layout.permute (axes.span ())), outputs[0]);
}

static const ProcedureInfo &
matrix_transpose_info ()
{
  static const ProcedureInfo info = {
    .name = "matrix_transpose",
    .function_name = "vast_matrix_transpose",
    .doc = "Swaps the last two axes: the rows and columns of a matrix.\nThe result is a view; nothing is copied.",
    .since = "1.0",
    .inputs = { "x" },
    .partition = Partition::axis,
    .cost = 1,
    .gradients = { { "x", "matrix_transpose (g)" } },
    .core_rank = 2,
    .signatures = { "any -> any" },
    .invoke = invoke_matrix_transpose,
  };
  return info;
}

void
register_matrix_transpose (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&matrix_transpose_info ());
}

} // namespace vast

/**
 * vast_matrix_transpose: (attributes vast.procedure=matrix_transpose vast.partition=axis vast.cost=1 vast.gradient=x)
 * @x: a matrix, or an array of matrices
 *
 * Swaps the last two axes: the rows and columns of a matrix.
 *
 * The result is a view of the memory of @x; nothing is copied. An array with fewer than two axes is the error
 * %VAST_ERROR_SHAPE.
 *
 * Returns: (transfer full): a view
 *
 * Since: 1.0
 */
VastArray *
vast_matrix_transpose (VastArray *x, GError **error)
{
  return vast::guard (error, [&] { return vast::call_function (vast::matrix_transpose_info (), { x }); });
}

/**
 * vast_matrix_transpose_into: (attributes vast.procedure-into=matrix_transpose)
 * @x: a matrix, or an array of matrices
 * @out: the array to fill; its shape must be the result's
 *
 * As [func@Vast.matrix_transpose], but the elements are copied to @out, which may share memory with @x.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_matrix_transpose_into (VastArray *x, VastArray *out, GError **error)
{
  return vast::guard (error, [&] { return vast::call_function_into (vast::matrix_transpose_info (), { x }, out); });
}
