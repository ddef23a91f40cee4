// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "node-sockets.hh"

#include "node-address.hh"

#include <cerrno>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>

namespace vast::cli {

void
NodeSockets::remove ()
{
  for (const std::string &path : paths_)
    g_unlink (path.c_str ());
  paths_.clear ();
  if (lock_ >= 0)
    close (lock_);
  lock_ = -1;
}

// Who holds the lock owns the well-known socket: a file of it that is there then was left by a node that was killed.
// The lock file itself stays, because removing it would let two nodes hold locks on different files of one name.
bool
NodeSockets::take_lock ()
{
  const std::string path = node_directory () + "/node.lock";
  lock_ = open (path.c_str (), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_ < 0)
    fail (_ ("cannot open “%s”: %s"), path.c_str (), g_strerror (errno));
  return flock (lock_, LOCK_EX | LOCK_NB) == 0;
}

std::string
NodeSockets::default_address ()
{
  const std::string directory = node_directory ();
  if (g_mkdir_with_parents (directory.c_str (), 0700) != 0)
    fail (_ ("cannot make the folder “%s”: %s"), directory.c_str (), g_strerror (errno));
  const std::string path = take_lock () ? default_node_socket ()
                                        : format ("%s/node-%d.sock", directory.c_str (), static_cast<int> (getpid ()));
  g_unlink (path.c_str ());
  return "unix:" + path;
}

void
NodeSockets::add (const std::string &address)
{
  constexpr std::string_view scheme = "unix:/";
  if (address.starts_with (scheme))
    paths_.push_back (address.substr (scheme.size () - 1));
}

} // namespace vast::cli
