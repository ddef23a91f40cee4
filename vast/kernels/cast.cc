// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/cast.hh"

#include "core/loops.hh"
#include "kernels/stream-inl.hh"

#include <cmath>
#include <cstring>
#include <limits>

namespace vast {

namespace {

using HWY_NAMESPACE::StreamWriter;

template <typename T>
inline constexpr bool is_complex = false;
template <typename T>
inline constexpr bool is_complex<std::complex<T>> = true;

// A boolean is a byte whose every value but 0 is true.
template <typename T>
using Cell = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <typename F>
int64_t
to_int64 (F x)
{
  constexpr F bound = static_cast<F> (9223372036854775808.0);
  if (x != x)
    return 0;
  if (x >= bound)
    return std::numeric_limits<int64_t>::max ();
  return x < -bound ? std::numeric_limits<int64_t>::min () : static_cast<int64_t> (x);
}

template <typename F>
uint64_t
to_uint64 (F x)
{
  constexpr F bound = static_cast<F> (18446744073709551616.0);
  if (!(x > 0))
    return static_cast<uint64_t> (to_int64 (x));
  return x >= bound ? std::numeric_limits<uint64_t>::max () : static_cast<uint64_t> (x);
}

template <typename To, typename From>
To
convert (From x)
{
  if constexpr (std::is_same_v<To, bool>)
    return x != From {};
  else if constexpr (is_complex<From>)
    {
      if constexpr (is_complex<To>)
        return To (x);
      else
        return convert<To> (x.real ());
    }
  else if constexpr (is_complex<To>)
    return To (static_cast<typename To::value_type> (x));
  else if constexpr (std::is_same_v<To, uint64_t> && std::is_floating_point_v<From>)
    return to_uint64 (x);
  else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return static_cast<To> (to_int64 (x));
  else
    return static_cast<To> (x);
}

// A number at any address. (A copy by memcpy would keep the compiler from vectors.)
template <typename T>
struct Unaligned {
  using type [[gnu::aligned (1), gnu::may_alias]] = T;
};

template <typename T>
T
load_cell (const std::byte *from)
{
  if constexpr (std::is_arithmetic_v<T>)
    return *reinterpret_cast<const typename Unaligned<T>::type *> (from);
  else
    {
      T cell;
      std::memcpy (&cell, from, sizeof cell);
      return cell;
    }
}

template <typename T>
void
store_cell (std::byte *to, T cell)
{
  if constexpr (std::is_arithmetic_v<T>)
    *reinterpret_cast<typename Unaligned<T>::type *> (to) = cell;
  else
    std::memcpy (to, &cell, sizeof cell);
}

template <typename From, typename To>
Cell<To>
converted (const std::byte *from)
{
  const auto cell = load_cell<Cell<From>> (from);
  if constexpr (std::is_same_v<From, To> && !std::is_same_v<To, bool>)
    return cell;
  else if constexpr (std::is_same_v<From, bool>)
    return convert<To> (cell != 0);
  else
    return convert<To> (cell);
}

template <typename From, typename To>
void
store_converted (std::byte *to, const std::byte *from)
{
  store_cell<Cell<To>> (to, converted<From, To> (from));
}

// Contiguous elements, in place element by element or apart, as for every loop.
template <typename From, typename To>
void
cast_each (std::byte *to, const std::byte *from, int64_t count)
{
#pragma GCC ivdep
  for (int64_t i = 0; i < count; i++)
    store_converted<From, To> (to + i * static_cast<int64_t> (sizeof (To)),
                               from + i * static_cast<int64_t> (sizeof (From)));
}

template <typename From, typename To>
void
cast_run (std::byte *to, const std::byte *from, int64_t count)
{
  constexpr int64_t from_size = sizeof (From), to_size = sizeof (To);
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>)
    {
      // What fits in 32 bits, and most does, is converted by vectors.
      std::conditional_t<sizeof (From) == 8, int64_t, int32_t> n_outside = 0;
      for (int64_t i = 0; i < count; i++)
        n_outside += !(std::fabs (load_cell<From> (from + i * from_size)) < From { 2147483648.0 });
      if (n_outside > 0)
        return cast_each<From, To> (to, from, count);
#pragma GCC ivdep
      for (int64_t i = 0; i < count; i++)
        store_cell (to + i * to_size, static_cast<To> (static_cast<int32_t> (load_cell<From> (from + i * from_size))));
    }
  else
    cast_each<From, To> (to, from, count);
}

template <typename From, typename To>
void
cast_line (std::byte *const *data, const int64_t *strides, int64_t count)
{
  constexpr int64_t from_size = sizeof (From), to_size = sizeof (To);
  const std::byte *const from = data[0];
  std::byte *const to = data[1];
  if (strides[0] == from_size && strides[1] == to_size && count * to_size >= streaming_bytes && from != to)
    {
      StreamWriter<Cell<To>> writer (to);
      for (int64_t begin = 0; begin < count;)
        {
          const int64_t n = std::min (begin == 0 ? writer.to_boundary () : writer.block_length, count - begin);
          cast_run<From, To> (reinterpret_cast<std::byte *> (writer.block ()), from + begin * from_size, n);
          writer.write (n);
          begin += n;
        }
    }
  else if (strides[0] == from_size && strides[1] == to_size)
    {
      constexpr int64_t block = 1024;
      for (int64_t begin = 0; begin < count; begin += block)
        cast_run<From, To> (to + begin * to_size, from + begin * from_size, std::min (block, count - begin));
    }
  else
    for (int64_t i = 0; i < count; i++)
      store_converted<From, To> (to + i * strides[1], from + i * strides[0]);
}

} // namespace

InnerLoop
cast_loop (ScalarKind from, ScalarKind to)
{
  return visit_kind (from, [to] (auto from_tag) {
    return visit_kind (to, [] (auto to_tag) -> InnerLoop {
      return &cast_line<typename decltype (from_tag)::type, typename decltype (to_tag)::type>;
    });
  });
}

bool
can_cast (ScalarType from, ScalarType to)
{
  if (from.is_computable () && to.is_computable ())
    return true;
  return from.kind == ScalarKind::string ? to.kind == ScalarKind::string : from == to;
}

bool
is_aligned (const Array &array)
{
  const ScalarType type = array.type;
  const size_t alignment = type.is_computable () ? type.real ().size : 1;
  return reinterpret_cast<uintptr_t> (array.data ()) % alignment == 0;
}

} // namespace vast
