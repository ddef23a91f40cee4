// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-error.h"

#include "array/vast-error-private.hh"

/**
 * VastError:
 * @VAST_ERROR_FAILED: something failed that no other code names
 * @VAST_ERROR_INVALID_ARGUMENT: an argument or option makes no sense
 * @VAST_ERROR_TYPE: an element type is unknown, or not of a kind that the operation takes
 * @VAST_ERROR_SHAPE: shapes or sizes do not fit each other
 * @VAST_ERROR_INDEX: an index or axis is out of bounds
 * @VAST_ERROR_READ_ONLY: the memory of an array may not be written
 * @VAST_ERROR_MEMORY: memory cannot be had
 * @VAST_ERROR_FORMAT: the contents of a file, a stream or a text are malformed
 * @VAST_ERROR_NOT_FOUND: nothing has that name
 * @VAST_ERROR_NOT_SUPPORTED: well-formed, but outside of what this library does
 *
 * What can go wrong with arrays and procedures. Every message holds the actual values.
 *
 * Since: 1.0
 */

/* clang-format off */
/**
 * vast_error_quark:
 *
 * Gets the domain of the errors that arrays and procedures raise.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
G_DEFINE_QUARK (vast-error-quark, vast_error)
/* clang-format on */

namespace vast {

static_assert (static_cast<int> (ErrorCode::failed) == VAST_ERROR_FAILED);
static_assert (static_cast<int> (ErrorCode::index) == VAST_ERROR_INDEX);
static_assert (static_cast<int> (ErrorCode::not_supported) == VAST_ERROR_NOT_SUPPORTED);

void
set_error (GError **error, const Error &from)
{
  // What a file or a peer says may be quoted in a message, and a GError's text is UTF-8.
  if (g_utf8_validate (from.what (), -1, nullptr))
    g_set_error_literal (error, VAST_ERROR, static_cast<int> (from.code ()), from.what ());
  else
    {
      g_autofree char *valid = g_utf8_make_valid (from.what (), -1);
      g_set_error_literal (error, VAST_ERROR, static_cast<int> (from.code ()), valid);
    }
}

} // namespace vast
