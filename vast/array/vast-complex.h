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

#define VAST_TYPE_COMPLEX (vast_complex_get_type ())

typedef struct _VastComplex VastComplex;

struct _VastComplex {
  gdouble real;
  gdouble imag;
};

VAST_AVAILABLE_IN_1_0
GType        vast_complex_get_type (void);
VAST_AVAILABLE_IN_1_0
VastComplex *vast_complex_new      (gdouble real,
                                    gdouble imag) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastComplex *vast_complex_copy     (const VastComplex *self) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void         vast_complex_free     (VastComplex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VastComplex, vast_complex_free)

G_END_DECLS
