// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <gio/gio.h>

#include <functional>
#include <utility>

namespace vast {

// One thread of the library with a main loop of its own. Heartbeats, deadlines and discovery run there, so that they
// work for callers that run no main loop, or whose main loop is busy. It starts at first use and stays.
class IoThread {
public:
  static IoThread &get ();

  GMainContext *context () const { return context_; }
  bool is_current () const { return g_main_context_is_owner (context_); }
  // Runs `f` in the thread, soon; from inside it, also later. `f` must not throw.
  void invoke (std::function<void ()> f);
  // Runs `f` in the thread and waits; what it throws is thrown here.
  void invoke_and_wait (const std::function<void ()> &f);

private:
  IoThread ();

  GMainContext *context_;
};

// Runs in a main context again and again until it is destroyed. A callback that runs in that very moment is not waited
// for: it must hold what it uses.
class Timer {
public:
  Timer () = default;
  Timer (guint milliseconds, std::function<void ()> tick);
  Timer (Timer &&other) noexcept : source_ (std::exchange (other.source_, nullptr)) {}
  Timer &operator= (Timer &&other) noexcept;
  ~Timer () { stop (); }

  void stop ();

private:
  GSource *source_ = nullptr;
};

// A cancellable that is cancelled when another one is, or after a time.
class Deadline {
public:
  Deadline (GCancellable *parent, guint milliseconds);
  ~Deadline ();
  Deadline (const Deadline &) = delete;
  Deadline &operator= (const Deadline &) = delete;

  GCancellable *get () const { return cancellable_; }
  // Whether it was the time, not the parent.
  bool passed () const;

private:
  GCancellable *parent_;
  GCancellable *cancellable_;
  gulong handler_ = 0;
  Timer timer_;
};

// Runs `f` in a thread of a pool that grows as it must: tasks may wait for one another. `f` must not throw.
void run_in_background (std::function<void ()> f);

// Runs `f` when that main context is iterated, even if that is the caller's own.
void attach_to_context (GMainContext *context, std::function<void ()> f);

} // namespace vast
