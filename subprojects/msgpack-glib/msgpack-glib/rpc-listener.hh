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

// Listens and accepts in a thread of its own, so that no main loop of the program needs to run.
//
// The sockets are not given to the GSocketListener that a service is: that one drops a connection
// that comes while another address is added, cannot listen again after it was closed, and is kept
// alive by its listening.
class Listener {
public:
  Listener ();
  ~Listener ();
  Listener (const Listener &) = delete;
  Listener &operator= (const Listener &) = delete;

  // The address that is listened on, with the port that was chosen; null with @error set. What
  // comes in is given to @service, which outlives this object.
  char *listen (GSocketService *service, const char *address, GError **error);
  // Stops listening, and removes the files of UNIX sockets.
  void stop ();

private:
  struct Loop;
  struct Endpoint;

  bool start (GError **error);
  void run (std::function<void ()> job);
  GSocketAddress *add_first (GSocketService *service, GSocketConnectable *connectable, GError **error);

  std::shared_ptr<Loop> loop_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_; // touched in the thread only
};

} // namespace message_pack::rpc
