// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/io-thread.hh"

#include <memory>
#include <string>

namespace vast {

// What a node tells of itself on the local network, beside its name and port.
struct Announcement {
  std::string name;
  std::string uuid;
  uint16_t port;
  int cores;
};

// Who is told what discovery finds; called in the I/O thread.
class DiscoveryListener {
public:
  virtual ~DiscoveryListener () = default;
  // A service, found for the first time or with news. `key` tells it from other services.
  virtual void service_found (const std::string &key, const std::string &address, const std::string &uuid) = 0;
  virtual void service_gone (const std::string &key) = 0;
};

// Finding nodes on the local network, and being found. What is announced goes when the object does. A service daemon
// that goes and comes back is followed. Safe for any thread; all work is done in the I/O thread.
class Discovery {
public:
  virtual ~Discovery () = default;
  // Throw VAST_CLUSTER_ERROR_DISCOVERY if there is no service discovery on this machine.
  virtual void announce (const Announcement &announcement) = 0;
  virtual void browse (std::weak_ptr<DiscoveryListener> listener) = 0;
  // Told to others soon, but not for small changes and not too often.
  virtual void set_load (double load) = 0;

  // By Avahi; throws ErrorCode::not_supported where Vast was built without.
  static std::shared_ptr<Discovery> create ();
};

} // namespace vast
