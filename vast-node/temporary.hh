// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <string>

namespace vast::cli {

// Makes SIGINT, SIGTERM and SIGHUP remove all temporary paths before they end the program.
void watch_signals ();

// Lets a signal end the program as if nobody had caught it.
[[noreturn]] void end_by_signal (int number);

// A file or directory that does not outlive the program, unless it is made permanent: it goes with this object or
// with the signal that ends the program.
class TemporaryPath {
public:
  TemporaryPath () = default;
  TemporaryPath (TemporaryPath &&other) noexcept { swap (other); }
  TemporaryPath &operator= (TemporaryPath &&other) noexcept
  {
    swap (other);
    return *this;
  }
  ~TemporaryPath ();

  // A new file with a name of its own in the directory, open for writing; throws std::system_error.
  static TemporaryPath make_file (const std::string &directory, int *fd);
  // A new directory that only this user can enter, where sockets may be; throws std::system_error.
  static TemporaryPath make_directory ();

  const std::string &path () const { return path_; }

  // Puts the file in the place of another at once; throws std::system_error.
  void rename_to (const std::string &path);

private:
  explicit TemporaryPath (std::string path) : path_ (std::move (path)) {}
  void swap (TemporaryPath &other) noexcept { path_.swap (other.path_); }

  std::string path_;
};

} // namespace vast::cli
