// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/error.hh"
#include "kernels/reduce.hh"
#include "kernels/scan.hh"
#include "procedures/invoke.hh"

namespace vast {

// What the running sum and product share.

inline std::vector<Parameter>
scan_parameters ()
{
  return {
    { "axis", ParameterKind::axis, std::monostate (), "The axis along which it runs; none only for an array with one axis" },
    { "dtype", ParameterKind::scalar_type, std::monostate (), "The element type of the result; none for that of a sum" },
    { "include_initial", ParameterKind::boolean, false, "Whether the result begins with the value of no elements" },
  };
}

inline std::vector<const char *>
scan_signatures ()
{
  return { "bool -> int64",    "int8 -> int64",    "int16 -> int64",     "int32 -> int64",     "int64 -> int64",
           "uint8 -> uint64",  "uint16 -> uint64", "uint32 -> uint64",   "uint64 -> uint64",   "float32 -> float32",
           "float64 -> float64", "complex64 -> complex64", "complex128 -> complex128" };
}

inline Options
scan_options (const gint64 *axis, gsize n_axis, const char *dtype, gboolean include_initial)
{
  Options options;
  options.set ("axis", axis_option (axis, n_axis));
  options.set ("dtype", text_option (dtype));
  options.set ("include_initial", include_initial != FALSE);
  return options;
}

template <Scan op>
void
invoke_scan (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, std::span<Array> outputs)
{
  const Array &x = inputs[0];
  check_computable (info, inputs);
  const int64_t *axis = options.get<int64_t> ("axis");
  if (!axis && x.rank () != 1)
    fail (ErrorCode::invalid_argument, "%s: an array of shape %s needs an axis to be named", info.name,
          to_string (x.shape ()).c_str ());
  const Reduction reduction = op == Scan::sum ? Reduction::sum : Reduction::prod;
  const ScalarType type = wanted_type (options, reduction_type (reduction, x.type));
  deliver (info, scan (op, x, axis ? normalize_axis (*axis, x.rank ()) : 0, options.get_or ("include_initial", false), type),
           outputs[0]);
}

} // namespace vast
