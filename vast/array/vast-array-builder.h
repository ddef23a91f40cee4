/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

#define VAST_TYPE_ARRAY_BUILDER (vast_array_builder_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastArrayBuilder, vast_array_builder, VAST, ARRAY_BUILDER, GObject)

VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_new          (VastArray *array) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_index        (VastArrayBuilder *self,
                                                   gint64            axis,
                                                   gint64            position);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_slice        (VastArrayBuilder *self,
                                                   gint64            axis,
                                                   gint64            start,
                                                   gint64            stop,
                                                   gint64            step);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_step         (VastArrayBuilder *self,
                                                   gint64            axis,
                                                   gint64            step);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_flip         (VastArrayBuilder *self,
                                                   gint64            axis);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_transpose    (VastArrayBuilder *self,
                                                   const gint64     *axes,
                                                   gsize             n_axes);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_reshape      (VastArrayBuilder *self,
                                                   const gint64     *shape,
                                                   gsize             rank);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_broadcast_to (VastArrayBuilder *self,
                                                   const gint64     *shape,
                                                   gsize             rank);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_diagonal     (VastArrayBuilder *self,
                                                   gint64            offset,
                                                   gint64            axis1,
                                                   gint64            axis2);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_expand_dims  (VastArrayBuilder *self,
                                                   gint64            axis);
VAST_AVAILABLE_IN_1_0
VastArrayBuilder *vast_array_builder_squeeze      (VastArrayBuilder *self,
                                                   gint64            axis);
VAST_AVAILABLE_IN_1_0
VastArray        *vast_array_builder_end          (VastArrayBuilder *self,
                                                   GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
