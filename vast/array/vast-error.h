/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include <gio/gio.h>

#include "vast-version-macros.h"

G_BEGIN_DECLS

#define VAST_ERROR (vast_error_quark ())

typedef enum {
  VAST_ERROR_FAILED,
  VAST_ERROR_INVALID_ARGUMENT,
  VAST_ERROR_TYPE,
  VAST_ERROR_SHAPE,
  VAST_ERROR_INDEX,
  VAST_ERROR_READ_ONLY,
  VAST_ERROR_MEMORY,
  VAST_ERROR_FORMAT,
  VAST_ERROR_NOT_FOUND,
  VAST_ERROR_NOT_SUPPORTED,
} VastError;

VAST_AVAILABLE_IN_1_0
GQuark vast_error_quark (void);

G_END_DECLS
