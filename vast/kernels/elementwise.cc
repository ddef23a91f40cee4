// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/elementwise.hh"

#include "core/loops.hh"
#include "kernels/cast.hh"
#include "kernels/tiles.hh"

namespace vast {

namespace {

static_assert (max_loop_inputs + 1 == max_loop_operands);

// The widest element that is computed on.
constexpr size_t widest = sizeof (complex128);

// Elements times their cost that are not worth asking for threads or the order of axes.
constexpr int64_t small = 4096;

// How many elements are a tile, and from how many on its halves are worth a thread each.
constexpr int64_t tile_elements = 32768;
constexpr int64_t parallel_tiles = 8 * tile_elements;

// How many elements are converted at a time: all operands' blocks stay in the first-level cache.
constexpr int64_t cast_block = 256;

// A kernel with operands of other types than its own.
struct CastingLine {
  InnerLoop run;
  int n_operands;
  InnerLoop casts[max_loop_operands]; // null: as it is. The last one converts from the kernel's type.
  int64_t sizes[max_loop_operands];   // of an element in the kernel's type

  void operator() (std::byte *const *data, const int64_t *strides, int64_t count) const
  {
    alignas (64) std::byte buffers[max_loop_operands][cast_block * widest];
    const int last = n_operands - 1;
    std::byte *block[max_loop_operands];
    int64_t block_strides[max_loop_operands];
    for (int k = 0; k <= last; k++)
      {
        const bool is_one_value = strides[k] == 0 && k != last;
        block[k] = casts[k] ? buffers[k] : data[k];
        block_strides[k] = !casts[k] ? strides[k] : is_one_value ? 0 : sizes[k];
        if (casts[k] && is_one_value)
          convert (casts[k], data[k], 0, buffers[k], 0, 1);
      }
    for (int64_t begin = 0; begin < count; begin += cast_block)
      {
        const int64_t n = std::min (cast_block, count - begin);
        for (int k = 0; k <= last; k++)
          if (!casts[k])
            block[k] = data[k] + begin * strides[k];
          else if (k != last && strides[k] != 0)
            convert (casts[k], data[k] + begin * strides[k], strides[k], buffers[k], sizes[k], n);
        run (block, block_strides, n);
        if (casts[last])
          convert (casts[last], buffers[last], sizes[last], data[last] + begin * strides[last], strides[last], n);
      }
  }

private:
  static void convert (InnerLoop cast, std::byte *from, int64_t from_stride, std::byte *to, int64_t to_stride,
                       int64_t count)
  {
    std::byte *const data[] = { from, to };
    const int64_t strides[] = { from_stride, to_stride };
    cast (data, strides, count);
  }
};

void
check_computable (const Array &array)
{
  if (!array.type.is_computable ())
    fail (ErrorCode::type, "elements of type %s cannot be computed on", array.type.name ().c_str ());
}

// Small arrays of the kernel's own types that all lie in C order under one shape, or are single values: one line, with
// none of what makes the general case general.
bool
run_small (const TypedLoop &loop, std::span<const Array> inputs, const Array &output, double cost)
{
  const int64_t count = output.size ();
  if (count > small || static_cast<double> (count) * cost > small || output.type.kind != loop.output
      || !output.is_contiguous () || !is_aligned (output))
    return false;
  const int n_inputs = static_cast<int> (inputs.size ());
  std::byte *data[max_loop_operands];
  int64_t strides[max_loop_operands];
  data[n_inputs] = output.data ();
  strides[n_inputs] = output.type.size;
  const std::byte *const end = output.data () + output.n_bytes ();
  for (int k = 0; k < n_inputs; k++)
    {
      const Array &input = inputs[static_cast<size_t> (k)];
      const bool same_shape = input.shape () == output.shape ();
      if (input.type.kind != loop.inputs[k] || !is_aligned (input)
          || !(same_shape ? input.is_contiguous () : input.rank () == 0))
        return false;
      data[k] = input.data ();
      strides[k] = same_shape ? input.type.size : 0;
      const bool apart = data[k] >= end || data[k] + input.n_bytes () <= output.data ();
      if (!apart && (data[k] != output.data () || strides[k] != strides[n_inputs]))
        return false;
    }
  if (count > 0)
    loop.run (data, strides, count);
  return true;
}

// Whether an operand, seen under the output's shape, is the output itself.
bool
is_in_place (const LoopOperand &input, uint32_t size, const LoopOperand &out, const Array &output)
{
  if (input.data != out.data || size != output.type.size)
    return false;
  for (int i = 0; i < output.rank (); i++)
    if (output.shape ()[i] > 1 && input.strides[i] != out.strides[i])
      return false;
  return true;
}

// The whole in the order of the output, with operands of other types converted on the way.
void
run_lines_of (const TypedLoop &loop, std::span<const Array> inputs, std::span<const LoopOperand> operands,
              const Array &output, double cost)
{
  const int n_inputs = static_cast<int> (inputs.size ());
  CastingLine line { loop.run, n_inputs + 1, {}, {} };
  bool needs_casts = false;
  const auto add = [&] (int k, const Array &array, ScalarKind from, ScalarKind to) {
    line.sizes[k] = scalar_size (k == n_inputs ? from : to);
    if (from == to && is_aligned (array))
      return;
    line.casts[k] = cast_loop (from, to);
    needs_casts = true;
  };
  for (int k = 0; k < n_inputs; k++)
    add (k, inputs[static_cast<size_t> (k)], inputs[static_cast<size_t> (k)].type.kind, loop.inputs[k]);
  add (n_inputs, output, loop.output, output.type.kind);

  const LoopNest nest (output.shape (), operands);
  if (needs_casts)
    run_lines (nest, cost + 1, output.type.size, line);
  else
    run_lines (nest, cost, output.type.size, loop.run);
}

Array
half (const Array &x, int axis, int64_t middle, bool second)
{
  return x.view (second ? x.layout.slice (axis, middle, {}, 1) : x.layout.slice (axis, 0, middle, 1));
}

// Cuts the work in halves down to tiles that the cache holds, where operands that lie across the output are copied to
// its order. All have the output's shape.
void
run_tiles (const TypedLoop &loop, std::span<const Array> inputs, const Array &output, double cost)
{
  if (output.size () <= tile_elements)
    {
      const LoopOperand to = LoopOperand::broadcast (output, output.shape ());
      Array in_order[max_loop_inputs];
      for (size_t k = 0; k < inputs.size (); k++)
        {
          const LoopOperand from = LoopOperand::broadcast (inputs[k], output.shape ());
          in_order[k] = lies_across (output.shape (), from, to, inputs[k].type.size) ? copy (inputs[k]) : inputs[k];
        }
      run_elementwise (loop, std::span<const Array> (in_order, inputs.size ()), output, cost);
      return;
    }
  const int axis = static_cast<int> (std::ranges::max_element (output.shape ()) - output.shape ().begin ());
  const int64_t middle = output.shape ()[axis] / 2;
  parallel_for (2, output.size () > parallel_tiles ? 1 : 2, [&] (int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i++)
      {
        Array halves[max_loop_inputs];
        for (size_t k = 0; k < inputs.size (); k++)
          halves[k] = half (inputs[k], axis, middle, i == 1);
        run_tiles (loop, std::span<const Array> (halves, inputs.size ()), half (output, axis, middle, i == 1), cost);
      }
  });
}

// For large arrays of which some lie across the output.
bool
run_across (const TypedLoop &loop, std::span<const Array> inputs, std::span<const LoopOperand> operands,
            const Array &output, double cost)
{
  if (output.size () <= tile_elements)
    return false;
  bool any = false;
  for (size_t k = 0; k < inputs.size (); k++)
    any = any || lies_across (output.shape (), operands[k], operands[inputs.size ()], inputs[k].type.size);
  if (!any)
    return false;
  Array wide[max_loop_inputs];
  for (size_t k = 0; k < inputs.size (); k++)
    wide[k] = inputs[k].view (inputs[k].layout.broadcast_to (output.shape ()));
  run_tiles (loop, std::span<const Array> (wide, inputs.size ()), output, cost);
  return true;
}

} // namespace

void
run_elementwise (const TypedLoop &loop, std::span<const Array> inputs, const Array &output, double cost)
{
  const int n_inputs = static_cast<int> (inputs.size ());
  if (n_inputs > max_loop_inputs)
    fail (ErrorCode::invalid_argument, "%d inputs are more than the %d of a loop", n_inputs, max_loop_inputs);
  output.check_writable ();
  if (run_small (loop, inputs, output, cost))
    return;
  check_computable (output);
  if (!output.is_contiguous () && output.layout.may_alias_itself ())
    fail (ErrorCode::invalid_argument, "the output of shape %s and strides %s holds several elements in one place",
          to_string (output.shape ()).c_str (), to_string (output.layout.strides).c_str ());

  Array apart[max_loop_inputs];
  LoopOperand operands[max_loop_operands];
  operands[n_inputs] = LoopOperand::broadcast (output, output.shape ());
  for (int k = 0; k < n_inputs; k++)
    {
      const Array &input = inputs[static_cast<size_t> (k)];
      check_computable (input);
      operands[k] = LoopOperand::broadcast (input, output.shape ());
      const bool in_place = is_in_place (operands[k], input.type.size, operands[n_inputs], output);
      apart[k] = !in_place && input.may_overlap (output) ? copy (input) : input;
      if (apart[k].buffer != input.buffer)
        operands[k] = LoopOperand::broadcast (apart[k], output.shape ());
    }

  const std::span<const LoopOperand> all (operands, static_cast<size_t> (n_inputs) + 1);
  if (!run_across (loop, std::span<const Array> (apart, inputs.size ()), all, output, cost))
    run_lines_of (loop, std::span<const Array> (apart, inputs.size ()), all, output, cost);
}

Array
run_elementwise (const TypedLoop &loop, std::span<const Array> inputs, double cost)
{
  Dims shape;
  for (const Array &input : inputs)
    shape = broadcast_shapes (shape, input.shape ());
  Array result = Array::empty (loop.output, shape);
  run_elementwise (loop, inputs, result, cost);
  return result;
}

} // namespace vast
