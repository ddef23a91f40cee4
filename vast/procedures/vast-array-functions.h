/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

/* The functions that are not made from tables; those are in vast-functions.h. */

G_BEGIN_DECLS

VAST_AVAILABLE_IN_1_0
VastArray *vast_argsort               (VastArray *x,
                                       gint64     axis,
                                       gboolean   descending,
                                       gboolean   stable,
                                       GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_argsort_into          (VastArray *x,
                                       VastArray *out,
                                       gint64     axis,
                                       gboolean   descending,
                                       gboolean   stable,
                                       GError   **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_cumulative_prod       (VastArray    *x,
                                       const gint64 *axis,
                                       gsize         n_axis,
                                       const char   *dtype,
                                       gboolean      include_initial,
                                       GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_cumulative_prod_into  (VastArray    *x,
                                       VastArray    *out,
                                       const gint64 *axis,
                                       gsize         n_axis,
                                       const char   *dtype,
                                       gboolean      include_initial,
                                       GError      **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_cumulative_sum        (VastArray    *x,
                                       const gint64 *axis,
                                       gsize         n_axis,
                                       const char   *dtype,
                                       gboolean      include_initial,
                                       GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_cumulative_sum_into   (VastArray    *x,
                                       VastArray    *out,
                                       const gint64 *axis,
                                       gsize         n_axis,
                                       const char   *dtype,
                                       gboolean      include_initial,
                                       GError      **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_matmul                (VastArray *x1,
                                       VastArray *x2,
                                       GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_matmul_into           (VastArray *x1,
                                       VastArray *x2,
                                       VastArray *out,
                                       GError   **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_matrix_transpose      (VastArray *x,
                                       GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_matrix_transpose_into (VastArray *x,
                                       VastArray *out,
                                       GError   **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_sort                  (VastArray *x,
                                       gint64     axis,
                                       gboolean   descending,
                                       gboolean   stable,
                                       GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_sort_into             (VastArray *x,
                                       VastArray *out,
                                       gint64     axis,
                                       gboolean   descending,
                                       gboolean   stable,
                                       GError   **error);
VAST_AVAILABLE_IN_1_0
VastArray *vast_vecdot                (VastArray *x1,
                                       VastArray *x2,
                                       gint64     axis,
                                       GError   **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_vecdot_into           (VastArray *x1,
                                       VastArray *x2,
                                       VastArray *out,
                                       gint64     axis,
                                       GError   **error);

G_END_DECLS
