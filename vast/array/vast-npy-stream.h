/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

#define VAST_TYPE_NPY_READER (vast_npy_reader_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastNpyReader, vast_npy_reader, VAST, NPY_READER, GObject)

VAST_AVAILABLE_IN_1_0
VastNpyReader *vast_npy_reader_new             (GInputStream *stream,
                                                GCancellable *cancellable,
                                                GError      **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
char          *vast_npy_reader_dup_scalar_name (VastNpyReader *self) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
const gint64  *vast_npy_reader_get_shape       (VastNpyReader *self,
                                                gsize         *rank);
VAST_AVAILABLE_IN_1_0
gboolean       vast_npy_reader_is_fortran      (VastNpyReader *self);
VAST_AVAILABLE_IN_1_0
VastArray     *vast_npy_reader_read            (VastNpyReader *self,
                                                gint64         n_rows,
                                                GCancellable  *cancellable,
                                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;

#define VAST_TYPE_NPY_WRITER (vast_npy_writer_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastNpyWriter, vast_npy_writer, VAST, NPY_WRITER, GObject)

VAST_AVAILABLE_IN_1_0
VastNpyWriter *vast_npy_writer_new             (GOutputStream *stream,
                                                const char    *scalar_name,
                                                const gint64  *shape,
                                                gsize          rank,
                                                GCancellable  *cancellable,
                                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean       vast_npy_writer_write           (VastNpyWriter *self,
                                                VastArray     *array,
                                                GCancellable  *cancellable,
                                                GError       **error);
VAST_AVAILABLE_IN_1_0
gboolean       vast_npy_writer_close           (VastNpyWriter *self,
                                                GCancellable  *cancellable,
                                                GError       **error);

G_END_DECLS
