// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cli.hh"
#include "temporary.hh"

namespace vast::cli {

// Where a result goes: a file that appears whole or not at all, or standard output ("-").
class OutputFile {
public:
  // Opens it for writing; throws a Failure that names it.
  explicit OutputFile (const std::string &path);

  GOutputStream *stream () const { return stream_; }
  const std::string &path () const { return path_; }

  // Closes what was written and puts a file in its place.
  void commit ();

  // Ends the command for what writing gave: quietly if it is a standard output that nobody reads.
  [[noreturn]] void raise (const ErrorSlot &error) const;

private:
  void open_standard_output ();
  void open_existing_special ();
  void open_temporary ();

  std::string path_;
  std::string target_; // the path behind symbolic links
  TemporaryPath temporary_;
  Ref<GOutputStream> stream_;
};

// Opens, writes the array in the npy format and commits.
void save_array (VastArray *array, const std::string &path);

// "out.npy", 1 -> "out-1.npy": the file for one of several results.
std::string numbered_path (const std::string &path, size_t number);

} // namespace vast::cli
