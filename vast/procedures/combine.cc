// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/combine.hh"

#include "kernels/cast.hh"
#include "procedures/registry.hh"

#include <cmath>
#include <complex>

namespace vast {

namespace {

// One partial result of all parts, joined along the cut axis, where each has the length 1.
Array
stack (std::span<const PartialResults> parts, size_t partial, int axis, ScalarType type)
{
  Dims shape = parts[0].values[partial].shape ();
  shape[axis] = static_cast<int64_t> (parts.size ());
  Array result = Array::empty (type, shape);
  for (size_t i = 0; i < parts.size (); i++)
    {
      const int64_t at = static_cast<int64_t> (i);
      copy_into (parts[i].values[partial], result.view (result.layout.slice (axis, at, at + 1, 1)));
    }
  return result;
}

// How many elements each part has, so that it broadcasts along the cut axis of stacked results.
Array
counts (std::span<const PartialResults> parts, int axis, int rank)
{
  Dims shape (rank, 1);
  shape[axis] = static_cast<int64_t> (parts.size ());
  Array result = Array::empty (ScalarKind::float64, shape);
  for (size_t i = 0; i < parts.size (); i++)
    result.as<double> ()[i] = static_cast<double> (parts[i].count);
  return result;
}

Array
compute (const char *name, std::initializer_list<Array> inputs)
{
  return call (find_procedure (name), { inputs.begin (), inputs.size () }, {})[0];
}

Array
sum_parts (const Array &stacked, int axis)
{
  return reduce (Reduction::sum, stacked, Dims { axis }, true, stacked.type);
}

ScalarType
double_precision (ScalarType type)
{
  return type.is_complex () ? ScalarKind::complex128 : ScalarKind::float64;
}

double
total_count (std::span<const PartialResults> parts)
{
  int64_t total = 0;
  for (const PartialResults &part : parts)
    total += part.count;
  return static_cast<double> (total);
}

// The mean of stacked means, each of which is of so many elements.
Array
weighted_mean (const Array &means, const Array &weights, double total, int axis)
{
  return compute ("divide", { sum_parts (compute ("multiply", { means, weights }), axis), Array::scalar (total) });
}

template <typename T>
bool
is_nan (T value)
{
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan (value);
  else
    return false;
}

template <ArgReduction op, typename T>
void
take_better (const T *values, const int64_t *positions, int64_t offset, T *best, int64_t *result, int64_t size)
{
  for (int64_t i = 0; i < size; i++)
    {
      const bool more = op == ArgReduction::argmax ? values[i] > best[i] : values[i] < best[i];
      if ((more || is_nan (values[i])) && !is_nan (best[i]))
        {
          best[i] = values[i];
          result[i] = positions[i] + offset;
        }
    }
}

} // namespace

template <Reduction op>
Array
combine_same (std::span<const PartialResults> parts, int axis, const Options &)
{
  const Array stacked = stack (parts, 0, axis, parts[0].values[0].type);
  return reduce (op, stacked, Dims { axis }, true, stacked.type);
}

Array
combine_means (std::span<const PartialResults> parts, int axis, const Options &)
{
  const ScalarType type = parts[0].values[0].type;
  const Array means = stack (parts, 0, axis, double_precision (type));
  const Array mean = weighted_mean (means, counts (parts, axis, means.rank ()), total_count (parts), axis);
  return cast_to (mean, type);
}

Array
combine_variances (std::span<const PartialResults> parts, int axis, const Options &options)
{
  const double total = total_count (parts);
  const double freedom = std::max (total - options.get_or ("correction", 0.0), 0.0);
  const Array means = stack (parts, 0, axis, double_precision (parts[0].values[0].type));
  const Array variances = stack (parts, 1, axis, ScalarKind::float64);
  const Array weights = counts (parts, axis, means.rank ());
  const Array distances = compute ("abs", { compute ("subtract", { means, weighted_mean (means, weights, total, axis) }) });
  const Array spread = compute ("add", { variances, compute ("multiply", { distances, distances }) });
  const Array squares = sum_parts (compute ("multiply", { spread, weights }), axis);
  return cast_to (compute ("divide", { squares, Array::scalar (freedom) }), parts[0].values[1].type);
}

Array
combine_deviations (std::span<const PartialResults> parts, int axis, const Options &options)
{
  return compute ("sqrt", { combine_variances (parts, axis, options) });
}

template Array combine_same<Reduction::sum> (std::span<const PartialResults>, int, const Options &);
template Array combine_same<Reduction::prod> (std::span<const PartialResults>, int, const Options &);
template Array combine_same<Reduction::min> (std::span<const PartialResults>, int, const Options &);
template Array combine_same<Reduction::max> (std::span<const PartialResults>, int, const Options &);
template Array combine_same<Reduction::any> (std::span<const PartialResults>, int, const Options &);
template Array combine_same<Reduction::all> (std::span<const PartialResults>, int, const Options &);

Array
combine_products (std::span<const PartialResults> parts, int axis, const Options &options)
{
  return parts[0].values[0].type.is_boolean () ? combine_same<Reduction::any> (parts, axis, options)
                                               : combine_same<Reduction::sum> (parts, axis, options);
}

template <ArgReduction op>
Array
combine_positions (std::span<const PartialResults> parts, int, const Options &)
{
  const Array best = copy (parts[0].values[0]);
  const Array result = copy (parts[0].values[1]);
  visit_kind (best.type.kind, [&]<typename T> (TypeTag<T>) {
    if constexpr (!std::is_same_v<T, complex64> && !std::is_same_v<T, complex128>)
      for (const PartialResults &part : parts.subspan (1))
        {
          const Array values = make_contiguous (part.values[0]);
          const Array positions = make_contiguous (part.values[1]);
          take_better<op> (values.as<T> (), positions.as<int64_t> (), part.offset, best.as<T> (), result.as<int64_t> (),
                           best.size ());
        }
  });
  return result;
}

template Array combine_positions<ArgReduction::argmin> (std::span<const PartialResults>, int, const Options &);
template Array combine_positions<ArgReduction::argmax> (std::span<const PartialResults>, int, const Options &);

} // namespace vast
