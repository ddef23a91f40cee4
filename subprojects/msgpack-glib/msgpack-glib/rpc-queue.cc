// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-queue.hh"

#include "rpc-message.hh"
#include "segments.hh"

namespace message_pack::rpc {
namespace {

// How long messages may take to leave after the connection was closed.
constexpr auto linger = std::chrono::seconds (2);
// How far beyond the bound small answers may go.
constexpr guint64 overdraft = 1 << 20;

} // namespace

SendQueue::SendQueue (GOutputStream *stream, guint64 max_bytes)
  : stream_ (G_OUTPUT_STREAM (g_object_ref (stream))),
    cancellable_ (g_cancellable_new ()),
    max_bytes_ (max_bytes)
{}

SendQueue::~SendQueue ()
{
  for (auto *message : messages_)
    g_ptr_array_unref (message);
  g_object_unref (cancellable_);
  g_object_unref (stream_);
}

void
SendQueue::push_locked (GPtrArray *segments, guint64 size)
{
  messages_.push_back (g_ptr_array_ref (segments));
  queued_bytes_ += size;
  changed_.notify_all ();
}

bool
SendQueue::try_push (GPtrArray *segments)
{
  guint64 size = segments_size (segments);
  std::lock_guard lock (mutex_);
  if (!has_room (size))
    return false;
  if (!closed_)
    push_locked (segments, size);
  return true;
}

bool
SendQueue::push_when_room (GPtrArray *segments, PendingCall &call, Deadline deadline)
{
  guint64 size = segments_size (segments);
  std::unique_lock lock (mutex_);
  while (!closed_ && !has_room (size))
    {
      if (call.is_settled () || deadline.passed ())
        return false;
      if (deadline.set)
        changed_.wait_until (lock, deadline.time);
      else
        changed_.wait (lock);
    }
  if (closed_ || call.is_settled ())
    return false;
  push_locked (segments, size);
  return true;
}

bool
SendQueue::push_anyway (GPtrArray *segments)
{
  guint64 size = segments_size (segments);
  std::lock_guard lock (mutex_);
  if (queued_bytes_ > max_bytes_ && queued_bytes_ - max_bytes_ > overdraft)
    return false;
  if (!closed_)
    push_locked (segments, size);
  return true;
}

// For those who wait for room, to look at their calls again. The lock is taken so that nobody is
// between looking and waiting.
void
SendQueue::wake ()
{
  std::lock_guard lock (mutex_);
  changed_.notify_all ();
}

// What is written next, several messages at once if they are small; null when it is over.
GPtrArray *
SendQueue::take_batch ()
{
  std::unique_lock lock (mutex_);
  while (messages_.empty () && !closed_)
    changed_.wait (lock);
  if (messages_.empty ())
    return nullptr;
  GPtrArray *batch = messages_.front ();
  messages_.pop_front ();
  while (!messages_.empty () && batch->len + messages_.front ()->len <= most_vectors)
    {
      g_ptr_array_extend_and_steal (batch, messages_.front ());
      messages_.pop_front ();
    }
  return batch;
}

bool
SendQueue::run (GError **error)
{
  while (GPtrArray *batch = take_batch ())
    {
      guint64 size = segments_size (batch);
      bool good =
        write_segments (stream_, batch, cancellable_, error) && g_output_stream_flush (stream_, cancellable_, error);
      g_ptr_array_unref (batch);
      if (!good)
        return false;
      std::lock_guard lock (mutex_);
      queued_bytes_ -= size;
      changed_.notify_all ();
    }
  return true;
}

void
SendQueue::close ()
{
  std::lock_guard lock (mutex_);
  closed_ = true;
  changed_.notify_all ();
}

void
SendQueue::mark_finished ()
{
  std::lock_guard lock (mutex_);
  finished_ = true;
  changed_.notify_all ();
}

void
SendQueue::finish ()
{
  auto end = Clock::now () + linger;
  std::unique_lock lock (mutex_);
  while (!finished_ && changed_.wait_until (lock, end) != std::cv_status::timeout)
    ;
  if (finished_)
    return;
  lock.unlock ();
  g_cancellable_cancel (cancellable_);
}

} // namespace message_pack::rpc
