/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

VAST_AVAILABLE_IN_1_0
VastArray *vast_array_load          (GFile        *file,
                                     GCancellable *cancellable,
                                     GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
void       vast_array_load_async    (GFile              *file,
                                     int                 io_priority,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_load_finish   (GAsyncResult *result,
                                     GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray *vast_array_read_npy      (GInputStream *stream,
                                     GCancellable *cancellable,
                                     GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_save          (VastArray    *self,
                                     GFile        *file,
                                     GCancellable *cancellable,
                                     GError      **error);
VAST_AVAILABLE_IN_1_0
void       vast_array_save_async    (VastArray          *self,
                                     GFile              *file,
                                     int                 io_priority,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_save_finish   (VastArray    *self,
                                     GAsyncResult *result,
                                     GError      **error);
VAST_AVAILABLE_IN_1_0
gboolean   vast_array_write_npy     (VastArray     *self,
                                     GOutputStream *stream,
                                     GCancellable  *cancellable,
                                     GError       **error);

G_END_DECLS
