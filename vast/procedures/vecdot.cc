// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-error-private.hh"
#include "core/error.hh"
#include "kernels/matmul.hh"
#include "procedures/combine.hh"
#include "procedures/cuts.hh"
#include "procedures/invoke.hh"
#include "procedures/vast-array-functions.h"

namespace vast {

// The contracted axis, counted from the end, where both operands have it.
static int64_t
contracted_axis (std::span<const Array> inputs, const Options &options)
{
  const int rank = std::min (inputs[0].rank (), inputs[1].rank ());
  const int64_t axis = options.get_or ("axis", int64_t { -1 });
  if (axis >= 0 && inputs[0].rank () != inputs[1].rank ())
    fail (ErrorCode::invalid_argument, "vecdot: axis %lld is not the same in shapes %s and %s; count it from the last",
          static_cast<long long> (axis), to_string (inputs[0].shape ()).c_str (), to_string (inputs[1].shape ()).c_str ());
  return normalize_axis (axis, rank) - rank;
}

static void
invoke_vecdot (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, std::span<Array> outputs)
{
  check_computable (info, inputs);
  deliver (info, vecdot (inputs[0], inputs[1], contracted_axis (inputs, options)), outputs[0]);
}

static std::vector<Cut>
vecdot_cuts (std::span<const Array> inputs, const Options &options)
{
  const Dims shape = broadcast_shapes (inputs[0].shape (), inputs[1].shape ());
  const int contracted = static_cast<int> (contracted_axis (inputs, options)) + shape.rank ();
  // The contracted axis is not in the result; along it, parts are added up.
  std::vector<Cut> cuts = broadcast_cuts (inputs, shape, {});
  for (Cut &cut : cuts)
    cut.result_axis = cut.result_axis == contracted ? -1 : cut.result_axis - (cut.result_axis > contracted);
  return cuts;
}

static const ProcedureInfo &
vecdot_info ()
{
  static const ProcedureInfo info = {
    .name = "vecdot",
    .function_name = "vast_vecdot",
    .doc = "Adds up the products of the elements of both operands along an axis.\nThe other axes broadcast. Elements of a "
           "complex first operand are conjugated.",
    .since = "1.0",
    .inputs = { "x1", "x2" },
    .parameters = { { "axis", ParameterKind::axis, int64_t { -1 }, "The axis of the vectors, counted from the last if it is "
                                                                   "negative" } },
    .partition = Partition::contraction,
    .cost = 2,
    .combination = { { "vecdot" }, combine_products },
    .cuts = vecdot_cuts,
    .signatures = { "bool, bool -> bool", "int8, int8 -> int8", "int16, int16 -> int16", "int32, int32 -> int32",
                    "int64, int64 -> int64", "uint8, uint8 -> uint8", "uint16, uint16 -> uint16", "uint32, uint32 -> uint32",
                    "uint64, uint64 -> uint64", "float32, float32 -> float32", "float64, float64 -> float64",
                    "complex64, complex64 -> complex64", "complex128, complex128 -> complex128" },
    .invoke = invoke_vecdot,
  };
  return info;
}

void
register_vecdot (std::vector<const ProcedureInfo *> &list)
{
  list.push_back (&vecdot_info ());
}

static Options
vecdot_options (gint64 axis)
{
  Options options;
  options.set ("axis", int64_t { axis });
  return options;
}

} // namespace vast

/**
 * vast_vecdot: (attributes vast.procedure=vecdot vast.partition=contraction vast.cost=2)
 * @x1: the first operand, which is conjugated if it is complex
 * @x2: the second operand
 * @axis: the axis of the vectors, usually -1; one that is not negative only if both operands have as many axes
 *
 * Adds up the products of the elements of both operands along an axis.
 *
 * The other axes broadcast. Products of integers wrap; of booleans it is whether any product is true.
 *
 * Returns: (transfer full): a new array, without that axis
 *
 * Since: 1.0
 */
VastArray *
vast_vecdot (VastArray *x1, VastArray *x2, gint64 axis, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function (vast::vecdot_info (), { x1, x2 }, vast::vecdot_options (axis));
  });
}

/**
 * vast_vecdot_into: (attributes vast.procedure-into=vecdot)
 * @x1: the first operand, which is conjugated if it is complex
 * @x2: the second operand
 * @out: the array to fill; its shape must be the result's
 * @axis: the axis of the vectors, usually -1; one that is not negative only if both operands have as many axes
 *
 * As [func@Vast.vecdot], but the result is written to @out, which may share memory with the operands.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_vecdot_into (VastArray *x1, VastArray *x2, VastArray *out, gint64 axis, GError **error)
{
  return vast::guard (error, [&] {
    return vast::call_function_into (vast::vecdot_info (), { x1, x2 }, out, vast::vecdot_options (axis));
  });
}
