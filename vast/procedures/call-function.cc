// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-private.hh"
#include "core/error.hh"
#include "procedures/invoke.hh"

namespace vast {

namespace {

constexpr size_t max_inputs = 4;

// The elements of an array without a share in their memory: taking one and giving it back costs as much as a small call.
// Only for what is done before the call returns and leaves no view behind.
void
borrow (const Array &from, Array &to)
{
  to.type = from.type;
  to.layout = from.layout;
  to.buffer = BufferRef (BufferRef (), from.buffer.get ());
}

// Results of element-wise procedures never share the memory of their inputs. Others may be views of it.
bool
leaves_no_view (const ProcedureInfo &info)
{
  return info.partition == Partition::elementwise;
}

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
        if (leaves_no_view (info))
          borrow (array_from_gobject (input), arrays_[count_++]);
        else
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
  Array output;
  borrow (array_from_gobject (out), output); // filled, and not kept
  info.invoke (info, arrays.span (), options, { &output, 1 });
  return TRUE;
}

} // namespace vast
