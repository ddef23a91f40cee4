// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Included once for each instruction set by Highway's foreach_target.h.

#if defined(VAST_KERNELS_STREAM_INL_HH) == defined(HWY_TARGET_TOGGLE)
#ifdef VAST_KERNELS_STREAM_INL_HH
#undef VAST_KERNELS_STREAM_INL_HH
#else
#define VAST_KERNELS_STREAM_INL_HH
#endif

#include <algorithm>
#include <cstring>
#include <hwy/highway.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

HWY_BEFORE_NAMESPACE ();
namespace vast {
namespace HWY_NAMESPACE {

// Copies whole cache lines to an address on a cache line, around the caches where the processor can.
inline void
stream_lines (std::byte *to, const std::byte *from, size_t bytes)
{
#if defined(__SSE2__)
  for (size_t i = 0; i < bytes; i += 16)
    _mm_stream_si128 (reinterpret_cast<__m128i *> (to + i),
                      _mm_loadu_si128 (reinterpret_cast<const __m128i *> (from + i)));
#else
  std::memcpy (to, from, bytes);
#endif
}

// What was streamed must be seen by a thread that is told of it.
inline void
stream_fence ()
{
#if defined(__SSE2__)
  _mm_sfence ();
#endif
}

// Writes a long run of elements block by block. After a first block of `to_boundary` elements the writer is at the
// start of a cache line; blocks of whole cache lines keep it there.
template <typename T>
class StreamWriter {
public:
  static constexpr int64_t block_length = 512;

  explicit StreamWriter (std::byte *to) : to_ (to) {}
  ~StreamWriter () { stream_fence (); }

  StreamWriter (const StreamWriter &) = delete;
  StreamWriter &operator= (const StreamWriter &) = delete;

  T *block () { return block_; }

  int64_t to_boundary () const
  {
    const size_t past = reinterpret_cast<uintptr_t> (to_) % line;
    if (past == 0 || (line - past) % sizeof (T) != 0)
      return block_length;
    return static_cast<int64_t> ((line - past) / sizeof (T));
  }

  void write (int64_t count)
  {
    const std::byte *const from = reinterpret_cast<const std::byte *> (block_);
    const size_t bytes = static_cast<size_t> (count) * sizeof (T);
    const size_t whole = reinterpret_cast<uintptr_t> (to_) % line == 0 ? bytes / line * line : 0;
    stream_lines (to_, from, whole);
    std::memcpy (to_ + whole, from + whole, bytes - whole);
    to_ += bytes;
  }

private:
  static constexpr size_t line = 64;

  std::byte *to_;
  alignas (64) T block_[block_length];
};

} // namespace HWY_NAMESPACE
} // namespace vast
HWY_AFTER_NAMESPACE ();

#endif
