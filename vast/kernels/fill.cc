// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/fill.hh"

#include "core/loops.hh"
#include "kernels/stream-inl.hh"

#include <cstring>

namespace vast {

namespace {

constexpr double fill_cost = 0.5;

template <typename T>
void
fill_run (std::byte *to, int64_t count, T value)
{
  if (count * static_cast<int64_t> (sizeof (T)) < streaming_bytes)
    {
      for (int64_t i = 0; i < count; i++)
        std::memcpy (to + i * static_cast<int64_t> (sizeof (T)), &value, sizeof (T));
      return;
    }
  HWY_NAMESPACE::StreamWriter<T> writer (to);
  std::fill_n (writer.block (), writer.block_length, value);
  for (int64_t begin = 0; begin < count;)
    {
      const int64_t n = std::min (begin == 0 ? writer.to_boundary () : writer.block_length, count - begin);
      writer.write (n);
      begin += n;
    }
}

template <typename T>
void
fill_line (std::byte *to, int64_t stride, int64_t count, const std::byte *element)
{
  T value;
  std::memcpy (&value, element, sizeof value);
  if (stride == sizeof (T))
    fill_run (to, count, value);
  else
    for (int64_t i = 0; i < count; i++)
      std::memcpy (to + i * stride, &value, sizeof value);
}

} // namespace

void
fill (const Array &array, const void *element)
{
  array.check_writable ();
  // The element may be one of the array's own.
  const std::string bytes (static_cast<const char *> (element), array.type.size);
  const std::byte *const from = reinterpret_cast<const std::byte *> (bytes.data ());
  const size_t size = array.type.size;
  const LoopOperand operands[] = { LoopOperand::broadcast (array, array.shape ()) };
  run_lines (LoopNest (array.shape (), operands), fill_cost, static_cast<int64_t> (size),
             [=] (std::byte *const *data, const int64_t *strides, int64_t count) {
               switch (size)
                 {
                 case 1: return fill_line<uint8_t> (data[0], strides[0], count, from);
                 case 2: return fill_line<uint16_t> (data[0], strides[0], count, from);
                 case 4: return fill_line<uint32_t> (data[0], strides[0], count, from);
                 case 8: return fill_line<uint64_t> (data[0], strides[0], count, from);
                 default:
                   for (int64_t i = 0; i < count; i++)
                     std::memcpy (data[0] + i * strides[0], from, size);
                 }
             });
}

} // namespace vast
