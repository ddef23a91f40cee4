// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/reduce.hh"

#include "kernels/cast.hh"
#include "kernels/reduce-walk.hh"

#include <cmath>
#include <cstring>

namespace vast {

namespace {

const char *
name_of (Reduction op)
{
  switch (op)
    {
    case Reduction::sum: return "sum";
    case Reduction::prod: return "prod";
    case Reduction::min: return "min";
    case Reduction::max: return "max";
    case Reduction::mean: return "mean";
    case Reduction::variance: return "var";
    case Reduction::standard_deviation: return "std";
    case Reduction::any: return "any";
    case Reduction::all: return "all";
    case Reduction::count_nonzero: return "count_nonzero";
    }
  return "";
}

bool
is_sum_or_product (Reduction op)
{
  return op == Reduction::sum || op == Reduction::prod;
}

bool
is_extreme (Reduction op)
{
  return op == Reduction::min || op == Reduction::max;
}

bool
is_deviation (Reduction op)
{
  return op == Reduction::variance || op == Reduction::standard_deviation;
}

// The type in which sums, products and means are accumulated.
ScalarType
wide (ScalarType type)
{
  if (type.is_complex ())
    return ScalarKind::complex128;
  if (type.is_floating ())
    return ScalarKind::float64;
  return type.is_unsigned () ? ScalarKind::uint64 : ScalarKind::int64;
}

// What a kernel's accumulators are, or become, before they are converted to the type that was asked for.
ScalarType
accumulated_type (Reduction op, ScalarType type)
{
  switch (op)
    {
    case Reduction::sum:
    case Reduction::prod: return wide (type);
    case Reduction::min:
    case Reduction::max: return type;
    case Reduction::mean: return type.is_complex () ? ScalarKind::complex128 : ScalarKind::float64;
    case Reduction::variance:
    case Reduction::standard_deviation: return ScalarKind::float64;
    case Reduction::any:
    case Reduction::all: return ScalarKind::boolean;
    case Reduction::count_nonzero: return ScalarKind::int64;
    }
  return type;
}

int64_t
reduced_count (const Dims &shape, const Dims &axes)
{
  int64_t count = 1;
  for (int64_t axis : axes)
    count *= shape[static_cast<int> (axis)];
  return count;
}

template <typename Value>
void
finish_mean (Value *values, int64_t n, int64_t count)
{
  for (int64_t i = 0; i < n; i++)
    values[i] /= static_cast<double> (count);
}

template <typename Mean>
void
finish_deviation (double *to, const std::byte *from, int64_t n, double divisor, bool root)
{
  for (int64_t i = 0; i < n; i++)
    {
      Moments<Mean> moments;
      std::memcpy (&moments, from + static_cast<size_t> (i) * sizeof moments, sizeof moments);
      const double variance = moments.squares / divisor;
      to[i] = root ? std::sqrt (variance) : variance;
    }
}

// Where a sum or product in the kernel's own type, converted afterwards, would not be that in the type asked for.
bool
must_convert_first (Reduction op, ScalarType type, ScalarType result)
{
  if (!is_sum_or_product (op))
    return false;
  const bool exact = type.is_integer () || type.is_boolean ();
  const bool result_exact = result.is_integer () || result.is_boolean ();
  return exact != result_exact;
}

void
check_defined (Reduction op, const Array &x, const Dims &axes)
{
  if (!x.type.is_computable () || !find_reduce_kernel (op, x.type.kind))
    fail (ErrorCode::type, "%s is not defined for %s", name_of (op), x.type.name ().c_str ());
  for (int i = 0; i < axes.rank (); i++)
    if (axes[i] < 0 || axes[i] >= x.rank () || (i > 0 && axes[i] <= axes[i - 1]))
      fail (ErrorCode::index, "axes %s are not sorted axes of an array of rank %d", to_string (axes).c_str (),
            x.rank ());
  if (is_extreme (op) && x.size () == 0 && element_count (SplitLayout (x.layout, axes).kept_shape) > 0)
    fail (ErrorCode::invalid_argument, "%s of no elements: axes %s of shape %s", name_of (op),
          to_string (axes).c_str (), to_string (x.shape ()).c_str ());
}

} // namespace

ScalarType
reduction_type (Reduction op, ScalarType type)
{
  if (!type.is_computable () || (is_extreme (op) && type.is_complex ()))
    fail (ErrorCode::type, "%s is not defined for %s", name_of (op), type.name ().c_str ());
  const bool is_inexact = type.is_floating () || type.is_complex ();
  if (is_sum_or_product (op))
    return is_inexact ? type : wide (type);
  if (op == Reduction::mean)
    return is_inexact ? type : ScalarType (ScalarKind::float64);
  if (is_deviation (op))
    return is_inexact ? type.real () : ScalarType (ScalarKind::float64);
  return accumulated_type (op, type);
}

Array
reduce (Reduction op, const Array &x, const Dims &axes, bool keepdims, ScalarType result_type,
        const ReduceParameters &parameters)
{
  check_defined (op, x, axes);
  if (!result_type.is_computable ())
    fail (ErrorCode::type, "%s cannot be of type %s", name_of (op), result_type.name ().c_str ());
  if (must_convert_first (op, x.type, result_type))
    return reduce (op, cast_to (x, result_type), axes, keepdims, result_type, parameters);
  if (!is_aligned (x))
    return reduce (op, copy (x), axes, keepdims, result_type, parameters);

  const std::vector<std::byte> accumulators = run_reduction (*find_reduce_kernel (op, x.type.kind), x, axes);
  Array result = Array::empty (accumulated_type (op, x.type), SplitLayout (x.layout, axes).kept_shape);
  const int64_t n = result.size (), count = reduced_count (x.shape (), axes);
  if (is_deviation (op))
    {
      const double divisor = std::max (static_cast<double> (count) - parameters.correction, 0.0);
      const bool root = op == Reduction::standard_deviation;
      if (x.type.is_complex ())
        finish_deviation<complex128> (result.as<double> (), accumulators.data (), n, divisor, root);
      else
        finish_deviation<double> (result.as<double> (), accumulators.data (), n, divisor, root);
    }
  else if (n > 0)
    std::memcpy (result.data (), accumulators.data (), accumulators.size ());
  if (op == Reduction::mean && x.type.is_complex ())
    finish_mean (result.as<complex128> (), n, count);
  else if (op == Reduction::mean)
    finish_mean (result.as<double> (), n, count);

  result = cast_to (result, result_type);
  return keepdims ? result.view (result.layout.with_unit_axes (axes)) : result;
}

Dims
all_axes (int rank)
{
  Dims result;
  for (int i = 0; i < rank; i++)
    result.push_back (i);
  return result;
}

} // namespace vast
