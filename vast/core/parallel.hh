// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace vast {

// How many threads one computation may use: those of the machine that the process may run on, or fewer if the
// environment variable VAST_NUM_THREADS holds a number from 1. Read once.
int thread_count ();

namespace detail {

// A body that the caller keeps alive: no allocation, and no template in the one source that knows the thread pool.
struct RangeBody {
  void *object;
  void (*call) (void *object, int64_t begin, int64_t end);
};

void run_in_parallel (int64_t count, int64_t grain, RangeBody body);

} // namespace detail

// Calls `body (begin, end)` for ranges that together are [0, count), on several threads if the count exceeds the
// grain; a range is at least a grain long, except one. Which thread gets what is not determined, so a body whose
// result depends on where a range begins must cut by a rule of its own. Calls may nest, and may come from several
// threads at a time. An exception that a body throws reaches the caller; other ranges may or may not have run.
template <typename F>
void
parallel_for (int64_t count, int64_t grain, F &&body)
{
  if (count <= 0)
    return;
  if (count <= grain || thread_count () == 1)
    {
      body (int64_t { 0 }, count);
      return;
    }
  using Body = std::remove_reference_t<F>;
  detail::run_in_parallel (
    count, grain,
    { const_cast<void *> (static_cast<const void *> (std::addressof (body))),
      [] (void *object, int64_t begin, int64_t end) { (*static_cast<Body *> (object)) (begin, end); } });
}

} // namespace vast
