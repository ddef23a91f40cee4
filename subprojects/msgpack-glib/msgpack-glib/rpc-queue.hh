// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "rpc-pending.hh"

namespace message_pack::rpc {

// Messages on their way out, written by a thread of their own: whoever sends never waits for the
// peer to read, unless it asks to.
class SendQueue {
public:
  SendQueue (GOutputStream *stream, guint64 max_bytes);
  ~SendQueue ();
  SendQueue (const SendQueue &) = delete;
  SendQueue &operator= (const SendQueue &) = delete;

  // Takes a message if there is room for it. A message of any size fits an empty queue.
  bool try_push (GPtrArray *segments);
  // Waits for room until the call is settled (then false) or the deadline has passed.
  bool push_when_room (GPtrArray *segments, PendingCall &call, Deadline deadline);
  // Takes a message in any case; false if that is so far beyond the bound that the peer surely does
  // not read.
  bool push_anyway (GPtrArray *segments);
  void wake ();

  // Writes until close(); false with @error set if the stream failed.
  bool run (GError **error);
  // No more messages; those in the queue are written still.
  void close ();
  // Waits for run() to end by itself, for a while, then ends it.
  void finish ();
  void mark_finished ();

private:
  bool has_room (guint64 size) const { return queued_bytes_ == 0 || queued_bytes_ + size <= max_bytes_; }
  void push_locked (GPtrArray *segments, guint64 size);
  GPtrArray *take_batch ();

  GOutputStream *stream_;
  GCancellable *cancellable_;
  const guint64 max_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<GPtrArray *> messages_;
  guint64 queued_bytes_ = 0; // with what is being written
  bool closed_ = false;
  bool finished_ = false;
};

} // namespace message_pack::rpc
