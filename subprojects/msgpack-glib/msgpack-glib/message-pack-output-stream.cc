// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-output-stream.h"

#include "encoder.hh"
#include "segments.hh"

using message_pack::Encoder;

/**
 * MessagePackOutputStream:
 *
 * Writes values to a stream. Long binaries are written from where they are, by gather writes.
 *
 * Since: 1.0
 */
struct _MessagePackOutputStream {
  GFilterOutputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (MessagePackOutputStream, message_pack_output_stream, G_TYPE_FILTER_OUTPUT_STREAM)

static void
message_pack_output_stream_class_init (MessagePackOutputStreamClass *)
{}

static void
message_pack_output_stream_init (MessagePackOutputStream *)
{}

static GPtrArray *
pack_segments (MessagePackValue *value, GError **error)
{
  Encoder encoder;
  return encoder.value (value, error) ? encoder.steal_segments () : nullptr;
}

/**
 * message_pack_output_stream_new:
 * @base_stream: where the bytes go
 *
 * Makes a stream of values, which closes @base_stream when it is closed.
 *
 * Returns: (transfer full): a new stream
 *
 * Since: 1.0
 */
MessagePackOutputStream *
message_pack_output_stream_new (GOutputStream *base_stream)
{
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (base_stream), nullptr);

  return MESSAGE_PACK_OUTPUT_STREAM (
    g_object_new (MESSAGE_PACK_TYPE_OUTPUT_STREAM, "base-stream", base_stream, nullptr));
}

/**
 * message_pack_output_stream_write_value:
 * @self: a stream
 * @value: what to write
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Writes a value. After an error, or when it was cancelled, part of the value may have been
 * written, so that nothing of use can follow.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_output_stream_write_value (MessagePackOutputStream *self, MessagePackValue *value,
                                        GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_OUTPUT_STREAM (self), FALSE);
  g_return_val_if_fail (value != nullptr, FALSE);
  g_return_val_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable), FALSE);

  g_autoptr (GPtrArray) segments = pack_segments (value, error);
  if (segments == nullptr || !g_output_stream_set_pending (G_OUTPUT_STREAM (self), error))
    return FALSE;
  auto *base = g_filter_output_stream_get_base_stream (G_FILTER_OUTPUT_STREAM (self));
  bool good = message_pack::write_segments (base, segments, cancellable, error);
  g_output_stream_clear_pending (G_OUTPUT_STREAM (self));
  return good;
}

// What a value's asynchronous writing has to keep.
struct WriteState {
  GPtrArray *segments;
  gsize next;
  GOutputVector vectors[message_pack::most_vectors];
};

static void
free_write_state (gpointer data) noexcept
{
  auto *state = static_cast<WriteState *> (data);
  g_ptr_array_unref (state->segments);
  g_free (state);
}

static void write_more (GTask *task);

static void
on_written (GObject *base, GAsyncResult *result, gpointer data) noexcept
{
  auto *task = G_TASK (data);
  GError *error = nullptr;
  if (g_output_stream_writev_all_finish (G_OUTPUT_STREAM (base), result, nullptr, &error))
    return write_more (task);
  g_output_stream_clear_pending (G_OUTPUT_STREAM (g_task_get_source_object (task)));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
write_more (GTask *task)
{
  auto *self = G_FILTER_OUTPUT_STREAM (g_task_get_source_object (task));
  auto *state = static_cast<WriteState *> (g_task_get_task_data (task));
  if (state->next >= state->segments->len)
    {
      g_output_stream_clear_pending (G_OUTPUT_STREAM (self));
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  gsize n = message_pack::fill_vectors (state->segments, state->next, state->vectors);
  state->next += n;
  g_output_stream_writev_all_async (g_filter_output_stream_get_base_stream (self), state->vectors, n,
                                    g_task_get_priority (task), g_task_get_cancellable (task), on_written, task);
}

/**
 * message_pack_output_stream_write_value_async:
 * @self: a stream
 * @value: what to write
 * @io_priority: the priority of the request
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when the value was written
 * @user_data: what to give to @callback
 *
 * Writes a value without blocking; see [method@OutputStream.write_value].
 *
 * Since: 1.0
 */
void
message_pack_output_stream_write_value_async (MessagePackOutputStream *self, MessagePackValue *value, int io_priority,
                                              GCancellable *cancellable, GAsyncReadyCallback callback,
                                              gpointer user_data)
{
  g_return_if_fail (MESSAGE_PACK_IS_OUTPUT_STREAM (self));
  g_return_if_fail (value != nullptr);
  g_return_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (message_pack_output_stream_write_value_async));
  g_task_set_priority (task, io_priority);
  g_task_set_check_cancellable (task, FALSE);

  GError *error = nullptr;
  g_autoptr (GPtrArray) segments = pack_segments (value, &error);
  if (segments == nullptr || !g_output_stream_set_pending (G_OUTPUT_STREAM (self), &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  auto *state = g_new0 (WriteState, 1);
  state->segments = static_cast<GPtrArray *> (g_steal_pointer (&segments));
  g_task_set_task_data (task, state, free_write_state);
  write_more (task);
}

/**
 * message_pack_output_stream_write_value_finish:
 * @self: a stream
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Tells how [method@OutputStream.write_value_async] went.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 1.0
 */
gboolean
message_pack_output_stream_write_value_finish (MessagePackOutputStream *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
