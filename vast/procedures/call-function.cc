// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-private.hh"
#include "core/error.hh"
#include "procedures/invoke.hh"

namespace vast {

namespace {

constexpr size_t max_inputs = 4;

// The core arrays of a call, kept on the stack: a small call must not pay for a list.
class CallInputs {
public:
  CallInputs (const ProcedureInfo &info, std::initializer_list<VastArray *> inputs)
  {
    if (inputs.size () > max_inputs)
      fail (ErrorCode::not_supported, "%s: %zu inputs are more than a function takes", info.name, inputs.size ());
    for (VastArray *input : inputs)
      {
        if (!VAST_IS_ARRAY (input))
          fail (ErrorCode::invalid_argument, "%s: input “%s” is not an array", info.name, info.inputs[count_]);
        arrays_[count_++] = array_from_gobject (input);
      }
  }

  std::span<const Array> span () const { return { arrays_, count_ }; }

private:
  size_t count_ = 0;
  Array arrays_[max_inputs];
};

} // namespace

VastArray *
call_function (const ProcedureInfo &info, std::initializer_list<VastArray *> inputs, const Options &options)
{
  const CallInputs arrays (info, inputs);
  Array output;
  info.invoke (info, arrays.span (), options, { &output, 1 });
  return array_to_gobject (std::move (output));
}

gboolean
call_function_into (const ProcedureInfo &info, std::initializer_list<VastArray *> inputs, VastArray *out,
                    const Options &options)
{
  const CallInputs arrays (info, inputs);
  if (!VAST_IS_ARRAY (out))
    fail (ErrorCode::invalid_argument, "%s: the output is not an array", info.name);
  Array output = array_from_gobject (out);
  info.invoke (info, arrays.span (), options, { &output, 1 });
  return TRUE;
}

} // namespace vast
