/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-error.h"

G_BEGIN_DECLS

/* A bound of a slice that is left open, as in NumPy's `a[::2]`. */
#define VAST_SLICE_OPEN G_MININT64

#define VAST_TYPE_ARRAY (vast_array_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastArray, vast_array, VAST, ARRAY, GObject)

/* making */
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new              (GType         scalar_type,
                                        gsize         scalar_size,
                                        const gint64 *shape,
                                        gsize         rank,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_named        (const char   *scalar_name,
                                        const gint64 *shape,
                                        gsize         rank,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_bytes   (const char   *scalar_name,
                                        const gint64 *shape,
                                        gsize         rank,
                                        GBytes       *bytes,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_address (const char    *scalar_name,
                                        const gint64  *shape,
                                        gsize          rank,
                                        const gint64  *byte_strides,
                                        gsize          n_strides,
                                        gsize          address,
                                        gboolean       writable,
                                        GDestroyNotify notify,
                                        gpointer       user_data,
                                        GError       **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_owner   (const char   *scalar_name,
                                        const gint64 *shape,
                                        gsize         rank,
                                        const gint64 *byte_strides,
                                        gsize         n_strides,
                                        gsize         address,
                                        gboolean      writable,
                                        const GValue *owner,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_doubles (const gdouble *values,
                                        gsize          n_values) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_ints    (const gint64 *values,
                                        gsize         n_values) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_from_value   (const GValue *value,
                                        GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_new_parse        (const char *text,
                                        GError    **error) G_GNUC_WARN_UNUSED_RESULT;

/* what it is */
VAST_AVAILABLE_IN_1_0
GType         vast_array_get_scalar_type (VastArray *self);
VAST_AVAILABLE_IN_1_0
gsize         vast_array_get_scalar_size (VastArray *self);
VAST_AVAILABLE_IN_1_0
char         *vast_array_dup_scalar_name (VastArray *self) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gsize         vast_array_get_rank        (VastArray *self);
VAST_AVAILABLE_IN_1_0
const gint64 *vast_array_get_shape       (VastArray *self,
                                          gsize     *rank);
VAST_AVAILABLE_IN_1_0
const gint64 *vast_array_get_strides     (VastArray *self,
                                          gsize     *rank);
VAST_AVAILABLE_IN_1_0
gint64        vast_array_get_origin      (VastArray *self);
VAST_AVAILABLE_IN_1_0
gint64        vast_array_get_size        (VastArray *self);
VAST_AVAILABLE_IN_1_0
gsize         vast_array_get_n_bytes     (VastArray *self);
VAST_AVAILABLE_IN_1_0
gboolean      vast_array_is_contiguous   (VastArray *self);
VAST_AVAILABLE_IN_1_0
gboolean      vast_array_is_writable     (VastArray *self);
VAST_AVAILABLE_IN_1_0
gpointer      vast_array_get_data        (VastArray *self);
VAST_AVAILABLE_IN_1_0
GBytes       *vast_array_dup_bytes       (VastArray *self,
                                          GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean      vast_array_equal           (VastArray *self,
                                          VastArray *other);
VAST_AVAILABLE_IN_1_0
char         *vast_array_to_string       (VastArray *self) G_GNUC_WARN_UNUSED_RESULT;

/* single elements */
VAST_AVAILABLE_IN_1_0
gboolean vast_array_get_value     (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   GValue       *value,
                                   GError      **error);
VAST_AVAILABLE_IN_1_0
gboolean vast_array_set_value     (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   const GValue *value,
                                   GError      **error);
VAST_AVAILABLE_IN_1_0
gdouble  vast_array_get_double    (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   GError      **error);
VAST_AVAILABLE_IN_1_0
gboolean vast_array_set_double    (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   gdouble       value,
                                   GError      **error);
VAST_AVAILABLE_IN_1_0
gint64   vast_array_get_int       (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   GError      **error);
VAST_AVAILABLE_IN_1_0
gboolean vast_array_set_int       (VastArray    *self,
                                   const gint64 *index,
                                   gsize         n_index,
                                   gint64        value,
                                   GError      **error);

/* all elements */
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_fill      (VastArray    *self,
                                 const GValue *value,
                                 GError      **error);
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_assign    (VastArray *self,
                                 VastArray *source,
                                 GError   **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_copy      (VastArray *self,
                                 GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_astype    (VastArray  *self,
                                 const char *scalar_name,
                                 GError    **error) G_GNUC_WARN_UNUSED_RESULT;

/* views: none copies */
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_index        (VastArray *self,
                                    gint64     axis,
                                    gint64     position,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_slice        (VastArray *self,
                                    gint64     axis,
                                    gint64     start,
                                    gint64     stop,
                                    gint64     step,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_step         (VastArray *self,
                                    gint64     axis,
                                    gint64     step,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_flip         (VastArray *self,
                                    gint64     axis,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_transpose    (VastArray    *self,
                                    const gint64 *axes,
                                    gsize         n_axes,
                                    GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_reshape      (VastArray    *self,
                                    const gint64 *shape,
                                    gsize         rank,
                                    GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_broadcast_to (VastArray    *self,
                                    const gint64 *shape,
                                    gsize         rank,
                                    GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_diagonal     (VastArray *self,
                                    gint64     offset,
                                    gint64     axis1,
                                    gint64     axis2,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_expand_dims  (VastArray *self,
                                    gint64     axis,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_squeeze      (VastArray *self,
                                    gint64     axis,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
