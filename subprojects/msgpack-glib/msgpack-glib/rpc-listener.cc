// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-listener.hh"

#include "hand-over.hh"
#include "message-pack-error.h"
#include "message-pack-rpc-address.h"

#include <condition_variable>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <mutex>
#include <sys/stat.h>

namespace message_pack::rpc {
namespace {

constexpr int backlog = 128;
// How long to wait when a connection cannot be taken, e.g. for want of file descriptors.
constexpr gulong accept_pause = 100000;

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
  g_autoptr (GSocket) probe =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
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

GSocket *
new_listening_socket (GSocketAddress *address, GError **error)
{
  if (!remove_stale (address, error))
    return nullptr;
  g_autoptr (GSocket) socket =
    g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  if (socket == nullptr)
    return nullptr;
  g_socket_set_blocking (socket, FALSE);
  g_socket_set_listen_backlog (socket, backlog);
  if (!g_socket_bind (socket, address, TRUE, error) || !g_socket_listen (socket, error))
    return nullptr;
  return static_cast<GSocket *> (g_steal_pointer (&socket));
}

gboolean
run_job (gpointer data) noexcept
{
  take_over (data);
  (*static_cast<std::function<void ()> *> (data)) ();
  return G_SOURCE_REMOVE;
}

// Hands what has come in to the service, which has threads for that.
gboolean
on_incoming (GSocket *socket, GIOCondition, gpointer data) noexcept
{
  g_autoptr (GError) error = nullptr;
  g_autoptr (GSocket) accepted = g_socket_accept (socket, nullptr, &error);
  if (accepted == nullptr)
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        return G_SOURCE_CONTINUE;
      g_message ("accepting a connection: %s", error->message);
      g_usleep (accept_pause);
      return G_SOURCE_CONTINUE;
    }
  g_autoptr (GSocketConnection) connection = g_socket_connection_factory_create_connection (accepted);
  gboolean claimed = FALSE;
  hand_over (connection);
  g_signal_emit_by_name (data, "incoming", connection, nullptr, &claimed);
  return G_SOURCE_CONTINUE;
}

// What the thread keeps: it may be the last to go.
struct LoopThread {
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

struct Listener::Loop {
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

// A socket that is listened on, and the file of a UNIX socket, by which it is known to be ours still
// when it is removed.
struct Listener::Endpoint {
  GSocket *socket;
  GSource *source;
  std::string path;
  GStatBuf status = {};

  Endpoint (GSocket *listening, GSocketAddress *address, GMainContext *context, GSocketService *service)
    : socket (listening),
      source (g_socket_create_source (listening, G_IO_IN, nullptr))
  {
    const char *file = socket_path (address);
    if (file != nullptr && g_lstat (file, &status) == 0)
      path = file;
    g_source_set_callback (source, G_SOURCE_FUNC (on_incoming), service, nullptr);
    g_source_attach (source, context);
  }

  ~Endpoint ()
  {
    g_source_destroy (source);
    g_source_unref (source);
    g_object_unref (socket); // which closes it
    GStatBuf now;
    if (!path.empty () && g_lstat (path.c_str (), &now) == 0 && now.st_dev == status.st_dev
        && now.st_ino == status.st_ino)
      (void) g_unlink (path.c_str ());
  }
};

Listener::Listener () = default;

Listener::~Listener ()
{
  if (loop_ == nullptr)
    return;
  stop ();
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
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_HIGH);
  hand_over (&with_notice);
  g_source_set_callback (source, run_job, &with_notice, nullptr);
  g_source_attach (source, loop_->context);
  std::unique_lock lock (loop_->mutex);
  while (!done)
    loop_->changed.wait (lock);
}

// Listens on the first address that a name stands for and that can be listened on.
GSocketAddress *
Listener::add_first (GSocketService *service, GSocketConnectable *connectable, GError **error)
{
  g_autoptr (GSocketAddressEnumerator) enumerator = g_socket_connectable_enumerate (connectable);
  g_autoptr (GError) failure = nullptr;
  while (true)
    {
      GError *unresolved = nullptr;
      g_autoptr (GSocketAddress) address = g_socket_address_enumerator_next (enumerator, nullptr, &unresolved);
      if (address == nullptr)
        {
          if (failure == nullptr)
            failure = unresolved != nullptr ? unresolved
                                            : g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "%s",
                                                           "the name stands for no address");
          else
            g_clear_error (&unresolved);
          g_propagate_error (error, static_cast<GError *> (g_steal_pointer (&failure)));
          return nullptr;
        }
      g_clear_error (&failure);
      GSocket *socket = new_listening_socket (address, &failure);
      if (socket == nullptr)
        continue;
      GSocketAddress *effective = g_socket_get_local_address (socket, error);
      run ([&] { endpoints_.push_back (std::make_unique<Endpoint> (socket, address, loop_->context, service)); });
      return effective;
    }
}

char *
Listener::listen (GSocketService *service, const char *address, GError **error)
{
  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, error);
  if (connectable == nullptr || !start (error))
    return nullptr;
  g_autoptr (GSocketAddress) effective = add_first (service, connectable, error);
  if (effective != nullptr)
    return message_pack_rpc_address_format (effective, error);
  g_prefix_error (error, "listening on %s: ", address);
  return nullptr;
}

void
Listener::stop ()
{
  if (loop_ != nullptr)
    run ([&] { endpoints_.clear (); });
}

} // namespace message_pack::rpc
