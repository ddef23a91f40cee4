// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace vast::cli {

// The socket files of a node: which of the user's default ones is free, and that none is left behind.
class NodeSockets {
public:
  NodeSockets () = default;
  ~NodeSockets () { remove (); }
  NodeSockets (const NodeSockets &) = delete;
  NodeSockets &operator= (const NodeSockets &) = delete;

  // The address of a UNIX socket for this user's clients to find: the well-known one, unless another node has it.
  // Throws a Failure.
  std::string default_address ();

  // Remembers an address that is listened on; if it is a socket file, it goes with this object.
  void add (const std::string &address);

  void remove ();

private:
  bool take_lock ();

  int lock_ = -1;
  std::vector<std::string> paths_;
};

} // namespace vast::cli
