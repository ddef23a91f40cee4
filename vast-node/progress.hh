// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

namespace vast::cli {

// A bar on standard error for work that takes longer than a second; nothing if that is no terminal. Safe for any
// thread.
class Progress {
public:
  Progress ();
  ~Progress () { clear (); }
  Progress (const Progress &) = delete;
  Progress &operator= (const Progress &) = delete;

  void update (int64_t done, int64_t total);

  // Takes the bar away, for a line of text or for good.
  void clear ();

private:
  using Clock = std::chrono::steady_clock;

  void draw (int64_t done, int64_t total);

  std::mutex mutex_;
  const bool wanted_;
  bool drawn_ = false;
  Clock::time_point next_; // not drawn before
};

} // namespace vast::cli
