/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

/* What Vala's syntax for elements and slices calls. Vala passes an index of any rank as variable arguments, which
 * introspection does not know: these functions are for valac alone, and everybody else has those in vast-array.h. */

#include "vast-array.h"

G_BEGIN_DECLS

/* What stands behind the last argument: no index, and a NaN that no computation makes. */
#define VAST_ARRAY_VALA_END_INDEX G_MININT64
#define VAST_ARRAY_VALA_END_VALUE (__builtin_nan ("0x5661737400000"))

VAST_AVAILABLE_IN_1_0
gdouble    vast_array_item_va  (VastArray *self,
                                GError   **error,
                                ...);
VAST_AVAILABLE_IN_1_0
void       vast_array_set_va   (VastArray *self,
                                GError   **error,
                                ...);
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_rows     (VastArray *self,
                                gint64     start,
                                gint64     stop,
                                GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_contains (VastArray *self,
                                gdouble    value);

G_END_DECLS
