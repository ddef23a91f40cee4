/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)
#error "Only <vast/vast.h> can be included directly."
#endif

#include "vast-array.h"

G_BEGIN_DECLS

typedef enum {
  VAST_PARTITION_ELEMENTWISE,
  VAST_PARTITION_REDUCTION,
  VAST_PARTITION_SCAN,
  VAST_PARTITION_CONTRACTION,
  VAST_PARTITION_AXIS,
  VAST_PARTITION_WHOLE,
} VastPartition;

typedef enum {
  VAST_PROCEDURE_FLAGS_NONE = 0,
  VAST_PROCEDURE_FLAGS_LOCAL_ONLY = 1 << 0,
} VastProcedureFlags;

typedef enum {
  VAST_PARAMETER_KIND_BOOLEAN,
  VAST_PARAMETER_KIND_INTEGER,
  VAST_PARAMETER_KIND_DOUBLE,
  VAST_PARAMETER_KIND_STRING,
  VAST_PARAMETER_KIND_SCALAR_TYPE,
  VAST_PARAMETER_KIND_AXIS,
  VAST_PARAMETER_KIND_AXES,
} VastParameterKind;

#define VAST_TYPE_PROCEDURE (vast_procedure_get_type ())
VAST_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (VastProcedure, vast_procedure, VAST, PROCEDURE, GObject)

VAST_AVAILABLE_IN_1_0
VastProcedure     *vast_procedure_find                (const char *name,
                                                       GError    **error);
VAST_AVAILABLE_IN_1_0
VastProcedure    **vast_procedure_list                (gsize *n_procedures) G_GNUC_WARN_UNUSED_RESULT;

VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_name            (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_doc             (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_since           (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_function_name   (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
VastPartition      vast_procedure_get_partition       (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
VastProcedureFlags vast_procedure_get_flags           (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
gdouble            vast_procedure_get_cost            (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
const char *const *vast_procedure_get_input_names     (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
gsize              vast_procedure_get_n_outputs       (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_gradient        (VastProcedure *self,
                                                       const char    *input);
VAST_AVAILABLE_IN_1_0
char             **vast_procedure_dup_signatures      (VastProcedure *self) G_GNUC_WARN_UNUSED_RESULT;

/* parameters */
VAST_AVAILABLE_IN_1_0
const char *const *vast_procedure_get_parameter_names (VastProcedure *self);
VAST_AVAILABLE_IN_1_0
VastParameterKind  vast_procedure_get_parameter_kind  (VastProcedure *self,
                                                       const char    *parameter);
VAST_AVAILABLE_IN_1_0
const char        *vast_procedure_get_parameter_doc   (VastProcedure *self,
                                                       const char    *parameter);
VAST_AVAILABLE_IN_1_0
GVariant          *vast_procedure_dup_parameter_default (VastProcedure *self,
                                                         const char    *parameter) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
GVariant          *vast_procedure_parse_parameter     (VastProcedure *self,
                                                       const char    *parameter,
                                                       const char    *text,
                                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;

/* running */
VAST_AVAILABLE_IN_1_0
VastArray        **vast_procedure_invoke              (VastProcedure    *self,
                                                       VastArray *const *inputs,
                                                       gsize             n_inputs,
                                                       GVariant         *options,
                                                       gsize            *n_outputs,
                                                       GError          **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
gboolean           vast_procedure_invoke_into         (VastProcedure    *self,
                                                       VastArray *const *inputs,
                                                       gsize             n_inputs,
                                                       GVariant         *options,
                                                       VastArray *const *outputs,
                                                       gsize             n_outputs,
                                                       GError          **error);
VAST_AVAILABLE_IN_1_0
void               vast_procedure_invoke_async        (VastProcedure      *self,
                                                       VastArray *const   *inputs,
                                                       gsize               n_inputs,
                                                       GVariant           *options,
                                                       GCancellable       *cancellable,
                                                       GAsyncReadyCallback callback,
                                                       gpointer            user_data);
VAST_AVAILABLE_IN_1_0
VastArray        **vast_procedure_invoke_finish       (VastProcedure *self,
                                                       GAsyncResult  *result,
                                                       gsize         *n_outputs,
                                                       GError       **error) G_GNUC_WARN_UNUSED_RESULT;
VAST_AVAILABLE_IN_1_0
VastArray        **vast_procedure_invoke_in_parts     (VastProcedure    *self,
                                                       VastArray *const *inputs,
                                                       gsize             n_inputs,
                                                       GVariant         *options,
                                                       gsize             n_parts,
                                                       gsize            *n_outputs,
                                                       GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
