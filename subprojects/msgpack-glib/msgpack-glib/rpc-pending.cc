// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-pending.hh"

#include "hand-over.hh"

namespace message_pack::rpc {
namespace {

// Of a peer that never answers, only so many abandoned numbers are remembered.
constexpr gsize most_abandoned = 65536;

} // namespace

Deadline
Deadline::after (guint milliseconds)
{
  return { milliseconds != 0, Clock::now () + std::chrono::milliseconds (milliseconds) };
}

PendingCall::PendingCall (const char *method_name, GTask *task)
  : method (method_name),
    task_ (task != nullptr ? G_TASK (g_object_ref (task)) : nullptr)
{}

PendingCall::~PendingCall ()
{
  g_clear_pointer (&value_, message_pack_value_unref);
  g_clear_error (&error_);
  g_clear_object (&task_);
  for (auto *source : sources_)
    g_source_unref (source);
}

bool
PendingCall::settle (MessagePackValue *value, GError *error)
{
  std::vector<GSource *> sources;
  {
    std::lock_guard lock (mutex_);
    if (settled_)
      {
        g_clear_pointer (&value, message_pack_value_unref);
        g_clear_error (&error);
        return false;
      }
    settled_ = true;
    sources.swap (sources_);
    if (task_ == nullptr)
      {
        value_ = value;
        error_ = error;
      }
    settled_condition_.notify_all ();
  }
  for (auto *source : sources)
    {
      g_source_destroy (source);
      g_source_unref (source);
    }
  if (task_ == nullptr)
    return true;
  hand_over (task_);
  if (error != nullptr)
    g_task_return_error (task_, error);
  else
    g_task_return_pointer (task_, value, reinterpret_cast<GDestroyNotify> (message_pack_value_unref));
  return true;
}

bool
PendingCall::settle_timeout ()
{
  return settle (nullptr, g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TIMEOUT, "no answer to ‘%s’ came in time",
                                       method.c_str ()));
}

bool
PendingCall::settle_cancelled ()
{
  return settle (nullptr,
                 g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "the call of ‘%s’ was cancelled", method.c_str ()));
}

bool
PendingCall::is_settled ()
{
  std::lock_guard lock (mutex_);
  return settled_;
}

void
PendingCall::watch (GSource *source)
{
  std::lock_guard lock (mutex_);
  if (settled_)
    g_source_destroy (source);
  else
    sources_.push_back (g_source_ref (source));
}

MessagePackValue *
PendingCall::wait (Deadline deadline, GError **error)
{
  std::unique_lock lock (mutex_);
  while (!settled_)
    {
      if (!deadline.set)
        settled_condition_.wait (lock);
      else if (settled_condition_.wait_until (lock, deadline.time) == std::cv_status::timeout)
        {
          lock.unlock ();
          settle_timeout ();
          lock.lock ();
        }
    }
  if (error_ != nullptr)
    g_propagate_error (error, static_cast<GError *> (g_steal_pointer (&error_)));
  return static_cast<MessagePackValue *> (g_steal_pointer (&value_));
}

bool
PendingTable::add (const PendingPointer &call, GError **error)
{
  std::lock_guard lock (mutex_);
  if (closed_ != nullptr)
    {
      g_propagate_error (error, g_error_copy (closed_));
      g_prefix_error (error, "‘%s’ cannot be called: ", call->method.c_str ());
      return false;
    }
  if (n_waiting_ >= max_pending_)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
                   "‘%s’ cannot be called, as %u calls wait for their answers already", call->method.c_str (),
                   n_waiting_);
      return false;
    }
  while (calls_.contains (next_id_))
    next_id_++;
  call->id = next_id_++;
  calls_.emplace (call->id, call);
  n_waiting_++;
  return true;
}

PendingPointer
PendingTable::take (guint32 id)
{
  std::lock_guard lock (mutex_);
  auto found = calls_.find (id);
  if (found == calls_.end ())
    return nullptr;
  PendingPointer call = std::move (found->second);
  calls_.erase (found);
  if (call != nullptr)
    n_waiting_--;
  return call;
}

void
PendingTable::abandon (const PendingPointer &call)
{
  std::lock_guard lock (mutex_);
  auto found = calls_.find (call->id);
  if (found == calls_.end () || found->second != call)
    return;
  found->second = nullptr;
  n_waiting_--;
  abandoned_.push_back (call->id);
  if (abandoned_.size () <= most_abandoned)
    return;
  auto oldest = calls_.find (abandoned_.front ());
  abandoned_.pop_front ();
  if (oldest != calls_.end () && oldest->second == nullptr)
    calls_.erase (oldest);
}

std::vector<PendingPointer>
PendingTable::close (const GError *reason)
{
  std::vector<PendingPointer> waiting;
  std::lock_guard lock (mutex_);
  if (closed_ == nullptr)
    closed_ = g_error_copy (reason);
  for (auto &[id, call] : calls_)
    if (call != nullptr)
      waiting.push_back (std::move (call));
  calls_.clear ();
  abandoned_.clear ();
  n_waiting_ = 0;
  return waiting;
}

guint
PendingTable::max_pending ()
{
  std::lock_guard lock (mutex_);
  return max_pending_;
}

void
PendingTable::set_max_pending (guint max_pending)
{
  std::lock_guard lock (mutex_);
  max_pending_ = max_pending;
}

} // namespace message_pack::rpc
