// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/cuts.hh"

#include "procedures/invoke.hh"
#include "procedures/registry.hh"

#include <cstdlib>

namespace vast {

namespace {

// With this many elements a part along the cut axis, parts of whole elements are even enough (to an eighth).
constexpr int64_t even_length = 4;

bool
contains (const Dims &axes, int axis)
{
  return std::ranges::find (axes, axis) != axes.end ();
}

Dims
broadcast_shape (std::span<const Array> inputs)
{
  Dims shape = inputs[0].shape ();
  for (const Array &input : inputs.subspan (1))
    shape = broadcast_shapes (shape, input.shape ());
  return shape;
}

// The axes along which a scan or an axis-wise procedure works as a whole.
Dims
own_axes (const ProcedureInfo &info, const Options &options, int rank)
{
  if (const Parameter *parameter = find_parameter (info, "axis"))
    {
      const OptionValue *value = options.find (parameter->name);
      // Without an axis it is the only one, or all of them one after the other.
      return value && !std::holds_alternative<std::monostate> (*value) ? reduced_axes (options, rank) : all_axes (rank);
    }
  Dims axes;
  for (int axis = std::max (0, rank - info.core_rank); axis < rank; axis++)
    axes.push_back (axis);
  return axes;
}

// A scan or an axis-wise procedure is cut along the other axes of its first input; further inputs go whole.
std::vector<Cut>
other_axes_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options)
{
  std::vector<Cut> cuts
    = broadcast_cuts (inputs.first (1), inputs[0].shape (), own_axes (info, options, inputs[0].rank ()));
  for (Cut &cut : cuts)
    cut.input_axes.resize (inputs.size (), -1);
  return cuts;
}

// A reduction's results lie beside each other along the axes that it keeps.
std::vector<Cut>
kept_cuts (const Array &input, const Options &options)
{
  const Dims reduced = reduced_axes (options, input.rank ());
  const bool keepdims = options.get_or ("keepdims", false);
  std::vector<Cut> cuts;
  int position = 0;
  for (int axis = 0; axis < input.rank (); axis++)
    {
      const bool kept = !contains (reduced, axis);
      if (kept)
        cuts.push_back ({ keepdims ? axis : position, input.shape ()[axis], { axis } });
      position += kept;
    }
  return cuts;
}

// Those of a contraction whose results lie beside each other, or those whose results are summed.
std::vector<Cut>
contraction_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, bool summed)
{
  std::vector<Cut> cuts = info.cuts ? info.cuts (inputs, options) : std::vector<Cut> ();
  std::erase_if (cuts, [=] (const Cut &cut) { return (cut.result_axis < 0) != summed; });
  return cuts;
}

// How far apart in memory neighbours along the cut are: the larger, the more of a part lies together.
int64_t
memory_stride (const Cut &cut, std::span<const Array> inputs)
{
  int64_t stride = 0;
  for (size_t i = 0; i < inputs.size (); i++)
    if (cut.input_axes[i] >= 0)
      stride = std::max (stride, std::abs (inputs[i].layout.strides[cut.input_axes[i]]));
  return stride;
}

const Cut *
outermost (std::span<const Cut> cuts, std::span<const Array> inputs, int64_t least)
{
  const Cut *best = nullptr;
  for (const Cut &cut : cuts)
    if (cut.length >= least && (!best || memory_stride (cut, inputs) > memory_stride (*best, inputs)))
      best = &cut;
  return best;
}

} // namespace

std::vector<Cut>
broadcast_cuts (std::span<const Array> inputs, const Dims &shape, const Dims &excluded)
{
  std::vector<Cut> cuts;
  for (int axis = 0; axis < shape.rank (); axis++)
    {
      if (contains (excluded, axis))
        continue;
      Cut cut { axis, shape[axis], {} };
      for (const Array &input : inputs)
        {
          const int own = axis - (shape.rank () - input.rank ());
          cut.input_axes.push_back (own >= 0 && input.shape ()[own] == shape[axis] ? own : -1);
        }
      cuts.push_back (std::move (cut));
    }
  return cuts;
}

std::vector<Cut>
find_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options)
{
  switch (info.partition)
    {
    case Partition::elementwise: return broadcast_cuts (inputs, broadcast_shape (inputs), {});
    case Partition::reduction: return kept_cuts (inputs[0], options);
    case Partition::scan:
    case Partition::axis: return other_axes_cuts (info, inputs, options);
    case Partition::contraction: return contraction_cuts (info, inputs, options, false);
    case Partition::whole: break;
    }
  return {};
}

std::vector<Cut>
find_reduced_cuts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options)
{
  if (!info.combination.combine)
    return {};
  if (info.partition == Partition::contraction)
    return contraction_cuts (info, inputs, options, true);
  const Parameter *parameter = find_parameter (info, "axis");
  const bool flattens = parameter && parameter->kind == ParameterKind::axis && !options.get<int64_t> ("axis");
  std::vector<Cut> cuts;
  for (int64_t axis : reduced_axes (options, inputs[0].rank ()))
    // An index into the flattened array can be told from a part's only along the first axis.
    if (!flattens || axis == 0)
      cuts.push_back ({ -1, inputs[0].shape ()[static_cast<int> (axis)], { static_cast<int> (axis) } });
  return cuts;
}

const Cut *
choose_cut (std::span<const Cut> preferred, std::span<const Cut> others, std::span<const Array> inputs, size_t n_parts)
{
  const int64_t n = static_cast<int64_t> (n_parts);
  for (int64_t least : { n * even_length, n })
    for (std::span<const Cut> cuts : { preferred, others })
      if (const Cut *cut = outermost (cuts, inputs, least))
        return cut;
  const Cut *longest = nullptr;
  for (std::span<const Cut> cuts : { preferred, others })
    for (const Cut &cut : cuts)
      if (cut.length > 1 && (!longest || cut.length > longest->length))
        longest = &cut;
  return longest;
}

} // namespace vast
