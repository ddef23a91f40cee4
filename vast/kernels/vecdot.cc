// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/matmul.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"

#include <cstring>
#include <vector>

namespace vast {

namespace {

// A long line is cut into pieces of this many elements, whatever the number of threads.
constexpr int64_t piece = 65536;

constexpr double product_cost = 2;

// What products are summed in: single precision in double, integers as unsigned of the same width, so that they wrap.
template <typename T>
struct Accumulator {
  using type = std::make_unsigned_t<T>;
};
template <>
struct Accumulator<bool> {
  using type = bool;
};
template <>
struct Accumulator<float> {
  using type = double;
};
template <>
struct Accumulator<double> {
  using type = double;
};
template <>
struct Accumulator<complex64> {
  using type = complex128;
};
template <>
struct Accumulator<complex128> {
  using type = complex128;
};

struct Operand {
  const std::byte *data;
  int64_t stride; // in bytes

  Operand at (int64_t i) const { return { data + i * stride, stride }; }
};

template <typename A>
A
multiply (A x, A y)
{
  if constexpr (std::is_integral_v<A>)
    return static_cast<A> (static_cast<std::common_type_t<A, unsigned>> (x) * y); // not as int, which could overflow
  else
    return x * y;
}

// Lines that are contiguous are common enough for the compiler to know.
template <typename T, bool contiguous>
typename Accumulator<T>::type
product (Operand a, Operand b, int64_t i)
{
  using A = typename Accumulator<T>::type;
  const std::byte *const from_a = a.data + i * (contiguous ? static_cast<int64_t> (sizeof (T)) : a.stride);
  const std::byte *const from_b = b.data + i * (contiguous ? static_cast<int64_t> (sizeof (T)) : b.stride);
  if constexpr (std::is_same_v<T, bool>)
    return *from_a != std::byte { 0 } && *from_b != std::byte { 0 };
  else
    {
      const A x = static_cast<A> (*reinterpret_cast<const T *> (from_a));
      const A y = static_cast<A> (*reinterpret_cast<const T *> (from_b));
      if constexpr (std::is_same_v<A, complex128>)
        return std::conj (x) * y;
      else
        return multiply (x, y);
    }
}

template <typename T, bool contiguous>
typename Accumulator<T>::type
dot_pairwise (Operand a, Operand b, int64_t count)
{
  using A = typename Accumulator<T>::type;
  constexpr int64_t run = 128, lanes = 8;
  if (count > run)
    {
      int64_t half = run;
      while (half * 2 < count)
        half *= 2;
      return static_cast<A> (dot_pairwise<T, contiguous> (a, b, half)
                             + dot_pairwise<T, contiguous> (a.at (half), b.at (half), count - half));
    }
  A sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t k = 0; k < lanes; k++)
      sums[k] = static_cast<A> (sums[k] + product<T, contiguous> (a, b, i + k));
  for (int64_t k = 0; i + k < count; k++)
    sums[k] = static_cast<A> (sums[k] + product<T, contiguous> (a, b, i + k));
  for (int64_t half = lanes / 2; half >= 1; half /= 2)
    for (int64_t k = 0; k < half; k++)
      sums[k] = static_cast<A> (sums[k] + sums[k + half]);
  return sums[0];
}

template <typename T>
typename Accumulator<T>::type
dot_piece (Operand a, Operand b, int64_t count)
{
  constexpr int64_t size = sizeof (T);
  if (a.stride == size && b.stride == size)
    return dot_pairwise<T, true> (a, b, count);
  return dot_pairwise<T, false> (a, b, count);
}

template <typename T>
T
dot (Operand a, Operand b, int64_t count)
{
  using A = typename Accumulator<T>::type;
  if (count <= piece)
    return static_cast<T> (dot_piece<T> (a, b, count));
  const int64_t n_pieces = (count - 1) / piece + 1;
  std::vector<std::conditional_t<std::is_same_v<A, bool>, uint8_t, A>> sums (static_cast<size_t> (n_pieces));
  parallel_for (n_pieces, 1, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      sums[static_cast<size_t> (i)] =
        dot_piece<T> (a.at (i * piece), b.at (i * piece), std::min (piece, count - i * piece));
  });
  for (size_t n = sums.size (); n > 1; n = (n + 1) / 2)
    for (size_t i = 0; i < n / 2; i++)
      sums[i] = static_cast<A> (sums[i] + sums[n - 1 - i]);
  return static_cast<T> (sums[0]);
}

Array
without_axis (const Array &x, int axis)
{
  Layout layout = x.layout;
  layout.shape.erase (axis);
  layout.strides.erase (axis);
  return x.view (layout);
}

} // namespace

Array
vecdot (const Array &a, const Array &b, int64_t axis)
{
  const ScalarType type = promote (a.type, b.type);
  const auto fails = [&] {
    fail (ErrorCode::shape, "vectors along axis %lld of shapes %s and %s cannot be multiplied",
          static_cast<long long> (axis), to_string (a.shape ()).c_str (), to_string (b.shape ()).c_str ());
  };
  if (a.rank () == 0 || b.rank () == 0)
    fails ();
  const int a_axis = normalize_axis (axis, a.rank ()), b_axis = normalize_axis (axis, b.rank ());
  const int64_t length = a.shape ()[a_axis];
  if (b.shape ()[b_axis] != length)
    fails ();

  Array x = cast_to (a, type), y = cast_to (b, type);
  x = is_aligned (x) ? x : copy (x);
  y = is_aligned (y) ? y : copy (y);
  const int64_t size = type.size;
  const int64_t x_stride = x.layout.strides[a_axis] * size, y_stride = y.layout.strides[b_axis] * size;
  const Array x_lines = without_axis (x, a_axis), y_lines = without_axis (y, b_axis);
  const Array result = Array::empty (type, broadcast_shapes (x_lines.shape (), y_lines.shape ()));
  const LoopOperand operands[] = { LoopOperand::broadcast (x_lines, result.shape ()),
                                   LoopOperand::broadcast (y_lines, result.shape ()),
                                   LoopOperand::broadcast (result, result.shape ()) };
  const LoopNest nest (result.shape (), operands);
  visit_kind (type.kind, [&] (auto tag) {
    using T = typename decltype (tag)::type;
    run_lines (nest, product_cost * static_cast<double> (length), size,
               [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
                 for (int64_t i = 0; i < count; i++)
                   *reinterpret_cast<T *> (data[2] + i * strides[2]) =
                     dot<T> ({ data[0] + i * strides[0], x_stride }, { data[1] + i * strides[1], y_stride }, length);
               });
  });
  return result;
}

} // namespace vast
