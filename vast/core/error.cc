// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/error.hh"

#include <cstdarg>
#include <cstdio>

namespace vast {

void
fail (ErrorCode code, const char *format, ...)
{
  va_list args, again;
  va_start (args, format);
  va_copy (again, args);
  const int length = std::vsnprintf (nullptr, 0, format, args);
  va_end (args);

  std::string message (length > 0 ? static_cast<size_t> (length) : 0, '\0');
  if (length > 0)
    std::vsnprintf (message.data (), message.size () + 1, format, again);
  va_end (again);

  throw Error (code, std::move (message));
}

} // namespace vast
