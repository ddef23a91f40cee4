// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace vast::cli {

// Hands values from one thread to another, one at a time: who is ahead waits, so that memory stays bounded.
template <typename T>
class Channel {
public:
  // Waits for room; false if the channel was closed, and the value is dropped.
  bool send (T value)
  {
    std::unique_lock lock (mutex_);
    changed_.wait (lock, [this] { return closed_ || !value_; });
    if (closed_)
      return false;
    value_ = std::move (value);
    changed_.notify_all ();
    return true;
  }

  // Waits for a value; nothing if the channel was closed and is empty.
  std::optional<T> receive ()
  {
    std::unique_lock lock (mutex_);
    changed_.wait (lock, [this] { return closed_ || value_; });
    std::optional<T> value = std::exchange (value_, std::nullopt);
    changed_.notify_all ();
    return value;
  }

  // No more values: those waiting on either side go on. What was sent can still be received.
  void close ()
  {
    const std::lock_guard lock (mutex_);
    closed_ = true;
    changed_.notify_all ();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> value_;
  bool closed_ = false;
};

} // namespace vast::cli
