/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

#define VAST_TYPE_ARRAY_ITERATOR (vast_array_iterator_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastArrayIterator, vast_array_iterator, VAST, ARRAY_ITERATOR, GObject)

VAST_AVAILABLE_IN_1_0
VastArrayIterator *vast_array_iterator            (VastArray *self) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean           vast_array_iterator_next       (VastArrayIterator *self);
VAST_AVAILABLE_IN_1_0
gdouble            vast_array_iterator_get        (VastArrayIterator *self);
VAST_AVAILABLE_IN_1_0
gboolean           vast_array_iterator_get_value  (VastArrayIterator *self,
                                                   GValue            *value,
                                                   GError           **error);
VAST_AVAILABLE_IN_1_0
gboolean           vast_array_iterator_set_value  (VastArrayIterator *self,
                                                   const GValue      *value,
                                                   GError           **error);
VAST_AVAILABLE_IN_1_0
const gint64      *vast_array_iterator_get_index  (VastArrayIterator *self,
                                                   gsize             *rank);

G_END_DECLS
