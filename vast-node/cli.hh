// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

// What both programs share: how a command fails, how options are read, how text goes to standard output.

#include "ref.hh"

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace vast::cli {

inline constexpr int status_done = 0;
inline constexpr int status_failed = 1;
inline constexpr int status_usage = 2;

// What ends a command: one line for the user, and the status to exit with.
class Failure : public std::exception {
public:
  Failure (int status, std::string message) : status_ (status), message_ (std::move (message)) {}

  int status () const noexcept { return status_; }
  const char *what () const noexcept override { return message_.c_str (); }

private:
  int status_;
  std::string message_;
};

[[noreturn]] void fail (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
[[noreturn]] void fail_usage (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

// Nobody reads standard output any more: the program ends as one that SIGPIPE ended, without a word.
struct BrokenPipe {};

// The place for a GError of one C call: `if (!f (…, &error)) error.raise ();`
class ErrorSlot {
public:
  ErrorSlot () = default;
  ErrorSlot (const ErrorSlot &) = delete;
  ErrorSlot &operator= (const ErrorSlot &) = delete;
  ~ErrorSlot () { g_clear_error (&error_); }

  GError **operator& () { return &error_; }
  const GError *get () const { return error_; }
  const char *message () const { return error_ ? error_->message : "unknown failure"; }
  bool matches (GQuark domain, int code) const { return g_error_matches (error_, domain, code); }

  [[noreturn]] void raise () const { fail ("%s", message ()); }

private:
  GError *error_ = nullptr;
};

std::string format (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

// Text that a terminal or a log can show on one line: control characters become blanks.
std::string one_line (std::string_view text);

// Whether the text can be handed to interfaces that take UTF-8; fails as a usage error naming what it is if not.
void require_utf8 (const char *what, const std::string &text);

// "(3, 4)", "(3,)", "()": a shape as NumPy writes it.
std::string shape_to_string (const gint64 *shape, size_t rank);

// Reads options into the variables that the entries name and returns what else was given. `--help` prints and exits;
// what is wrong is a usage error. Negative numbers are not taken for options.
std::vector<std::string> parse_options (int argc, char **argv, const GOptionEntry *entries, const char *parameters,
                                        const char *summary, const char *description = nullptr);

// All of the text to standard output, now; throws BrokenPipe or a Failure.
void write_stdout (std::string_view text);

// Prepares locale and signals, runs the body, prints what it throws and gives the status to exit with.
int run_program (const char *name, int (*body) (int argc, char **argv), int argc, char **argv);

} // namespace vast::cli
