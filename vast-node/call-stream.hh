// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "call-input.hh"
#include "call-runner.hh"

#include <optional>

namespace vast::cli {

// How the call of an element-wise procedure is worked through in blocks of rows, so that neither inputs nor results
// are ever whole in memory.
struct BlockPlan {
  std::vector<int64_t> shape; // of the results
  int64_t rows_per_block;
  std::vector<bool> cut; // for each input: whether it has the rows of the result; others go with every block
};

// The plan, or nothing where blocks gain nothing: a result of one block, or no input whose rows come one by one.
// Throws a Failure for shapes that do not broadcast.
std::optional<BlockPlan> plan_blocks (const char *procedure, std::span<const CallInput> inputs);

// Reads, computes and writes at the same time, one block each. The outputs are files in NumPy's format ("-": standard
// output), one for each result.
void call_in_blocks (const BlockPlan &plan, std::span<CallInput> inputs, CallRunner &runner,
                     std::span<const std::string> output_paths);

} // namespace vast::cli
