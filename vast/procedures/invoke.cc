// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/invoke.hh"

#include "core/error.hh"
#include "kernels/cast.hh"

namespace vast {

namespace {

int
kind_rank (ScalarType type)
{
  return type.is_boolean () ? 0 : type.is_unsigned () ? 1 : type.is_signed () ? 2 : type.is_floating () ? 3 : 4;
}

} // namespace

bool
casts_within_kind (ScalarType from, ScalarType to)
{
  if (!from.is_computable () || !to.is_computable ())
    return from.kind == to.kind && can_cast (from, to);
  return kind_rank (from) <= kind_rank (to);
}

void
check_output (const ProcedureInfo &info, ScalarType type, const Dims &shape, const Array &output)
{
  if (!(output.shape () == shape))
    fail (ErrorCode::shape, "%s: the output has shape %s, but the result %s", info.name, to_string (output.shape ()).c_str (),
          to_string (shape).c_str ());
  if (!casts_within_kind (type, output.type))
    fail (ErrorCode::type, "%s: a result of type %s does not go into an output of type %s", info.name, type.name ().c_str (),
          output.type.name ().c_str ());
  output.check_writable ();
}

void
deliver (const ProcedureInfo &info, Array &&result, Array &output)
{
  if (!output.defined ())
    {
      output = std::move (result);
      return;
    }
  check_output (info, result.type, result.shape (), output);
  copy_into (result, output);
}

void
check_computable (const ProcedureInfo &info, std::span<const Array> inputs)
{
  for (const Array &input : inputs)
    if (!input.type.is_computable ())
      fail (ErrorCode::type, "%s is not defined for elements of type %s", info.name, input.type.name ().c_str ());
}

Dims
reduced_axes (const Options &options, int rank)
{
  if (const auto *axes = options.get<std::vector<int64_t>> ("axis"))
    return normalize_axes (*axes, rank);
  if (const int64_t *axis = options.get<int64_t> ("axis"))
    return Dims { normalize_axis (*axis, rank) };
  return all_axes (rank);
}

ScalarType
wanted_type (const Options &options, ScalarType otherwise)
{
  const std::string *name = options.get<std::string> ("dtype");
  return name ? ScalarType::from_name (*name) : otherwise;
}

OptionValue
axis_option (const gint64 *axes, gsize n_axes)
{
  if (n_axes > 1)
    fail (ErrorCode::invalid_argument, "%zu axes were given where there can be one", n_axes);
  return axes && n_axes == 1 ? OptionValue (int64_t { axes[0] }) : OptionValue ();
}

} // namespace vast
