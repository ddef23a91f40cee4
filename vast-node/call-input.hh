// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cli.hh"

#include <cstdint>

namespace vast::cli {

// One input of a call: a file in NumPy's format, standard input ("-") or a literal such as "[1, 2, 3]". Of a file
// only the head is read until its elements are asked for.
class CallInput {
public:
  // Throws a Failure that names it. A text that can be read as a literal is one, also if a file has this name.
  static CallInput open (const std::string &text);

  const std::vector<int64_t> &shape () const { return shape_; }
  size_t scalar_size () const { return scalar_size_; }

  // Whether rows can be had one after another without the whole being in memory.
  bool is_stream () const;

  // All elements: mapped from a regular file, otherwise read.
  Ref<VastArray> whole ();

  // The next rows of a stream; throws a Failure if there are none left.
  Ref<VastArray> next_rows (int64_t count, GCancellable *cancellable);

private:
  explicit CallInput (std::string name) : name_ (std::move (name)) {}
  void open_literal (Ref<VastArray> array);
  void open_stream (int fd);
  [[noreturn]] void fail_to_read (const char *reason) const;

  std::string name_;
  std::string mapped_path_; // of a regular file
  std::vector<int64_t> shape_;
  size_t scalar_size_ = 0;
  Ref<VastArray> array_;
  Ref<VastNpyReader> reader_;
};

} // namespace vast::cli
