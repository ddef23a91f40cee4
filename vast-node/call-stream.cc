// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "call-stream.hh"

#include "channel.hh"
#include "output-file.hh"

#include <algorithm>
#include <exception>
#include <glib/gi18n.h>
#include <thread>

namespace vast::cli {

namespace {

// Large enough that a call costs nothing beside its work, also on nodes; six of them are in memory at once.
constexpr int64_t block_bytes = int64_t { 32 } << 20;
// What an element of a result takes at least: integers become float64 in many procedures.
constexpr int64_t result_scalar_size = 8;

std::vector<int64_t>
broadcast_shape (const char *procedure, std::span<const CallInput> inputs)
{
  std::vector<int64_t> result;
  for (const CallInput &input : inputs)
    {
      const std::vector<int64_t> &shape = input.shape ();
      if (shape.size () > result.size ())
        result.insert (result.begin (), shape.size () - result.size (), 1);
      const size_t lead = result.size () - shape.size ();
      for (size_t i = 0; i < shape.size (); i++)
        {
          int64_t &length = result[lead + i];
          if (length == 1)
            length = shape[i];
          else if (shape[i] != 1 && shape[i] != length)
            fail (_ ("%s: inputs of shapes %s and %s do not broadcast"), procedure,
                  shape_to_string (inputs[0].shape ().data (), inputs[0].shape ().size ()).c_str (),
                  shape_to_string (shape.data (), shape.size ()).c_str ());
        }
    }
  return result;
}

// Bytes of one row; the largest number where that is more than fits.
int64_t
row_bytes (const std::vector<int64_t> &shape, int64_t scalar_size)
{
  int64_t bytes = scalar_size;
  for (size_t i = 1; i < shape.size (); i++)
    if (__builtin_mul_overflow (bytes, shape[i], &bytes))
      return INT64_MAX;
  return bytes;
}

bool
has_rows_of (const std::vector<int64_t> &shape, const std::vector<int64_t> &result)
{
  return shape.size () == result.size () && shape[0] == result[0];
}

// What each thread of the pipeline does with the others' failures: the first one counts, and ends all waiting.
class FirstFailure {
public:
  explicit FirstFailure (GCancellable *cancellable) : cancellable_ (cancellable) {}

  void set (std::exception_ptr failure)
  {
    const std::lock_guard lock (mutex_);
    if (!failure_)
      failure_ = std::move (failure);
    g_cancellable_cancel (cancellable_);
  }

  void rethrow () const
  {
    if (failure_)
      std::rethrow_exception (failure_);
  }

private:
  GCancellable *cancellable_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

// The results' files, opened when the first block tells their element types.
class BlockWriter {
public:
  BlockWriter (const BlockPlan &plan, std::span<const std::string> paths) : plan_ (plan), paths_ (paths)
  {
    for (const std::string &path : paths)
      files_.emplace_back (path);
  }

  void write (const Arrays &results, GCancellable *cancellable);
  void commit ();

private:
  void start (const Arrays &results, GCancellable *cancellable);

  const BlockPlan &plan_;
  std::span<const std::string> paths_;
  std::vector<OutputFile> files_;
  std::vector<Ref<VastNpyWriter>> writers_;
};

void
BlockWriter::start (const Arrays &results, GCancellable *cancellable)
{
  for (size_t i = 0; i < files_.size (); i++)
    {
      const Text name (vast_array_dup_scalar_name (results[i]));
      ErrorSlot error;
      writers_.push_back (Ref<VastNpyWriter>::adopt (vast_npy_writer_new (
        files_[i].stream (), name.get (), plan_.shape.data (), plan_.shape.size (), cancellable, &error)));
      if (!writers_.back ())
        files_[i].raise (error);
    }
}

void
BlockWriter::write (const Arrays &results, GCancellable *cancellable)
{
  if (writers_.empty ())
    start (results, cancellable);
  for (size_t i = 0; i < files_.size (); i++)
    {
      ErrorSlot error;
      if (!vast_npy_writer_write (writers_[i], results[i], cancellable, &error))
        files_[i].raise (error);
    }
}

void
BlockWriter::commit ()
{
  for (size_t i = 0; i < files_.size (); i++)
    {
      ErrorSlot error;
      if (!vast_npy_writer_close (writers_[i], nullptr, &error))
        files_[i].raise (error);
      files_[i].commit ();
    }
}

// Three stages, each in a thread of its own, with a block on the way between them.
class BlockPipeline {
public:
  BlockPipeline (const BlockPlan &plan, std::span<CallInput> inputs, CallRunner &runner, BlockWriter &writer)
    : plan_ (plan),
      inputs_ (inputs),
      runner_ (runner),
      writer_ (writer)
  {}

  void run ();

private:
  template <typename F>
  void stage (F work);
  Arrays read_block (int64_t first_row);
  void read_all ();
  void compute_all ();
  void write_all ();

  int64_t rows_in_block (int64_t first_row) const
  {
    return std::min (plan_.rows_per_block, plan_.shape[0] - first_row);
  }

  const BlockPlan &plan_;
  std::span<CallInput> inputs_;
  CallRunner &runner_;
  BlockWriter &writer_;
  Ref<GCancellable> cancellable_ = Ref<GCancellable>::adopt (g_cancellable_new ());
  FirstFailure failure_ { cancellable_ };
  Channel<Arrays> blocks_, results_;
};

// Runs one stage; when it ends, well or not, its neighbours learn that no more comes or goes.
template <typename F>
void
BlockPipeline::stage (F work)
{
  try
    {
      work ();
      return;
    }
  catch (...)
    {
      failure_.set (std::current_exception ());
    }
  blocks_.close ();
  results_.close ();
}

Arrays
BlockPipeline::read_block (int64_t first_row)
{
  const int64_t count = rows_in_block (first_row);
  Arrays block;
  for (size_t i = 0; i < inputs_.size (); i++)
    if (!plan_.cut[i])
      block.push_back (inputs_[i].whole ());
    else if (inputs_[i].is_stream ())
      block.push_back (inputs_[i].next_rows (count, cancellable_));
    else
      {
        ErrorSlot error;
        block.push_back (
          Ref<VastArray>::adopt (vast_array_slice (inputs_[i].whole (), 0, first_row, first_row + count, 1, &error)));
        if (!block.back ())
          error.raise ();
      }
  return block;
}

void
BlockPipeline::read_all ()
{
  for (int64_t row = 0; row < plan_.shape[0]; row += plan_.rows_per_block)
    if (!blocks_.send (read_block (row)))
      return;
  blocks_.close ();
}

void
BlockPipeline::compute_all ()
{
  for (int64_t row = 0; const std::optional<Arrays> block = blocks_.receive (); row += plan_.rows_per_block)
    if (!results_.send (runner_.run_block (*block, row, cancellable_)))
      return;
  results_.close ();
}

void
BlockPipeline::write_all ()
{
  for (int64_t row = 0; const std::optional<Arrays> results = results_.receive (); row += plan_.rows_per_block)
    {
      writer_.write (*results, cancellable_);
      runner_.progress ().update (row + rows_in_block (row), plan_.shape[0]);
    }
}

void
BlockPipeline::run ()
{
  {
    std::jthread reader ([this] { stage ([this] { read_all (); }); });
    stage ([this] {
      std::jthread writer ([this] { stage ([this] { write_all (); }); });
      // A stage of its own, so that the writer, which is waited for here, learns how this one ends.
      stage ([this] { compute_all (); });
    });
  }
  runner_.progress ().clear ();
  failure_.rethrow ();
}

} // namespace

std::optional<BlockPlan>
plan_blocks (const char *procedure, std::span<const CallInput> inputs)
{
  BlockPlan plan { broadcast_shape (procedure, inputs), 0, {} };
  if (plan.shape.empty () || std::ranges::count (plan.shape, 0) > 0)
    return std::nullopt;

  int64_t largest_row = row_bytes (plan.shape, result_scalar_size);
  bool streams = false;
  for (const CallInput &input : inputs)
    {
      const bool cut = has_rows_of (input.shape (), plan.shape);
      plan.cut.push_back (cut);
      streams |= cut && input.is_stream ();
      if (cut)
        largest_row = std::max (largest_row, row_bytes (input.shape (), static_cast<int64_t> (input.scalar_size ())));
    }
  plan.rows_per_block = std::max<int64_t> (1, block_bytes / largest_row);
  if (!streams || plan.rows_per_block >= plan.shape[0])
    return std::nullopt;
  return plan;
}

void
call_in_blocks (const BlockPlan &plan, std::span<CallInput> inputs, CallRunner &runner,
                std::span<const std::string> output_paths)
{
  BlockWriter writer (plan, output_paths);
  BlockPipeline (plan, inputs, runner, writer).run ();
  writer.commit ();
}

} // namespace vast::cli
