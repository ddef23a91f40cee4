// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/reduce.hh"

#include "core/error.hh"
#include "procedures/invoke.hh"

namespace vast {

template <Reduction op>
void
invoke_reduction (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                  std::span<Array> outputs)
{
  const Array &x = inputs[0];
  check_computable (info, inputs);
  const Dims axes = reduced_axes (options, x.rank ());
  const ScalarType type = wanted_type (options, reduction_type (op, x.type));
  ReduceParameters parameters;
  parameters.correction = options.get_or ("correction", 0.0);
  deliver (info, reduce (op, x, axes, options.get_or ("keepdims", false), type, parameters), outputs[0]);
}

template <ArgReduction op>
void
invoke_arg_reduction (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                      std::span<Array> outputs)
{
  const Array &x = inputs[0];
  check_computable (info, inputs);
  std::optional<int> axis;
  if (const int64_t *given = options.get<int64_t> ("axis"))
    axis = normalize_axis (*given, x.rank ());
  deliver (info, arg_reduce (op, x, axis, options.get_or ("keepdims", false)), outputs[0]);
}

template void invoke_reduction<Reduction::sum> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::prod> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::min> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::max> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::mean> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::variance> (const ProcedureInfo &, std::span<const Array>, const Options &,
                                                     std::span<Array>);
template void invoke_reduction<Reduction::standard_deviation> (const ProcedureInfo &, std::span<const Array>, const Options &,
                                                               std::span<Array>);
template void invoke_reduction<Reduction::any> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::all> (const ProcedureInfo &, std::span<const Array>, const Options &, std::span<Array>);
template void invoke_reduction<Reduction::count_nonzero> (const ProcedureInfo &, std::span<const Array>, const Options &,
                                                          std::span<Array>);
template void invoke_arg_reduction<ArgReduction::argmin> (const ProcedureInfo &, std::span<const Array>, const Options &,
                                                          std::span<Array>);
template void invoke_arg_reduction<ArgReduction::argmax> (const ProcedureInfo &, std::span<const Array>, const Options &,
                                                          std::span<Array>);

} // namespace vast
