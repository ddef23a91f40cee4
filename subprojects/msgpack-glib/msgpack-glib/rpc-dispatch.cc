// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-dispatch.hh"

#include "hand-over.hh"
#include "rpc-channel.hh"

namespace message_pack::rpc {
namespace {

using Job = std::function<void ()>;

gboolean
run_source (gpointer data) noexcept
{
  take_over (data);
  (*static_cast<Job *> (data)) ();
  return G_SOURCE_REMOVE;
}

void
free_job (gpointer data) noexcept
{
  delete static_cast<Job *> (data);
}

void
run_in_context (GMainContext *context, Job job)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  auto *data = new Job (std::move (job));
  hand_over (data);
  g_source_set_callback (source, run_source, data, free_job);
  g_source_attach (source, context);
}

} // namespace

// The pool is given one token for every job. The jobs are here, as they hold C++ objects.
struct Workers::Jobs {
  std::mutex mutex;
  std::deque<Job> waiting;

  void add (Job job)
  {
    std::lock_guard lock (mutex);
    waiting.push_back (std::move (job));
  }

  Job take ()
  {
    std::lock_guard lock (mutex);
    Job job = std::move (waiting.front ());
    waiting.pop_front ();
    return job;
  }
};

// Threads are not exclusive, so making the pool starts none and cannot fail.
Workers::Workers (guint max_threads)
  : pool_ (g_thread_pool_new (work, nullptr, static_cast<int> (MIN (max_threads, static_cast<guint> (G_MAXINT))), FALSE,
                              nullptr)),
    jobs_ (std::make_shared<Jobs> ())
{}

// Does not wait: the last reference may be that of one of the threads.
Workers::~Workers ()
{
  g_thread_pool_free (pool_, FALSE, FALSE);
}

void
Workers::work (gpointer data, gpointer) noexcept
{
  take_over (data);
  std::unique_ptr<std::shared_ptr<Jobs>> jobs (static_cast<std::shared_ptr<Jobs> *> (data));
  (*jobs)->take () ();
}

void
Workers::run (Job job)
{
  GError *error = nullptr;
  jobs_->add (std::move (job));
  auto *token = new std::shared_ptr<Jobs> (jobs_);
  hand_over (token);
  if (g_thread_pool_push (pool_, token, &error))
    return;
  // the token is queued all the same, and its job done as soon as another thread is free
  g_warning ("starting a thread for requests: %s", error->message);
  g_error_free (error);
}

Dispatcher::Dispatcher (MessagePackRpcHandlers *handlers, std::shared_ptr<Workers> workers, guint max_in_flight)
  : handlers_ (handlers != nullptr ? MESSAGE_PACK_RPC_HANDLERS (g_object_ref (handlers)) : nullptr),
    workers_ (std::move (workers)),
    max_in_flight_ (max_in_flight)
{}

Dispatcher::~Dispatcher ()
{
  clear ();
  g_clear_object (&handlers_);
}

void
Dispatcher::submit (const std::shared_ptr<Channel> &channel, const Incoming &message)
{
  std::unique_lock lock (mutex_);
  bool is_request = message.type == MessageType::request;
  if (is_request && unanswered_ >= max_in_flight_)
    {
      lock.unlock ();
      g_autoptr (GError) error = g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
                                              "‘%s’ was refused, as %u requests of this connection have no answer yet",
                                              message.method, max_in_flight_);
      channel->send_response (message.id, error, nullptr);
      return;
    }
  while (!is_request && unheard_ >= max_in_flight_ && !over_)
    changed_.wait (lock);
  if (over_)
    return;
  backlog_.push_back (message_pack_rpc_invocation_new_incoming (channel, shared_from_this (), message));
  (is_request ? unanswered_ : unheard_)++;
  pump (lock);
}

void
Dispatcher::answered ()
{
  std::lock_guard lock (mutex_);
  unanswered_--;
}

// Begins whatever may begin now.
void
Dispatcher::pump (std::unique_lock<std::mutex> &lock)
{
  while (!backlog_.empty () && !notifying_)
    {
      auto *invocation = backlog_.front ();
      backlog_.pop_front ();
      if (message_pack_rpc_invocation_is_notification (invocation))
        {
          notifying_ = true;
          unheard_--;
          changed_.notify_all ();
        }
      lock.unlock ();
      start (invocation);
      lock.lock ();
    }
}

void
Dispatcher::start (MessagePackRpcInvocation *invocation)
{
  // held by the job, which may be dropped together with a main context that never runs again
  std::shared_ptr<MessagePackRpcInvocation> held (invocation, g_object_unref);
  auto job = [self = shared_from_this (), held] { self->handle (held.get ()); };
  GMainContext *context = handlers_ != nullptr ? message_pack_rpc_handlers_get_main_context (handlers_) : nullptr;
  if (context != nullptr)
    run_in_context (context, std::move (job));
  else
    workers_->run (std::move (job));
}

void
Dispatcher::handle (MessagePackRpcInvocation *invocation)
{
  bool notification = message_pack_rpc_invocation_is_notification (invocation);
  bool known = handlers_ != nullptr && message_pack_rpc_handlers_handle (handlers_, invocation);
  if (!known && notification)
    g_debug ("a notification ‘%s’ has no handler", message_pack_rpc_invocation_get_method (invocation));
  else if (!known)
    {
      g_autofree char *text =
        g_strdup_printf ("there is no method ‘%s’", message_pack_rpc_invocation_get_method (invocation));
      message_pack_rpc_invocation_return_error_literal (invocation, MESSAGE_PACK_ERROR,
                                                        MESSAGE_PACK_ERROR_METHOD_NOT_FOUND, text);
    }
  if (!notification)
    return;
  std::unique_lock lock (mutex_);
  notifying_ = false;
  pump (lock);
}

void
Dispatcher::clear ()
{
  std::deque<MessagePackRpcInvocation *> dropped;
  {
    std::lock_guard lock (mutex_);
    over_ = true;
    dropped.swap (backlog_);
    changed_.notify_all ();
  }
  for (auto *invocation : dropped)
    {
      message_pack_rpc_invocation_drop (invocation);
      g_object_unref (invocation);
    }
}

void
Dispatcher::wake ()
{
  std::lock_guard lock (mutex_);
  over_ = true;
  changed_.notify_all ();
}

} // namespace message_pack::rpc
