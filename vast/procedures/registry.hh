// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "procedures/procedure-info.hh"

namespace vast {

// All procedures, sorted by name. The list is made at the first call and stays for ever.
std::span<const ProcedureInfo *const> all_procedures ();

// Lookup by wire name; throws ErrorCode::not_found, with a suggestion if a name is close.
const ProcedureInfo &find_procedure (std::string_view name);

// The place of a procedure in all_procedures ().
size_t procedure_position (const ProcedureInfo &info);

// The parameter of that name, or nothing; `require` throws ErrorCode::invalid_argument instead, naming those there are.
const Parameter *find_parameter (const ProcedureInfo &info, std::string_view name);
const Parameter &require_parameter (const ProcedureInfo &info, std::string_view name);

// Defaults filled in and kinds checked; throws ErrorCode::invalid_argument naming procedure, option and value.
Options complete_options (const ProcedureInfo &info, const Options &given);

// Throws ErrorCode::invalid_argument naming the procedure and both numbers.
void check_inputs (const ProcedureInfo &info, size_t n_inputs);

// The one entry for a call: checks the number of inputs, completes the options and invokes.
std::vector<Array> call (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options);

// The same into given outputs. Throws ErrorCode::shape, ErrorCode::type or ErrorCode::read_only for ones that do not suit.
void call_into (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                std::span<Array> outputs);

// Written by the build: appends the rows of the tables and what every source that is listed there registers.
void register_all_procedures (std::vector<const ProcedureInfo *> &list);

} // namespace vast
