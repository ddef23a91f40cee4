// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h.
//
// Makes a TypedLoop of a functor: `unary<Sin, double, double> ()`, `binary<Less, int64_t, uint64_t, bool> ()`,
// `ternary<Where, bool, float, float, float> ()`; inputs first, the output last. A functor has one of
//   static R apply (A a, …)   — element by element; the compiler turns loops of it into vectors,
//   static V vector (V a, …)  — for whole native vectors of float or double (see sleef-inl.hh).

#if defined(VAST_KERNELS_ELEMENTWISE_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_ELEMENTWISE_INL_HH
#undef VAST_KERNELS_ELEMENTWISE_INL_HH
#else
#define VAST_KERNELS_ELEMENTWISE_INL_HH
#endif

#include "core/loops.hh"
#include "kernels/inner-loop.hh"

#include <algorithm>
#include <cstring>
#include <hwy/highway.h>
#include <type_traits>

#include "kernels/arithmetic-inl.hh"
#include "kernels/compare-inl.hh"
#include "kernels/math-inl.hh"
#include "kernels/sleef-inl.hh"
#include "kernels/stream-inl.hh"

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

// What is staged at a time: all of a loop's blocks fit in the first-level cache.
inline constexpr int64_t block_length = 512;

// How an element lies in memory: a boolean is a byte whose every value but 0 is true.
template <typename T>
using Cell = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <typename T>
T
value_of (Cell<T> cell)
{
  if constexpr (std::is_same_v<T, bool>)
    return cell != 0;
  else
    return cell;
}

template <typename Op, typename... In>
concept VectorFunctor = ((std::is_same_v<In, float> || std::is_same_v<In, double>) &&...)
                        && requires (NativeVector<In>... v)
{
  Op::vector (v...);
};

template <typename Op, typename T, typename... In>
void
vectors (T *out, int64_t count, const In *...in)
{
  constexpr int64_t lanes = n_lanes<T>;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    store_vector (out + i, Op::vector (load_vector (in + i)...));
  if (i == count)
    return;
  // The rest is a full vector, too: an element's result must not depend on where it is.
  const int64_t rest = count - i;
  const auto padded = [&] (const T *from) HWY_ATTR {
    T buffer[lanes];
    for (int64_t k = 0; k < lanes; k++)
      buffer[k] = from[i + std::min (k, rest - 1)];
    return load_vector (buffer);
  };
  T result[lanes];
  store_vector (result, Op::vector (padded (in)...));
  std::memcpy (out + i, result, static_cast<size_t> (rest) * sizeof (T));
}

template <typename Op, typename R, typename... In>
void
contiguous (Cell<R> *out, int64_t count, const Cell<In> *...in)
{
  if constexpr (VectorFunctor<Op, In...>)
    vectors<Op> (out, count, in...);
  else
    {
      // Input and output are the same memory element by element or not at all.
#pragma GCC ivdep
      for (int64_t i = 0; i < count; i++)
        out[i] = Op::apply (value_of<In> (in[i])...);
    }
}

template <typename T>
void
gather (T *block, const std::byte *from, int64_t stride, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    block[i] = *reinterpret_cast<const T *> (from + i * stride);
}

template <typename T>
void
scatter (std::byte *to, int64_t stride, const T *block, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    *reinterpret_cast<T *> (to + i * stride) = block[i];
}

// One input of a line, in blocks: in place where it is contiguous, else through a buffer.
template <typename T>
class InputBlocks {
public:
  InputBlocks (const std::byte *data, int64_t stride, int64_t count) : data_ (data), stride_ (stride)
  {
    if (stride_ == 0)
      std::fill_n (buffer_, std::min (count, block_length), *reinterpret_cast<const T *> (data_));
  }

  InputBlocks (const InputBlocks &) = delete;
  InputBlocks &operator= (const InputBlocks &) = delete;

  const T *at (int64_t begin, int64_t count)
  {
    if (stride_ == static_cast<int64_t> (sizeof (T)))
      return reinterpret_cast<const T *> (data_) + begin;
    if (stride_ != 0)
      gather (buffer_, data_ + begin * stride_, stride_, count);
    return buffer_;
  }

private:
  const std::byte *data_;
  int64_t stride_;
  alignas (64) T buffer_[block_length];
};

template <typename Op, typename R, typename... In>
struct Line {
  using Out = Cell<R>;
  static constexpr int n_inputs = sizeof...(In);

  static void run (std::byte *const *data, const int64_t *strides, int64_t count)
  {
    run_indexed (data, strides, count, std::index_sequence_for<In...> {});
  }

private:
  template <size_t... i>
  static void run_indexed (std::byte *const *data, const int64_t *strides, int64_t count, std::index_sequence<i...>)
  {
    const bool out_is_contiguous = strides[n_inputs] == sizeof (Out);
    const bool in_are_contiguous = ((strides[i] == static_cast<int64_t> (sizeof (Cell<In>))) && ...);
    const bool in_are_plain = ((strides[i] == 0 || strides[i] == static_cast<int64_t> (sizeof (Cell<In>))) && ...);
    if (out_is_contiguous && count * static_cast<int64_t> (sizeof (Out)) >= streaming_bytes
        && ((data[i] != data[n_inputs]) && ...))
      stream (data[n_inputs], count, InputBlocks<Cell<In>> (data[i], strides[i], count)...);
    else if (out_is_contiguous && in_are_contiguous)
      contiguous<Op, R, In...> (reinterpret_cast<Out *> (data[n_inputs]), count,
                                reinterpret_cast<const Cell<In> *> (data[i])...);
    else if (VectorFunctor<Op, In...> || (out_is_contiguous && in_are_plain))
      staged (data[n_inputs], strides[n_inputs], count, InputBlocks<Cell<In>> (data[i], strides[i], count)...);
    else if constexpr (!VectorFunctor<Op, In...>)
      for (int64_t k = 0; k < count; k++)
        *reinterpret_cast<Out *> (data[n_inputs] + k * strides[n_inputs]) =
          Op::apply (value_of<In> (*reinterpret_cast<const Cell<In> *> (data[i] + k * strides[i]))...);
  }

  static void staged (std::byte *to, int64_t stride, int64_t count, InputBlocks<Cell<In>>... inputs)
  {
    alignas (64) Out buffer[block_length];
    for (int64_t begin = 0; begin < count; begin += block_length)
      {
        const int64_t n = std::min (block_length, count - begin);
        std::byte *const at = to + begin * stride;
        const bool direct = stride == sizeof (Out);
        contiguous<Op, R, In...> (direct ? reinterpret_cast<Out *> (at) : buffer, n, inputs.at (begin, n)...);
        if (!direct)
          scatter (at, stride, buffer, n);
      }
  }

  // Around the caches: memory that is only written need not be read first.
  static void stream (std::byte *to, int64_t count, InputBlocks<Cell<In>>... inputs)
  {
    StreamWriter<Out> writer (to);
    for (int64_t begin = 0; begin < count;)
      {
        const int64_t n = std::min (begin == 0 ? writer.to_boundary () : block_length, count - begin);
        contiguous<Op, R, In...> (writer.block (), n, inputs.at (begin, n)...);
        writer.write (n);
        begin += n;
      }
  }
};

template <typename Op, typename A, typename R>
constexpr TypedLoop
unary ()
{
  return { { kind_of<A> }, kind_of<R>, &Line<Op, R, A>::run };
}

template <typename Op, typename A, typename B, typename R>
constexpr TypedLoop
binary ()
{
  return { { kind_of<A>, kind_of<B> }, kind_of<R>, &Line<Op, R, A, B>::run };
}

template <typename Op, typename A, typename B, typename C, typename R>
constexpr TypedLoop
ternary ()
{
  return { { kind_of<A>, kind_of<B>, kind_of<C> }, kind_of<R>, &Line<Op, R, A, B, C>::run };
}

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
