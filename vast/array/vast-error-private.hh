// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/vast-error.h"
#include "core/error.hh"

#include <memory>
#include <new>
#include <type_traits>

namespace vast {

// Sets the GError that tells what the core threw.
void set_error (GError **error, const Error &from);

// A GError on its way from a GLib function that failed, through C++ code, to the bridge.
class ForwardedError {
public:
  explicit ForwardedError (GError *error) : error_ (error, g_error_free) {}

  GError *copy () const { return g_error_copy (error_.get ()); }
  const GError *get () const { return error_.get (); }

private:
  std::shared_ptr<GError> error_; // shared, because a thrown object must be copyable
};

// The one bridge between C++ and C: runs `f`, turns what it throws into a GError and returns a null value then.
// Every C entry that can fail goes through it, so that no exception crosses a C frame.
template <typename F>
auto
guard (GError **error, F &&f) noexcept -> std::invoke_result_t<F>
{
  using Result = std::invoke_result_t<F>;
  try
    {
      return f ();
    }
  catch (const Error &e)
    {
      set_error (error, e);
    }
  catch (const ForwardedError &e)
    {
      g_propagate_error (error, e.copy ());
    }
  catch (const std::bad_alloc &)
    {
      set_error (error, Error (ErrorCode::memory, "out of memory"));
    }
  catch (const std::exception &e)
    {
      set_error (error, Error (ErrorCode::failed, e.what ()));
    }
  return Result {};
}

} // namespace vast
