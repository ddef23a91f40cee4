// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/partition.hh"

#include "core/error.hh"
#include "kernels/cast.hh"
#include "procedures/cuts.hh"
#include "procedures/invoke.hh"

#include <cmath>

namespace vast {

namespace {

double
total_weight (std::span<const double> weights)
{
  double total = 0;
  for (double weight : weights)
    {
      if (!(weight >= 0) || !std::isfinite (weight))
        fail (ErrorCode::invalid_argument, "a weight of %g does not say how long a part is to be", weight);
      total += weight;
    }
  if (!(total > 0) || !std::isfinite (total))
    fail (ErrorCode::invalid_argument, "%zu weights with the sum %g do not say how long the parts are to be", weights.size (),
          total);
  return total;
}

// Where the parts begin, and where the last one ends; each bound is the nearest to what the weights say.
std::vector<int64_t>
part_bounds (int64_t length, std::span<const double> weights)
{
  const double total = total_weight (weights);
  std::vector<int64_t> bounds { 0 };
  double sum = 0;
  for (double weight : weights)
    {
      sum += weight;
      const int64_t bound = std::llround (static_cast<double> (length) * (sum / total));
      bounds.push_back (std::clamp (bound, bounds.back (), length));
    }
  bounds.back () = length;
  return bounds;
}

bool
has_elements (std::span<const Array> inputs)
{
  for (const Array &input : inputs)
    if (input.size () == 0)
      return false;
  return true;
}

// The options that all partial procedures know, for whole reductions with their axes kept.
Options
partial_options (const std::vector<const char *> &partials, const Options &options)
{
  Options result;
  for (const auto &[name, value] : options)
    {
      bool known = true;
      for (const char *partial : partials)
        known = known && find_parameter (find_procedure (partial), name);
      if (known)
        result.set (name, name == "keepdims" ? OptionValue (true) : value);
    }
  return result;
}

Array
concatenate (std::span<const std::vector<Array>> results, size_t output, int axis)
{
  const Array &first = results[0][output];
  Dims shape = first.shape ();
  if (axis >= shape.rank ())
    fail (ErrorCode::shape, "a part's result of shape %s has no axis %d to be joined along", to_string (shape).c_str (), axis);
  shape[axis] = 0;
  for (const auto &part : results)
    shape[axis] += part[output].rank () > axis ? part[output].shape ()[axis] : 0;

  Array whole = Array::empty (first.type, shape);
  int64_t offset = 0;
  for (const auto &part : results)
    {
      const int64_t end = offset + (part[output].rank () > axis ? part[output].shape ()[axis] : 0);
      const Array place = whole.view (whole.layout.slice (axis, offset, end, 1));
      if (!(place.shape () == part[output].shape ()) || part[output].type != first.type)
        fail (ErrorCode::shape, "a part's result of shape %s and type %s does not fit beside one of shape %s and type %s",
              to_string (part[output].shape ()).c_str (), part[output].type.name ().c_str (), to_string (first.shape ()).c_str (),
              first.type.name ().c_str ());
      copy_into (part[output], place);
      offset = end;
    }
  return whole;
}

} // namespace

PartitionPlan::PartitionPlan (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                              std::span<const double> weights)
  : info_ (info), options_ (complete_options (info, options))
{
  check_inputs (info, inputs.size ());
  total_weight (weights);
  const std::vector<Cut> cuts = find_cuts (info, inputs, options_);
  const std::vector<Cut> reduced = find_reduced_cuts (info, inputs, options_);
  const bool worth_it = weights.size () > 1 && has_elements (inputs);
  const Cut *cut = worth_it ? choose_cut (cuts, reduced, inputs, weights.size ()) : nullptr;
  if (!cut)
    parts_.push_back ({ { info.name }, { inputs.begin (), inputs.end () }, options_, 0, 0 });
  else if (cut->result_axis < 0)
    cut_reduced (inputs, *cut, weights);
  else
    {
      axis_ = cut->result_axis;
      cut_along (inputs, *cut, { info.name }, options_, weights);
    }
}

void
PartitionPlan::cut_reduced (std::span<const Array> inputs, const Cut &cut, std::span<const double> weights)
{
  reduces_ = true;
  const std::vector<const char *> &partials = info_.combination.partials;
  if (info_.partition == Partition::contraction)
    {
      // The parts' results have no axis to be joined along; each gets one in front.
      axis_ = 0;
      dropped_ = { 0 };
      cut_along (inputs, cut, partials, options_, weights);
      return;
    }
  const Dims axes = reduced_axes (options_, inputs[0].rank ());
  axis_ = cut.input_axes[0];
  if (!options_.get_or ("keepdims", false))
    dropped_ = axes;
  for (int64_t axis : axes)
    if (axis != axis_)
      scale_ *= inputs[0].shape ()[static_cast<int> (axis)];
  cut_along (inputs, cut, partials, partial_options (partials, options_), weights);
}

void
PartitionPlan::cut_along (std::span<const Array> inputs, const Cut &cut, const std::vector<const char *> &procedures,
                          const Options &options, std::span<const double> weights)
{
  const std::vector<int64_t> bounds = part_bounds (cut.length, weights);
  for (size_t i = 0; i + 1 < bounds.size (); i++)
    {
      if (bounds[i] == bounds[i + 1])
        continue;
      CallPart part { procedures, {}, options, bounds[i], bounds[i + 1] - bounds[i] };
      for (size_t k = 0; k < inputs.size (); k++)
        {
          const int axis = cut.input_axes[k];
          part.inputs.push_back (axis < 0 ? inputs[k]
                                          : inputs[k].view (inputs[k].layout.slice (axis, bounds[i], bounds[i + 1], 1)));
        }
      parts_.push_back (std::move (part));
    }
}

std::vector<Array>
PartitionPlan::combine (std::span<const std::vector<Array>> results) const
{
  const size_t wanted = reduces_ ? parts_[0].procedures.size () : static_cast<size_t> (info_.n_outputs);
  if (results.size () != parts_.size ())
    fail (ErrorCode::invalid_argument, "%s: results of %zu parts were given, but there are %zu", info_.name, results.size (),
          parts_.size ());
  for (const auto &part : results)
    if (part.size () != wanted)
      fail (ErrorCode::invalid_argument, "%s: a part has %zu results instead of %zu", info_.name, part.size (), wanted);
  if (axis_ < 0)
    return results[0];
  if (reduces_)
    return { combine_partials (results) };
  std::vector<Array> whole;
  for (size_t output = 0; output < wanted; output++)
    whole.push_back (results.size () == 1 ? results[0][output] : concatenate (results, output, axis_));
  return whole;
}

Array
PartitionPlan::combine_partials (std::span<const std::vector<Array>> results) const
{
  std::vector<std::vector<Array>> values (results.begin (), results.end ());
  if (info_.partition == Partition::contraction)
    for (auto &part : values)
      part[0] = part[0].view (part[0].layout.expand (0));
  std::vector<PartialResults> partials;
  for (size_t i = 0; i < values.size (); i++)
    partials.push_back ({ values[i], parts_[i].count * scale_, parts_[i].offset * scale_ });
  Array whole = info_.combination.combine (partials, axis_, options_);
  for (int i = dropped_.rank () - 1; i >= 0; i--)
    whole = whole.view (whole.layout.squeeze (static_cast<int> (dropped_[i])));
  return whole;
}

} // namespace vast
