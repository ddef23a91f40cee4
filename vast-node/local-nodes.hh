// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "ref.hh"
#include "temporary.hh"

#include <string>
#include <vector>

namespace vast::cli {

// Node processes on this machine that live as long as this object, or as the process if that is killed: each ends when
// its standard input does. They listen on UNIX sockets in a directory that only this user can enter.
class LocalNodes {
public:
  LocalNodes () = default;
  ~LocalNodes ();
  LocalNodes (const LocalNodes &) = delete;
  LocalNodes &operator= (const LocalNodes &) = delete;

  // Starts that many and waits until they are ready; throws a Failure.
  void start (int count);

  const std::vector<std::string> &addresses () const { return addresses_; }

private:
  void spawn (int number);

  TemporaryPath directory_;
  std::vector<Ref<GSubprocess>> processes_;
  std::vector<std::string> addresses_;
};

} // namespace vast::cli
