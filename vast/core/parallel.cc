// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/parallel.hh"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace vast {

namespace {

// More pieces than threads, so that a thread that is held up does not hold up the others.
constexpr int64_t pieces_per_thread = 4;

int
wanted_threads (int available)
{
  const char *const text = std::getenv ("VAST_NUM_THREADS");
  if (!text)
    return available;
  int wanted = 0;
  const char *const end = text + std::strlen (text);
  const auto [stop, error] = std::from_chars (text, end, wanted);
  if (error != std::errc {} || stop != end || wanted < 1)
    return available;
  return std::min (wanted, available);
}

int
set_up_threads ()
{
  const int available = std::max (1, tbb::info::default_concurrency ());
  const int wanted = wanted_threads (available);
  // Never freed: the limit holds until the process ends, whatever the order in which libraries are taken down.
  static const tbb::global_control *const limit =
    wanted < available
      ? new tbb::global_control (tbb::global_control::max_allowed_parallelism, static_cast<size_t> (wanted))
      : nullptr;
  static_cast<void> (limit);
  return wanted;
}

} // namespace

int
thread_count ()
{
  static const int count = set_up_threads ();
  return count;
}

void
detail::run_in_parallel (int64_t count, int64_t grain, RangeBody body)
{
  const int64_t most = thread_count () * pieces_per_thread;
  const int64_t piece = std::max ({ int64_t { 1 }, grain, count / most + (count % most != 0) });
  const int64_t n_pieces = (count - 1) / piece + 1;
  const auto run_pieces = [&] {
    tbb::parallel_for (int64_t { 0 }, n_pieces, [&] (int64_t i) {
      const int64_t begin = i * piece;
      body.call (body.object, begin, begin + std::min (piece, count - begin));
    });
  };
  // Isolated: a thread that waits here must not start some other caller's body, which might want a lock or a buffer
  // that this one holds.
  tbb::this_task_arena::isolate (run_pieces);
}

} // namespace vast
