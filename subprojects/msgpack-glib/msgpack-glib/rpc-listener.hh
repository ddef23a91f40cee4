// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <gio/gio.h>

#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace message_pack::rpc {

// Lets a GSocketListener listen and accept in a thread of its own, so that no main loop of the
// program needs to run for that.
class Listener
{
public:
  Listener () = default;
  ~Listener ();
  Listener (const Listener &) = delete;
  Listener &operator= (const Listener &) = delete;

  // The address that is listened on, with the port that was chosen; null with @error set.
  char *listen (GSocketService *service, const char *address, GError **error);
  // Stops listening, and removes the files of UNIX sockets.
  void stop (GSocketService *service);

private:
  struct Loop;
  // The file of a UNIX socket, by which it is known to be ours still when it is removed.
  struct SocketFile
  {
    std::string path;
    dev_t device;
    ino_t inode;
  };

  bool start (GError **error);
  void run (std::function<void ()> job);
  GSocketAddress *add (GSocketService *service, GSocketConnectable *connectable, GError **error);
  GSocketAddress *add_address (GSocketService *service, GSocketAddress *address, GError **error);
  void remember_file (GSocketAddress *address);

  std::shared_ptr<Loop> loop_;
  std::vector<SocketFile> files_;
};

} // namespace message_pack::rpc
