// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/io-thread.hh"

#include <atomic>
#include <exception>
#include <future>
#include <memory>

namespace vast {

namespace {

using Function = std::function<void ()>;

// Something that one thread gives another to do. GLib's queues order the giving before the doing; saying it once more
// costs nothing, and lets ThreadSanitizer see it, which does not look into GLib.
class Task {
public:
  explicit Task (Function f) : f_ (std::move (f)) { given_.store (true, std::memory_order_release); }

  void run () const
  {
    if (given_.load (std::memory_order_acquire))
      f_ ();
  }

private:
  Function f_;
  std::atomic<bool> given_ { false };
};

gboolean
run_task (gpointer data) noexcept
{
  static_cast<Task *> (data)->run ();
  return G_SOURCE_CONTINUE;
}

gboolean
run_task_once (gpointer data) noexcept
{
  static_cast<Task *> (data)->run ();
  return G_SOURCE_REMOVE;
}

void
delete_task (gpointer data) noexcept
{
  delete static_cast<Task *> (data);
}

void
run_pooled_task (gpointer data, gpointer) noexcept
{
  const std::unique_ptr<Task> task (static_cast<Task *> (data));
  task->run ();
}

} // namespace

void
attach_to_context (GMainContext *context, Function f)
{
  GSource *source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, run_task_once, new Task (std::move (f)), delete_task);
  g_source_attach (source, context);
  g_source_unref (source);
}

IoThread &
IoThread::get ()
{
  // Never destroyed: other threads may still use it while the process ends.
  static IoThread *const thread = new IoThread;
  return *thread;
}

IoThread::IoThread () : context_ (g_main_context_new ())
{
  const auto run = [] (gpointer data) -> gpointer {
    GMainContext *context = static_cast<GMainContext *> (data);
    g_main_context_push_thread_default (context);
    GMainLoop *loop = g_main_loop_new (context, FALSE);
    g_main_loop_run (loop);
    return nullptr;
  };
  g_thread_unref (g_thread_new ("vast-io", run, context_));
}

void
IoThread::invoke (Function f)
{
  attach_to_context (context_, std::move (f));
}

void
IoThread::invoke_and_wait (const Function &f)
{
  if (is_current ())
    {
      f ();
      return;
    }
  std::packaged_task<void ()> task (f);
  std::future<void> done = task.get_future ();
  attach_to_context (context_, [&task] { task (); });
  done.get ();
}

Timer::Timer (guint milliseconds, Function tick) : source_ (g_timeout_source_new (milliseconds))
{
  g_source_set_callback (source_, run_task, new Task (std::move (tick)), delete_task);
  g_source_attach (source_, IoThread::get ().context ());
}

Timer &
Timer::operator= (Timer &&other) noexcept
{
  stop ();
  source_ = std::exchange (other.source_, nullptr);
  return *this;
}

void
Timer::stop ()
{
  if (!source_)
    return;
  g_source_destroy (source_);
  g_source_unref (source_);
  source_ = nullptr;
}

Deadline::Deadline (GCancellable *parent, guint milliseconds)
  : parent_ (parent ? G_CANCELLABLE (g_object_ref (parent)) : nullptr),
    cancellable_ (g_cancellable_new ())
{
  const auto forward = [] (GCancellable *, gpointer data) {
    g_cancellable_cancel (static_cast<GCancellable *> (data));
  };
  const std::shared_ptr<GCancellable> keep (G_CANCELLABLE (g_object_ref (cancellable_)), g_object_unref);
  timer_ = Timer (milliseconds, [keep] { g_cancellable_cancel (keep.get ()); });
  if (parent_)
    handler_ = g_cancellable_connect (parent_, G_CALLBACK (+forward), g_object_ref (cancellable_), g_object_unref);
}

Deadline::~Deadline ()
{
  // Not g_cancellable_disconnect (): that waits for handlers, and would wait for itself inside one.
  if (handler_ != 0)
    g_signal_handler_disconnect (parent_, handler_);
  timer_.stop ();
  g_clear_object (&parent_);
  g_object_unref (cancellable_);
}

bool
Deadline::passed () const
{
  return g_cancellable_is_cancelled (cancellable_) && !g_cancellable_is_cancelled (parent_);
}

void
run_in_background (Function f)
{
  static GThreadPool *const pool = g_thread_pool_new (run_pooled_task, nullptr, -1, FALSE, nullptr);
  g_thread_pool_push (pool, new Task (std::move (f)), nullptr);
}

} // namespace vast
