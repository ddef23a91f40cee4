// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"
#include "kernels/inner-loop.hh"
#include "procedures/options.hh"

#include <span>
#include <vector>

namespace vast {

enum class Partition { elementwise, reduction, scan, contraction, axis, whole };

enum class ParameterKind { boolean, integer, floating, string, scalar_type, axis, axes };

struct Parameter {
  const char *name;
  ParameterKind kind;
  OptionValue default_value; // std::monostate: absent, such as an axis that stands for all
  const char *doc;
};

struct Gradient {
  const char *input;
  // In terms of other procedures, the inputs, y (the result) and g (the gradient that comes in); numbers take the
  // element type of g. Element-wise: the caller sums what was broadcast. Reductions: y and g have the reduced axes with
  // length 1, n is how many elements became one, parameters are known by name, and the result broadcasts to the input.
  const char *expression;
};

struct ProcedureInfo;

// Computes a procedure. `outputs` has one entry for each output: an undefined array is to be made, a defined one is
// to be filled (its shape must be the result's; its type may be any that the result casts to).
using Invoke = void (*) (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options,
                         std::span<Array> outputs);

// How the parts of a reduction over a cut axis become the whole. The procedures named in `partials` are run on each
// part with the options that all of them know (and the reduced axes kept with length 1); `combine` gets their results,
// part by part, and returns the whole with the reduced axes still there.
struct PartialResults {
  std::span<const Array> values; // one for each partial procedure
  int64_t count;                 // how many elements of this part became each value
  int64_t offset;                // where the part begins along the cut axis, or in the flattened array
};
using Combine = Array (*) (std::span<const PartialResults> parts, int axis, const Options &options);
struct Combination {
  std::vector<const char *> partials;
  Combine combine = nullptr;
};

// One way to cut a call: along which axis of the results, and along which axis of each input (-1: that input goes
// whole to every part). A result axis of -1 stands for an axis that is summed over.
struct Cut {
  int result_axis;
  int64_t length;
  std::vector<int> input_axes;
};
using Cuts = std::vector<Cut> (*) (std::span<const Array> inputs, const Options &options);

// One procedure, declared once: by a row of a table from which the build makes this, or beside its code.
struct ProcedureInfo {
  const char *name;          // on the wire: "sin", "linalg.svd"
  const char *function_name; // in C: "vast_sin"
  const char *doc;
  const char *since;
  std::vector<const char *> inputs;
  std::vector<Parameter> parameters {};
  int n_outputs = 1;
  Partition partition;
  double cost; // floating-point operations an element, for schedulers
  bool local_only = false;
  std::vector<Gradient> gradients {};
  Combination combination {};                       // of a reduction
  std::span<const TypedLoop> (*loops) () = nullptr; // of an element-wise one, best for this processor
  unsigned fixed_inputs = 0;                        // bits of inputs that have one type only and are not promoted
  bool rejects_boolean = false;                     // no loop for booleans, and none to convert them for
  int core_rank = 0;                                // trailing axes that belong together, if no parameter names an axis
  Cuts cuts = nullptr;                              // of a contraction
  std::vector<const char *> signatures {};          // "float64 -> float64"
  Invoke invoke;
};

} // namespace vast
