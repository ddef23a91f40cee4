// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/matmul.hh"

#include "array/vast-error-private.hh"
#include "procedures/combine.hh"
#include "procedures/invoke.hh"
#include "procedures/vast-array-functions.h"

namespace vast {

static void
invoke_matmul (const ProcedureInfo &info, std::span<const Array> inputs, const Options &, std::span<Array> outputs)
{
  check_computable (info, inputs);
  deliver (info, matmul (inputs[0], inputs[1]), outputs[0]);
}

// An axis of many matrices, in one operand: -1 if it has the same matrix for all.
static int
batch_axis (const Array &x, int axis, int n_batch, int64_t length)
{
  const int own = axis - n_batch + x.rank () - 2;
  return own >= 0 && x.shape ()[own] == length ? own : -1;
}

// Along the axes of many matrices, along the rows of the first operand or the columns of the second; and along what is
// summed over.
static std::vector<Cut>
matmul_cuts (std::span<const Array> inputs, const Options &)
{
  const Array &a = inputs[0];
  const Array &b = inputs[1];
  const Dims shape = matmul_shape (a.shape (), b.shape ());
  const bool has_rows = a.rank () > 1, has_columns = b.rank () > 1;
  const int n_batch = shape.rank () - has_rows - has_columns;
  std::vector<Cut> cuts;
  for (int axis = 0; axis < n_batch; axis++)
    cuts.push_back ({ axis,
                      shape[axis],
                      { batch_axis (a, axis, n_batch, shape[axis]), batch_axis (b, axis, n_batch, shape[axis]) } });
  if (has_rows)
    cuts.push_back ({ n_batch, shape[n_batch], { a.rank () - 2, -1 } });
  if (has_columns)
    cuts.push_back ({ n_batch + has_rows, shape[n_batch + has_rows], { -1, b.rank () - 1 } });
  cuts.push_back ({ -1, a.shape ()[a.rank () - 1], { a.rank () - 1, has_columns ? b.rank () - 2 : 0 } });
  return cuts;
}

static const ProcedureInfo &
matmul_info ()
{
  static const ProcedureInfo info = {
    .name = "matmul",
    .function_name = "vast_matmul",
    .doc = "Computes the matrix product.\nThe last two axes of each operand are those of a matrix, the others broadcast. An "
           "operand with one axis is a row on the left and a column on the right, and its axis is not in the result.",
    .since = "1.0",
    .inputs = { "x1", "x2" },
    .partition = Partition::contraction,
    .cost = 200,
    .gradients = { { "x1", "matmul (g, matrix_transpose (x2))" }, { "x2", "matmul (matrix_transpose (x1), g)" } },
    .combination = { { "matmul" }, combine_products },
    .cuts = matmul_cuts,
    .signatures = { "bool, bool -> bool", "int8, int8 -> int8", "int16, int16 -> int16", "int32, int32 -> int32",
                    "int64, int64 -> int64", "uint8, uint8 -> uint8", "uint16, uint16 -> uint16", "uint32, uint32 -> uint32",
                    "uint64, uint64 -> uint64", "float32, float32 -> float32", "float64, float64 -> float64",
                    "complex64, complex64 -> complex64", "complex128, complex128 -> complex128" },
    .invoke = invoke_matmul,
  };
  return info;
}

void
register_matmul (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&matmul_info ());
}

} // namespace vast

/**
 * vast_matmul: (attributes vast.procedure=matmul vast.partition=contraction vast.cost=200 vast.gradient=x1,x2)
 * @x1: the left operand
 * @x2: the right operand
 *
 * Computes the matrix product.
 *
 * The last two axes of each operand are those of a matrix, the others broadcast. An operand with one axis is a row on the
 * left and a column on the right, and its axis is not in the result. An operand without an axis is the error
 * %VAST_ERROR_SHAPE.
 *
 * Products of integers wrap; of booleans it is whether any product is true.
 *
 * Returns: (transfer full): a new array
 *
 * Since: 1.0
 */
VastArray *
vast_matmul (VastArray *x1, VastArray *x2, GError **error)
{
  return vast::guard (error, [&] { return vast::call_function (vast::matmul_info (), { x1, x2 }); });
}

/**
 * vast_matmul_into: (attributes vast.procedure-into=matmul)
 * @x1: the left operand
 * @x2: the right operand
 * @out: the array to fill; its shape must be the result's
 *
 * As [func@Vast.matmul], but the result is written to @out, which may share memory with the operands.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_matmul_into (VastArray *x1, VastArray *x2, VastArray *out, GError **error)
{
  return vast::guard (error, [&] { return vast::call_function_into (vast::matmul_info (), { x1, x2 }, out); });
}
