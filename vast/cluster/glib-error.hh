// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/vast-error-private.hh"
#include "cluster/vast-node.h"

#include <exception>
#include <utility>

namespace vast {

// A GError of any domain on its way through C++: errors of GIO, of MessagePack-RPC, of a remote node. Like Error, it
// never crosses a C frame.
class GlibError : public std::exception {
public:
  explicit GlibError (GError *error) : error_ (error) {} // takes it over
  GlibError (const GlibError &other) : error_ (g_error_copy (other.error_)) {}
  GlibError &operator= (const GlibError &) = delete;
  ~GlibError () override { g_clear_error (&error_); }

  const GError *get () const { return error_; }
  GError *copy () const { return g_error_copy (error_); }
  bool matches (GQuark domain, int code) const { return g_error_matches (error_, domain, code); }
  const char *what () const noexcept override { return error_->message; }

private:
  GError *error_;
};

// Throws a GlibError of the domain VAST_CLUSTER_ERROR.
[[noreturn]] void fail_cluster (VastClusterError code, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

// Throws a GlibError G_IO_ERROR_CANCELLED if so.
void throw_if_cancelled (GCancellable *cancellable);

// The bridge of this room: guard () that lets a GlibError through as the GError that it is.
template <typename F>
auto
guard_glib (GError **error, F &&f) noexcept -> std::invoke_result_t<F>
{
  using Result = std::invoke_result_t<F>;
  return guard (error, [&] () -> Result {
    try
      {
        return f ();
      }
    catch (const GlibError &e)
      {
        g_propagate_error (error, e.copy ());
      }
    return Result {};
  });
}

// Calls `f (&error)`, a C function that reports by GError, and throws what it reports.
template <typename F>
auto
throwing (F &&f) -> std::invoke_result_t<F, GError **>
{
  GError *error = nullptr;
  auto result = f (&error);
  if (error)
    throw GlibError (error);
  return result;
}

} // namespace vast
