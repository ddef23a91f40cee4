// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/vast-array-private.hh"
#include "procedures/procedure-info.hh"
#include "procedures/vast-procedure.h"

struct _VastProcedure {
  GObject parent_instance;

  const vast::ProcedureInfo *info;
  const char **input_names;     // ends with NULL
  const char **parameter_names; // ends with NULL
};

namespace vast {

const ProcedureInfo &procedure_info (VastProcedure *self);

// The object that stands for a registered procedure: one for each, which lives for ever.
VastProcedure *procedure_object (const ProcedureInfo &info);

// The options in an a{sv}, or none for NULL; a floating reference is left as it is. Numbers of any width, lists and
// tuples of them, and nested variants are understood; an empty maybe is “none”. Which options there are, and of what
// kind, is checked at the call. Throws ErrorCode::invalid_argument naming procedure and option.
Options options_from_variant (const ProcedureInfo &info, GVariant *options);

// The way back; an absent value is an empty maybe. Floating.
GVariant *option_to_variant (const OptionValue &value);
GVariant *options_to_variant (const Options &options);

// The value that a text stands for, as on a command line. Throws ErrorCode::invalid_argument naming procedure, option
// and text.
OptionValue parse_option (const ProcedureInfo &info, const Parameter &parameter, const char *text);

// Objects for outputs: an array that ends with NULL, owned by the caller with all in it.
VastArray **arrays_to_gobjects (std::vector<Array> arrays, gsize *n_arrays);

// The core arrays; throws ErrorCode::invalid_argument naming the procedure if one is no array.
std::vector<Array> arrays_from_gobjects (const ProcedureInfo &info, VastArray *const *arrays, gsize n_arrays);

} // namespace vast
