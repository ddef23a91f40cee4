// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-listener.hh"

#include "message-pack-error.h"
#include "message-pack-rpc-address.h"

#include <condition_variable>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <mutex>
#include <sys/stat.h>

namespace message_pack::rpc {

struct Listener::Loop
{
  GMainContext *context = g_main_context_new ();
  GMainLoop *loop = g_main_loop_new (context, FALSE);
  std::mutex mutex;
  std::condition_variable changed;
  GThread *thread = nullptr;

  ~Loop ()
  {
    g_main_loop_unref (loop);
    g_main_context_unref (context);
  }
};

namespace {

const char *
socket_path (GSocketAddress *address)
{
  if (!G_IS_UNIX_SOCKET_ADDRESS (address))
    return nullptr;
  auto *local = G_UNIX_SOCKET_ADDRESS (address);
  return g_unix_socket_address_get_address_type (local) == G_UNIX_SOCKET_ADDRESS_PATH
           ? g_unix_socket_address_get_path (local)
           : nullptr;
}

// A server that was killed leaves its file behind, to which nobody can bind again.
bool
remove_stale (GSocketAddress *address, GError **error)
{
  const char *path = socket_path (address);
  GStatBuf status;
  if (path == nullptr || g_lstat (path, &status) != 0)
    return true;
  if (!S_ISSOCK (status.st_mode))
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "‘%s’ exists and is not a socket", path);
      return false;
    }
  g_autoptr (GSocket) probe
    = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  if (probe == nullptr)
    return false;
  g_autoptr (GError) refusal = nullptr;
  if (g_socket_connect (probe, address, nullptr, &refusal)
      || !g_error_matches (refusal, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "‘%s’ is in use by another server", path);
      return false;
    }
  // if it cannot be removed, binding says why
  (void) g_unlink (path);
  return true;
}

gboolean
run_job (gpointer data) noexcept
{
  (*static_cast<std::function<void ()> *> (data)) ();
  return G_SOURCE_REMOVE;
}

// What the thread keeps: it may be the last to go.
struct LoopThread
{
  std::shared_ptr<void> keep;
  GMainContext *context;
  GMainLoop *loop;
};

gpointer
run_loop (gpointer data) noexcept
{
  std::unique_ptr<LoopThread> thread (static_cast<LoopThread *> (data));
  g_main_context_push_thread_default (thread->context);
  g_main_loop_run (thread->loop);
  g_main_context_pop_thread_default (thread->context);
  return nullptr;
}

} // namespace

Listener::~Listener ()
{
  if (loop_ == nullptr)
    return;
  g_main_loop_quit (loop_->loop);
  // the last reference to a server may go in this very thread, which cannot wait for itself
  if (loop_->thread == g_thread_self ())
    g_thread_unref (loop_->thread);
  else
    g_thread_join (loop_->thread);
}

bool
Listener::start (GError **error)
{
  if (loop_ != nullptr)
    return true;
  auto loop = std::make_shared<Loop> ();
  auto *data = new LoopThread { loop, loop->context, loop->loop };
  loop->thread = g_thread_try_new ("message-pack-accept", run_loop, data, error);
  if (loop->thread == nullptr)
    {
      delete data;
      return false;
    }
  loop_ = std::move (loop);
  return true;
}

// Does something in the thread, and waits for it.
void
Listener::run (std::function<void ()> job)
{
  if (loop_->thread == g_thread_self ())
    return job ();
  bool done = false;
  std::function<void ()> with_notice = [&, loop = loop_.get ()] {
    job ();
    std::lock_guard lock (loop->mutex);
    done = true;
    loop->changed.notify_all ();
  };
  GSource *source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_set_callback (source, run_job, &with_notice, nullptr);
  g_source_attach (source, loop_->context);
  {
    std::unique_lock lock (loop_->mutex);
    while (!done)
      loop_->changed.wait (lock);
  }
  g_source_unref (source);
}

void
Listener::remember_file (GSocketAddress *address)
{
  const char *path = socket_path (address);
  GStatBuf status;
  if (path != nullptr && g_lstat (path, &status) == 0)
    files_.push_back ({ path, status.st_dev, status.st_ino });
}

GSocketAddress *
Listener::add_address (GSocketService *service, GSocketAddress *address, GError **error)
{
  GSocketAddress *effective = nullptr;
  if (!remove_stale (address, error)
      || !g_socket_listener_add_address (G_SOCKET_LISTENER (service), address, G_SOCKET_TYPE_STREAM,
                                         G_SOCKET_PROTOCOL_DEFAULT, nullptr, &effective, error))
    return nullptr;
  remember_file (address);
  g_socket_service_start (service);
  return effective;
}

// Listens on the first address that a name stands for.
GSocketAddress *
Listener::add (GSocketService *service, GSocketConnectable *connectable, GError **error)
{
  g_autoptr (GSocketAddressEnumerator) enumerator = g_socket_connectable_enumerate (connectable);
  g_autoptr (GSocketAddress) address = g_socket_address_enumerator_next (enumerator, nullptr, error);
  if (address == nullptr)
    {
      if (error != nullptr && *error == nullptr)
        g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "the name stands for no address");
      return nullptr;
    }
  GSocketAddress *effective = nullptr;
  run ([&] { effective = add_address (service, address, error); });
  return effective;
}

char *
Listener::listen (GSocketService *service, const char *address, GError **error)
{
  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, error);
  if (connectable == nullptr || !start (error))
    return nullptr;
  GError *failure = nullptr;
  g_autoptr (GSocketAddress) effective = add (service, connectable, &failure);
  if (effective == nullptr)
    {
      g_propagate_prefixed_error (error, failure, "listening on %s: ", address);
      return nullptr;
    }
  return message_pack_rpc_address_format (effective, error);
}

void
Listener::stop (GSocketService *service)
{
  auto job = [&] {
    g_socket_service_stop (service);
    g_socket_listener_close (G_SOCKET_LISTENER (service));
  };
  if (loop_ != nullptr)
    run (job);
  else
    job ();
  for (auto &file : files_)
    {
      GStatBuf status;
      if (g_lstat (file.path.c_str (), &status) == 0 && status.st_dev == file.device && status.st_ino == file.inode)
        (void) g_unlink (file.path.c_str ());
    }
  files_.clear ();
}

} // namespace message_pack::rpc
