// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-value.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace message_pack::rpc {

using Clock = std::chrono::steady_clock;

// When to give up; never, if there is no time.
struct Deadline {
  bool set = false;
  Clock::time_point time = {};

  static Deadline after (guint milliseconds);
  bool passed () const { return set && Clock::now () >= time; }
};

// A call that waits for its answer. Whatever comes first settles it: the answer, the end of the
// connection, a cancellation, or its time being over.
class PendingCall {
public:
  explicit PendingCall (const char *method, GTask *task = nullptr);
  ~PendingCall ();
  PendingCall (const PendingCall &) = delete;
  PendingCall &operator= (const PendingCall &) = delete;

  const std::string method;
  guint32 id = 0; // set by PendingTable

  // Takes the value or the error; false if it was settled before.
  bool settle (MessagePackValue *value, GError *error);
  bool is_settled ();

  // For calls that block: waits, settles by MESSAGE_PACK_ERROR_TIMEOUT if it must, takes the result.
  MessagePackValue *wait (Deadline deadline, GError **error);
  bool settle_timeout ();
  bool settle_cancelled ();

  // For calls with a task: sources that are destroyed when the call is settled.
  void watch (GSource *source);

private:
  std::mutex mutex_;
  std::condition_variable settled_condition_;
  bool settled_ = false;
  MessagePackValue *value_ = nullptr;
  GError *error_ = nullptr;
  GTask *task_;
  std::vector<GSource *> sources_;
};

using PendingPointer = std::shared_ptr<PendingCall>;

// The calls of a connection by their numbers. A number is taken until the answer has come, even if
// nobody waits any more: otherwise a late answer would be taken for that of another call.
class PendingTable {
public:
  PendingTable () = default;
  ~PendingTable () { g_clear_error (&closed_); }
  PendingTable (const PendingTable &) = delete;
  PendingTable &operator= (const PendingTable &) = delete;

  // Gives a number; false with @error set if too many wait.
  bool add (const PendingPointer &call, GError **error);
  // What waits under a number, which is free then; null for an answer that nobody waits for.
  PendingPointer take (guint32 id);
  // Nobody waits any more, but an answer may come.
  void abandon (const PendingPointer &call);
  // Nothing was sent, thus no answer can come.
  void remove (const PendingPointer &call) { take (call->id); }
  // From now on add() fails with that reason; gives what waits, to be settled.
  std::vector<PendingPointer> close (const GError *reason);

  guint max_pending ();
  void set_max_pending (guint max_pending);

private:
  std::mutex mutex_;
  std::unordered_map<guint32, PendingPointer> calls_; // null for abandoned ones
  std::deque<guint32> abandoned_;                     // oldest first
  guint n_waiting_ = 0;
  guint max_pending_ = 65536;
  guint32 next_id_ = 0;
  GError *closed_ = nullptr;
};

} // namespace message_pack::rpc
