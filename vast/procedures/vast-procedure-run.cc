// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/error.hh"
#include "procedures/partition.hh"
#include "procedures/registry.hh"
#include "procedures/vast-procedure-private.hh"

namespace vast {

std::vector<Array>
arrays_from_gobjects (const ProcedureInfo &info, VastArray *const *arrays, gsize n_arrays)
{
  std::vector<Array> result;
  result.reserve (n_arrays);
  for (gsize i = 0; i < n_arrays; i++)
    {
      if (!arrays || !VAST_IS_ARRAY (arrays[i]))
        fail (ErrorCode::invalid_argument, "%s: number %zu of the given arrays is no array", info.name, i);
      result.push_back (array_from_gobject (arrays[i]));
    }
  return result;
}

VastArray **
arrays_to_gobjects (std::vector<Array> arrays, gsize *n_arrays)
{
  VastArray **result = g_new0 (VastArray *, arrays.size () + 1);
  for (size_t i = 0; i < arrays.size (); i++)
    result[i] = array_to_gobject (std::move (arrays[i]));
  if (n_arrays)
    *n_arrays = arrays.size ();
  return result;
}

namespace {

// A call on its way to another thread: it keeps the arrays' memory, not the caller's objects.
struct PendingCall {
  const ProcedureInfo *info;
  std::vector<Array> inputs;
  Options options;
};

using Outputs = std::vector<Array>;

template <typename T>
void
free_boxed (void *data) noexcept
{
  delete static_cast<T *> (data);
}

void
run_pending_call (GTask *task, void *, void *data, GCancellable *) noexcept
{
  // Cancelled while it waited for a thread: once begun, a call goes on to its end.
  if (g_task_return_error_if_cancelled (task))
    return;
  const PendingCall *pending = static_cast<const PendingCall *> (data);
  GError *error = nullptr;
  Outputs *outputs
    = guard (&error, [&] { return new Outputs (call (*pending->info, pending->inputs, pending->options)); });
  if (outputs)
    g_task_return_pointer (task, outputs, free_boxed<Outputs>);
  else
    g_task_return_error (task, error);
}

// The options, of which a floating reference is the callee's.
class SunkVariant {
public:
  explicit SunkVariant (GVariant *variant) : variant_ (variant ? g_variant_ref_sink (variant) : nullptr) {}
  ~SunkVariant () { g_clear_pointer (&variant_, g_variant_unref); }
  SunkVariant (const SunkVariant &) = delete;
  SunkVariant &operator= (const SunkVariant &) = delete;

  GVariant *get () const { return variant_; }

private:
  GVariant *variant_;
};

std::vector<Array>
call_in_parts (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, size_t n_parts)
{
  constexpr size_t most_parts = 65536;
  if (n_parts == 0 || n_parts > most_parts)
    fail (ErrorCode::invalid_argument, "%s: a number of %zu parts is not within 1 and %zu", info.name, n_parts, most_parts);
  const PartitionPlan plan (info, inputs, options, std::vector<double> (n_parts, 1.0));
  std::vector<std::vector<Array>> results;
  for (const CallPart &part : plan.parts ())
    {
      std::vector<Array> outputs;
      for (const char *procedure : part.procedures)
        for (Array &output : call (find_procedure (procedure), part.inputs, part.options))
          outputs.push_back (std::move (output));
      results.push_back (std::move (outputs));
    }
  return plan.combine (results);
}

} // namespace

} // namespace vast

using namespace vast;

/**
 * vast_procedure_invoke:
 * @self: a procedure
 * @inputs: (array length=n_inputs): the arrays to compute on, in the order of its input names
 * @n_inputs: how many there are
 * @options: (nullable): named options as an `a{sv}`; those that are not given have their defaults
 * @n_outputs: (out): how many arrays are returned
 *
 * Calls the procedure.
 *
 * A wrong number of inputs, an unknown option or one with a value of the wrong kind is the error
 * %VAST_ERROR_INVALID_ARGUMENT; element types for which the procedure has no meaning are %VAST_ERROR_TYPE, shapes that do
 * not fit %VAST_ERROR_SHAPE, and an axis out of range is %VAST_ERROR_INDEX.
 *
 * Returns: (transfer full) (array length=n_outputs): new arrays
 *
 * Since: 1.0
 */
VastArray **
vast_procedure_invoke (VastProcedure *self, VastArray *const *inputs, gsize n_inputs, GVariant *options,
                       gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  const SunkVariant sunk (options);
  return guard (error, [&] {
    const ProcedureInfo &info = procedure_info (self);
    const std::vector<Array> arrays = arrays_from_gobjects (info, inputs, n_inputs);
    return arrays_to_gobjects (call (info, arrays, options_from_variant (info, sunk.get ())), n_outputs);
  });
}

/**
 * vast_procedure_invoke_into:
 * @self: a procedure
 * @inputs: (array length=n_inputs): the arrays to compute on, in the order of its input names
 * @n_inputs: how many there are
 * @options: (nullable): named options as an `a{sv}`
 * @outputs: (array length=n_outputs): the arrays to fill
 * @n_outputs: how many there are
 *
 * Calls the procedure and writes what it gives into arrays that are there already.
 *
 * An output must have the result's shape, and an element type of the same kind as the result's or of a wider one: a
 * float64 result goes into float32, but not into integers. It may share memory with inputs, which behave as if they were
 * copied first. An array that cannot be written to is the error %VAST_ERROR_READ_ONLY. Otherwise errors are those of
 * [method@Vast.Procedure.invoke].
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
vast_procedure_invoke_into (VastProcedure *self, VastArray *const *inputs, gsize n_inputs, GVariant *options,
                            VastArray *const *outputs, gsize n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), FALSE);
  const SunkVariant sunk (options);
  return guard (error, [&]() -> gboolean {
    const ProcedureInfo &info = procedure_info (self);
    const std::vector<Array> arrays = arrays_from_gobjects (info, inputs, n_inputs);
    std::vector<Array> targets = arrays_from_gobjects (info, outputs, n_outputs);
    call_into (info, arrays, options_from_variant (info, sunk.get ()), targets);
    return TRUE;
  });
}

/**
 * vast_procedure_invoke_async:
 * @self: a procedure
 * @inputs: (array length=n_inputs): the arrays to compute on, in the order of its input names
 * @n_inputs: how many there are
 * @options: (nullable): named options as an `a{sv}`
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * Calls the procedure in another thread.
 *
 * The arrays must not be written to before it is done; they need not be kept. Cancelling stops a call that has not begun,
 * with the error %G_IO_ERROR_CANCELLED; one that has begun goes on to its end unheard.
 *
 * Since: 1.0
 */
void
vast_procedure_invoke_async (VastProcedure *self, VastArray *const *inputs, gsize n_inputs, GVariant *options,
                             GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (VAST_IS_PROCEDURE (self));
  const SunkVariant sunk (options);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (vast_procedure_invoke_async));
  GError *error = nullptr;
  PendingCall *pending = guard (&error, [&] {
    const ProcedureInfo &info = procedure_info (self);
    return new PendingCall { &info, arrays_from_gobjects (info, inputs, n_inputs), options_from_variant (info, sunk.get ()) };
  });
  if (!pending)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, pending, free_boxed<PendingCall>);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, run_pending_call);
}

/**
 * vast_procedure_invoke_finish:
 * @self: a procedure
 * @result: what the callback was given
 * @n_outputs: (out): how many arrays are returned
 *
 * Ends a call that [method@Vast.Procedure.invoke_async] began.
 *
 * Returns: (transfer full) (array length=n_outputs): new arrays
 *
 * Since: 1.0
 */
VastArray **
vast_procedure_invoke_finish (VastProcedure *self, GAsyncResult *result, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  return guard (error, [&]() -> VastArray ** {
    if (!g_task_is_valid (result, self))
      fail (ErrorCode::invalid_argument, "the result is not that of a call of “%s”", self->info->name);
    const std::unique_ptr<Outputs> outputs (static_cast<Outputs *> (g_task_propagate_pointer (G_TASK (result), error)));
    return outputs ? arrays_to_gobjects (std::move (*outputs), n_outputs) : nullptr;
  });
}

/**
 * vast_procedure_invoke_in_parts:
 * @self: a procedure
 * @inputs: (array length=n_inputs): the arrays to compute on, in the order of its input names
 * @n_inputs: how many there are
 * @options: (nullable): named options as an `a{sv}`
 * @n_parts: into how many parts the work is cut at most, at least 1
 * @n_outputs: (out): how many arrays are returned
 *
 * Calls the procedure on parts of its inputs, one after the other, and puts the results together, as a cluster does.
 *
 * It takes longer than [method@Vast.Procedure.invoke] and gives the same, but that sums may be rounded otherwise. It is
 * there for testing how a procedure's work is cut. Work that cannot be cut is done as a whole.
 *
 * Returns: (transfer full) (array length=n_outputs): new arrays
 *
 * Since: 1.0
 */
VastArray **
vast_procedure_invoke_in_parts (VastProcedure *self, VastArray *const *inputs, gsize n_inputs, GVariant *options,
                                gsize n_parts, gsize *n_outputs, GError **error)
{
  g_return_val_if_fail (VAST_IS_PROCEDURE (self), nullptr);
  const SunkVariant sunk (options);
  return guard (error, [&] {
    const ProcedureInfo &info = procedure_info (self);
    const std::vector<Array> arrays = arrays_from_gobjects (info, inputs, n_inputs);
    return arrays_to_gobjects (call_in_parts (info, arrays, options_from_variant (info, sunk.get ()), n_parts), n_outputs);
  });
}
