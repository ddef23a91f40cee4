// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <exception>
#include <string>

namespace vast {

// What a caller can do wrong, or what the machine cannot give. The public VastError enumeration has the same
// members in the same order; the bridge in array/vast-error-private.hh asserts it.
enum class ErrorCode {
  failed,
  invalid_argument,
  type,
  shape,
  index,
  read_only,
  memory,
  format,
  not_found,
  not_supported,
};

// The one exception of the core. It never leaves the library: the bridge turns it into a GError.
class Error : public std::exception {
public:
  Error (ErrorCode code, std::string message) : code_ (code), message_ (std::move (message)) {}

  ErrorCode code () const noexcept { return code_; }
  const char *what () const noexcept override { return message_.c_str (); }

private:
  ErrorCode code_;
  std::string message_;
};

// Throws an Error with a printf-like message. Messages are lower case and hold the actual values.
[[noreturn]] void fail (ErrorCode code, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

} // namespace vast
