// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/error.hh"
#include "kernels/elementwise.hh"
#include "procedures/invoke.hh"

namespace vast {

namespace {

bool
is_fixed (const ProcedureInfo &info, size_t input)
{
  return (info.fixed_inputs >> input & 1) != 0;
}

[[noreturn]] void
fail_types (const ProcedureInfo &info, std::span<const Array> inputs)
{
  std::string types;
  for (const Array &input : inputs)
    types += (types.empty () ? "" : ", ") + input.type.name ();
  fail (ErrorCode::type, "%s is not defined for elements of type %s", info.name, types.c_str ());
}

bool
matches (const TypedLoop &loop, std::span<const Array> inputs)
{
  for (size_t i = 0; i < inputs.size (); i++)
    if (loop.inputs[i] != inputs[i].type.kind)
      return false;
  return true;
}

// Whether a loop computes in the promoted type (`exact`), or in one that holds all its values.
bool
takes (const ProcedureInfo &info, const TypedLoop &loop, std::span<const Array> inputs, ScalarType promoted, bool exact)
{
  for (size_t i = 0; i < inputs.size (); i++)
    {
      const ScalarType wanted = loop.inputs[i];
      const bool suits = is_fixed (info, i) ? inputs[i].type == wanted
                         : exact            ? promoted == wanted
                                            : promote (promoted, wanted) == wanted;
      if (!suits)
        return false;
    }
  return true;
}

// The loop for these types: theirs, or the one of the type that they are promoted to, or the first that holds that.
const TypedLoop &
select_loop (const ProcedureInfo &info, std::span<const Array> inputs)
{
  const std::span<const TypedLoop> loops = info.loops ();
  for (const TypedLoop &loop : loops)
    if (matches (loop, inputs))
      return loop;

  check_computable (info, inputs);
  ScalarType promoted = ScalarKind::boolean;
  for (size_t i = 0; i < inputs.size (); i++)
    if (!is_fixed (info, i))
      promoted = promote (promoted, inputs[i].type);
  if (promoted.is_boolean () && info.rejects_boolean)
    fail_types (info, inputs);
  for (bool exact : { true, false })
    for (const TypedLoop &loop : loops)
      if (takes (info, loop, inputs, promoted, exact))
        return loop;
  fail_types (info, inputs);
}

// The inputs' own shape if it is that of all, as in most calls; else what they broadcast to, kept in `storage`.
const Dims &
result_shape (std::span<const Array> inputs, Dims &storage)
{
  const Dims *shape = &inputs[0].shape ();
  for (const Array &input : inputs.subspan (1))
    if (!(input.shape () == *shape))
      {
        storage = broadcast_shapes (*shape, input.shape ());
        shape = &storage;
      }
  return *shape;
}

} // namespace

void
invoke_elementwise (const ProcedureInfo &info, std::span<const Array> inputs, const Options &, std::span<Array> outputs)
{
  const TypedLoop &loop = select_loop (info, inputs);
  Dims storage;
  const Dims &shape = result_shape (inputs, storage);
  if (outputs[0].defined ())
    check_output (info, loop.output, shape, outputs[0]);
  else
    outputs[0] = Array::empty (loop.output, shape);
  run_elementwise (loop, inputs, outputs[0], info.cost);
}

} // namespace vast
