// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "kernels/reduce-walk.hh"

#include "core/loops.hh"

#include <cstring>

namespace vast {

namespace {

// About how many elements are one piece of work.
constexpr int64_t piece_elements = 65536;

// Rows are gathered in groups of this many before they are merged.
constexpr int64_t rows_at_a_time = 32;

// Lines shorter than this are put together before a kernel sees them.
constexpr int64_t short_line = 128;

// Fewer columns than this are not worth a loop across them.
constexpr int64_t fewest_columns = 8;

void
gather (std::byte *to, const std::byte *from, int64_t stride, int64_t count, size_t size)
{
  const auto by = [=]<typename T> (TypeTag<T>) {
    for (int64_t i = 0; i < count; i++)
      std::memcpy (to + i * static_cast<int64_t> (sizeof (T)), from + i * stride, sizeof (T));
  };
  if (stride == static_cast<int64_t> (size))
    std::memcpy (to, from, static_cast<size_t> (count) * size);
  else if (size == 1)
    by (TypeTag<uint8_t> {});
  else if (size == 2)
    by (TypeTag<uint16_t> {});
  else if (size == 4)
    by (TypeTag<uint32_t> {});
  else if (size == 8)
    by (TypeTag<uint64_t> {});
  else
    by (TypeTag<complex128> {});
}

// Merges what comes in like a binary counter: two of a level become one of the next, so that n parts are merged in
// a tree of depth log n while only log n are held. Each part is `width` accumulators that hold equally many elements.
class MergeTree {
public:
  MergeTree (const ReduceKernel &kernel, int64_t width)
    : kernel_ (kernel),
      width_ (width),
      bytes_ (kernel.accumulator_size * static_cast<size_t> (width))
  {}

  // Where to put the next part.
  std::byte *next ()
  {
    const size_t needed = (n_levels_ + 1) * bytes_;
    if (needed > capacity_)
      {
        std::vector<std::byte> larger (2 * needed);
        std::memcpy (larger.data (), data_, n_levels_ * bytes_);
        storage_ = std::move (larger);
        data_ = storage_.data ();
        capacity_ = storage_.size ();
      }
    return data_ + n_levels_ * bytes_;
  }

  // That part is there.
  void push (int64_t count)
  {
    counts_[n_levels_++] = count;
    for (uint64_t n = ++n_parts_; n % 2 == 0; n /= 2)
      merge_top ();
  }

  bool empty () const { return n_levels_ == 0; }

  // All of it in one part.
  const std::byte *finish ()
  {
    while (n_levels_ > 1)
      merge_top ();
    return data_;
  }

private:
  static constexpr size_t max_levels = 64;

  void merge_top ()
  {
    n_levels_--;
    std::byte *const below = data_ + (n_levels_ - 1) * bytes_;
    kernel_.merge (below, counts_[n_levels_ - 1], below + bytes_, counts_[n_levels_], width_);
    counts_[n_levels_ - 1] += counts_[n_levels_];
  }

  const ReduceKernel &kernel_;
  int64_t width_;
  size_t bytes_;
  size_t n_levels_ = 0;
  uint64_t n_parts_ = 0;
  int64_t counts_[max_levels];
  alignas (16) std::byte own_[max_levels * sizeof (Moments<complex128>)]; // enough for one column
  std::byte *data_ = own_;
  size_t capacity_ = sizeof own_;
  std::vector<std::byte> storage_;
};

// The walk along the reduced axes, from the place of one kept element or of a run of them.
class Walk {
public:
  Walk (const ReduceKernel &kernel, const Array &x, const Dims &axes);

  std::vector<std::byte> run ();

private:
  struct Part {
    int64_t begin, end; // positions of the reduced nest
  };

  Part part (int64_t chunk) const;
  bool is_one_block () const;
  void run_block (int64_t block, Part part, std::byte *accumulators) const;
  void reduce_element (const std::byte *from, Part part, std::byte *to) const;
  void reduce_columns (const std::byte *from, int64_t stride, int64_t n_columns, Part part, std::byte *to,
                       int64_t to_stride) const;
  void merge_chunks (const std::vector<std::byte> &others);

  const ReduceKernel &kernel_;
  size_t size_;                         // of an element
  int64_t n_kept_;                      // elements of the result
  std::vector<std::byte> accumulators_; // of the first chunk
  const std::byte *origin_;             // the first element
  LoopNest reduced_;                    // one operand: the elements for the first of the result
  LoopNest kept_;                       // two: the accumulator, and the first element for it
  bool by_columns_;
  int64_t chunk_; // positions of the reduced nest that are walked at a time
  int64_t n_chunks_;
  int64_t block_; // positions of the kept nest that are walked at a time
};

LoopOperand
operand (std::byte *data, const Dims &strides, size_t size)
{
  LoopOperand result { data, strides };
  for (int64_t &stride : result.strides)
    stride *= static_cast<int64_t> (size);
  return result;
}

LoopNest
nest_of (const Dims &shape, std::initializer_list<LoopOperand> operands)
{
  return { shape, std::span (operands.begin (), operands.size ()) };
}

Walk::Walk (const ReduceKernel &kernel, const Array &x, const Dims &axes)
  : kernel_ (kernel),
    size_ (x.type.size),
    origin_ (x.data ()),
    reduced_ ({}, {}),
    kept_ ({}, {})
{
  const SplitLayout split (x.layout, axes);
  n_kept_ = element_count (split.kept_shape);
  accumulators_.resize (static_cast<size_t> (n_kept_) * kernel.accumulator_size);
  reduced_ = nest_of (split.reduced_shape, { operand (x.data (), split.reduced_strides, size_) });
  kept_ = nest_of (split.kept_shape,
                   { operand (accumulators_.data (), Layout (split.kept_shape).strides, kernel.accumulator_size),
                     operand (x.data (), split.kept_strides, size_) });

  const int64_t n_reduced = reduced_.n_positions () * reduced_.rows ();
  const int64_t columns = kept_.line_length ();
  const bool kept_is_inside = std::abs (kept_.line_stride (1)) <= std::abs (reduced_.line_stride (0)) || n_reduced == 1;
  by_columns_ =
    columns >= fewest_columns && (kept_is_inside || (n_reduced < 2 * fewest_columns && columns > n_reduced));
  block_ = by_columns_ ? reduce_block_columns : std::max<int64_t> (1, piece_elements / n_reduced);
  const int64_t together =
    by_columns_ ? 4 * piece_elements / std::min (columns * kept_.rows (), block_) : piece_elements;
  chunk_ = std::max<int64_t> (1, together / reduced_.rows ());
  n_chunks_ = std::max<int64_t> (1, (reduced_.n_positions () - 1) / chunk_ + 1);
}

Walk::Part
Walk::part (int64_t chunk) const
{
  return { chunk * chunk_, std::min ((chunk + 1) * chunk_, reduced_.n_positions ()) };
}

// Whether all that is reduced for one element is a single line, and a short one.
bool
Walk::is_one_block () const
{
  return reduced_.rows () == 1 && reduced_.line_length () == reduced_.n_positions ()
         && reduced_.n_positions () <= reduce_block_length;
}

std::vector<std::byte>
Walk::run ()
{
  const size_t bytes = accumulators_.size ();
  std::vector<std::byte> others (bytes * static_cast<size_t> (n_chunks_ - 1));
  const int64_t n_blocks = (kept_.n_positions () - 1) / block_ + 1;
  const int64_t n_units = n_blocks * n_chunks_;
  const int64_t elements = n_kept_ * reduced_.n_positions () * reduced_.rows ();
  const int64_t grain = std::max<int64_t> (1, piece_elements * n_units / elements);
  // Blocks of one chunk come one after another: thin ones share cache lines.
  parallel_for (n_units, grain, [&] (int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; unit++)
      {
        const int64_t chunk = unit / n_blocks;
        run_block (unit % n_blocks, part (chunk),
                   chunk == 0 ? accumulators_.data () : others.data () + static_cast<size_t> (chunk - 1) * bytes);
      }
  });
  if (n_chunks_ > 1)
    merge_chunks (others);
  return std::move (accumulators_);
}

void
Walk::run_block (int64_t block, Part part, std::byte *accumulators) const
{
  const int64_t first = block * block_, last = std::min (first + block_, kept_.n_positions ());
  kept_.for_each_line (first, last, block_, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
    std::byte *const to = accumulators + (data[0] - accumulators_.data ());
    if (by_columns_)
      reduce_columns (data[1], strides[1], count, part, to, strides[0]);
    else
      for (int64_t i = 0; i < count; i++)
        reduce_element (data[1] + i * strides[1], part, to + i * strides[0]);
  });
}

void
Walk::reduce_element (const std::byte *from, Part part, std::byte *to) const
{
  const bool contiguous = reduced_.line_stride (0) == static_cast<int64_t> (size_);
  if (contiguous && is_one_block ())
    {
      reduced_.for_each_line (part.begin, part.end, reduce_block_length,
                              [&] (std::byte *const *data, const int64_t *, int64_t count) {
                                kernel_.block (from + (data[0] - origin_), count, to);
                              });
      return;
    }
  alignas (64) std::byte buffer[reduce_block_length * sizeof (complex128)];
  MergeTree tree (kernel_, 1);
  int64_t gathered = 0;
  const auto flush = [&] {
    kernel_.block (buffer, gathered, tree.next ());
    tree.push (gathered);
    gathered = 0;
  };
  reduced_.for_each_line (part.begin, part.end, reduce_block_length,
                          [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
                            const std::byte *const line = from + (data[0] - origin_);
                            if (contiguous && gathered == 0 && count >= short_line)
                              {
                                kernel_.block (line, count, tree.next ());
                                tree.push (count);
                                return;
                              }
                            if (gathered + count > reduce_block_length)
                              flush ();
                            gather (buffer + static_cast<size_t> (gathered) * size_, line, strides[0], count, size_);
                            gathered += count;
                          });
  if (gathered > 0 || tree.empty ())
    flush ();
  std::memcpy (to, tree.finish (), kernel_.accumulator_size);
}

void
Walk::reduce_columns (const std::byte *from, int64_t stride, int64_t n_columns, Part part, std::byte *to,
                      int64_t to_stride) const
{
  MergeTree tree (kernel_, n_columns);
  std::vector<std::byte> buffer;
  const bool contiguous = stride == static_cast<int64_t> (size_);
  const int64_t row_bytes = n_columns * static_cast<int64_t> (size_);
  if (!contiguous)
    buffer.resize (static_cast<size_t> (rows_at_a_time * row_bytes));
  reduced_.for_each_line (
    part.begin, part.end, rows_at_a_time, [&] (std::byte *const *data, const int64_t *strides, int64_t count) {
      const std::byte *rows = from + (data[0] - origin_);
      int64_t row_stride = strides[0];
      if (!contiguous)
        {
          for (int64_t i = 0; i < count; i++)
            gather (buffer.data () + i * row_bytes, rows + i * row_stride, stride, n_columns, size_);
          rows = buffer.data ();
          row_stride = row_bytes;
        }
      kernel_.rows (rows, row_stride, count, n_columns, tree.next ());
      tree.push (count);
    });
  const std::byte *const result = tree.finish ();
  const size_t size = kernel_.accumulator_size;
  for (int64_t k = 0; k < n_columns; k++)
    std::memcpy (to + k * to_stride, result + static_cast<size_t> (k) * size, size);
}

// Into the accumulators of the first chunk.
void
Walk::merge_chunks (const std::vector<std::byte> &others)
{
  const size_t bytes = accumulators_.size ();
  MergeTree tree (kernel_, n_kept_);
  for (int64_t chunk = 0; chunk < n_chunks_; chunk++)
    {
      const std::byte *const from =
        chunk == 0 ? accumulators_.data () : others.data () + static_cast<size_t> (chunk - 1) * bytes;
      std::memcpy (tree.next (), from, bytes);
      tree.push ((part (chunk).end - part (chunk).begin) * reduced_.rows ());
    }
  std::memcpy (accumulators_.data (), tree.finish (), bytes);
}

std::vector<std::byte>
identities (const ReduceKernel &kernel, int64_t count)
{
  std::vector<std::byte> result (static_cast<size_t> (count) * kernel.accumulator_size);
  for (int64_t i = 0; i < count; i++)
    kernel.block (nullptr, 0, result.data () + static_cast<size_t> (i) * kernel.accumulator_size);
  return result;
}

} // namespace

SplitLayout::SplitLayout (const Layout &layout, const Dims &axes)
{
  int next = 0;
  for (int i = 0; i < layout.rank (); i++)
    {
      const bool is_reduced = next < axes.rank () && axes[next] == i;
      (is_reduced ? reduced_shape : kept_shape).push_back (layout.shape[i]);
      (is_reduced ? reduced_strides : kept_strides).push_back (layout.strides[i]);
      next += is_reduced;
    }
}

std::vector<std::byte>
run_reduction (const ReduceKernel &kernel, const Array &x, const Dims &axes)
{
  if (x.size () == 0)
    return identities (kernel, element_count (SplitLayout (x.layout, axes).kept_shape));
  return Walk (kernel, x, axes).run ();
}

} // namespace vast
