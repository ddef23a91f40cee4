// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/vast-array.h"
#include "kernels/reduce.hh"
#include "procedures/procedure-info.hh"

#include <initializer_list>

namespace vast {

// --- what rows of the tables name as their way to be invoked

void invoke_elementwise (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                         std::span<Array> outputs);

template <Reduction op>
void invoke_reduction (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                       std::span<Array> outputs);

template <ArgReduction op>
void invoke_arg_reduction (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                           std::span<Array> outputs);

// --- for those that are written by hand

// Puts a result where it is wanted: the array itself if the output is undefined, else its elements.
void deliver (const ProcedureInfo &info, Array &&result, Array &output);

// Checks a given output against what comes: shape, type (of the same kind or a wider one) and being writable.
void check_output (const ProcedureInfo &info, ScalarType type, const Dims &shape, const Array &output);

// Whether values may go into a type without losing what they are: booleans, unsigned, signed, floating and complex
// numbers are of rising kind, and only their size may shrink.
bool casts_within_kind (ScalarType from, ScalarType to);

// Throws ErrorCode::type naming the procedure unless the elements can be computed on.
void check_computable (const ProcedureInfo &info, std::span<const Array> inputs);

// The axes that a call reduces, from its `axis` option: all if there is none.
Dims reduced_axes (const Options &options, int rank);

// The element type that a call asks for in its `dtype` option, or another.
ScalarType wanted_type (const Options &options, ScalarType otherwise);

// --- from C: what the options of a function are made of

inline OptionValue
text_option (const char *text)
{
  return text ? OptionValue (std::string (text)) : OptionValue ();
}

inline OptionValue
axes_option (const gint64 *axes, gsize n_axes)
{
  return axes ? OptionValue (std::vector<int64_t> (axes, axes + n_axes)) : OptionValue ();
}

// One axis or none; throws ErrorCode::invalid_argument for more.
OptionValue axis_option (const gint64 *axes, gsize n_axes);

// --- the body of every C function

VastArray *call_function (const ProcedureInfo &info, std::initializer_list<VastArray *> inputs,
                          const Options &options = {}) G_GNUC_WARN_UNUSED_RESULT;
gboolean call_function_into (const ProcedureInfo &info, std::initializer_list<VastArray *> inputs, VastArray *out,
                             const Options &options = {});

} // namespace vast
