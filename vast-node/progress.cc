// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "progress.hh"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace vast::cli {

namespace {

constexpr std::chrono::seconds patience { 1 };
constexpr std::chrono::milliseconds redraw_interval { 100 };
constexpr int width = 40;

} // namespace

Progress::Progress () : wanted_ (isatty (STDERR_FILENO)), next_ (Clock::now () + patience) {}

void
Progress::update (int64_t done, int64_t total)
{
  if (!wanted_ || total <= 0)
    return;
  const std::lock_guard lock (mutex_);
  const Clock::time_point now = Clock::now ();
  if (now < next_)
    return;
  next_ = now + redraw_interval;
  draw (std::clamp<int64_t> (done, 0, total), total);
}

void
Progress::draw (int64_t done, int64_t total)
{
  const double part = static_cast<double> (done) / static_cast<double> (total);
  const int filled = static_cast<int> (part * width);
  const std::string bar =
    std::string (static_cast<size_t> (filled), '#') + std::string (static_cast<size_t> (width - filled), '.');
  std::fprintf (stderr, "\r[%s] %3d %%", bar.c_str (), static_cast<int> (part * 100));
  std::fflush (stderr);
  drawn_ = true;
}

void
Progress::clear ()
{
  const std::lock_guard lock (mutex_);
  if (!drawn_)
    return;
  std::fputs ("\r\033[K", stderr);
  std::fflush (stderr);
  drawn_ = false;
}

} // namespace vast::cli
