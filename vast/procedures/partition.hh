// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "procedures/procedure-info.hh"
#include "procedures/registry.hh"

#include <vector>

namespace vast {

// One part of a call that was cut: what to compute, on views of the inputs (nothing is copied).
struct CallPart {
  std::vector<const char *> procedures; // run each on the same inputs and options
  std::vector<Array> inputs;
  Options options;
  int64_t offset; // where the part begins along the cut axis
  int64_t count;  // how long it is there
};

// How one call is cut for several computers and put together again, by the procedure's nature. The cluster and the
// self-test of every procedure use the same plan.
class PartitionPlan {
public:
  // Cuts the call into at most `weights.size ()` parts whose lengths follow the weights. What cannot be cut, or is
  // too short to be, is one part; there is no empty part. Throws what the call itself would throw for bad inputs it
  // can see, and ErrorCode::invalid_argument for weights that are negative, not finite or all zero.
  PartitionPlan (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                 std::span<const double> weights);

  const std::vector<CallPart> &parts () const { return parts_; }

  // The whole from the parts' results: for part i, results[i] has the outputs of each of its procedures in turn.
  // Throws ErrorCode::invalid_argument if the results are not those of the parts.
  std::vector<Array> combine (std::span<const std::vector<Array>> results) const;

private:
  void cut_reduced (std::span<const Array> inputs, const Cut &cut, std::span<const double> weights);
  void cut_along (std::span<const Array> inputs, const Cut &cut, const std::vector<const char *> &procedures,
                  const Options &options, std::span<const double> weights);
  Array combine_partials (std::span<const std::vector<Array>> results) const;

  const ProcedureInfo &info_;
  Options options_;
  std::vector<CallPart> parts_;
  int axis_ = -1; // of the result, or of the inputs for a reduction over the cut axis; -1: not cut
  bool reduces_ = false;
  Dims dropped_;      // the axes that the whole has no more once its partial results are combined
  int64_t scale_ = 1; // how many elements are reduced at each step along the cut axis
};

} // namespace vast
