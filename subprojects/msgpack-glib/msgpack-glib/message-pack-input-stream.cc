// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-input-stream.h"

#include "decoder.hh"
#include "limits-private.hh"

#include <string.h>

using message_pack::Decoder;

// What is read at once when it is not known what comes.
static constexpr gsize buffer_size = 16 << 10;

/**
 * MessagePackInputStream:
 *
 * Reads values from a stream.
 *
 * Long binaries (where 64 KiB and more are missing) are read straight into the memory they stay in.
 * As for the rest some bytes are read ahead, read from this stream and not from its base stream
 * afterwards.
 *
 * Since: 1.0
 */
struct _MessagePackInputStream {
  GFilterInputStream parent_instance;

  Decoder *decoder;
  guint8 *buffer;
  gsize start; // of what was read ahead
  gsize end;
};

enum { PROP_0, PROP_LIMITS, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (MessagePackInputStream, message_pack_input_stream, G_TYPE_FILTER_INPUT_STREAM)

// Where the next bytes go: into the buffer, or into a binary.
struct Target {
  guint8 *data;
  gsize size;
  bool direct;
};

// Reads from what is there already.
static Decoder::Result
push_buffer (MessagePackInputStream *self, MessagePackValue **value, GError **error)
{
  gsize used;
  auto result = self->decoder->push (self->buffer + self->start, self->end - self->start, nullptr, &used, value, error);
  self->start += used;
  return result;
}

// Whether there is a place for more bytes; there is none when memory for a binary cannot be had.
static bool
choose_target (MessagePackInputStream *self, Target *target, GError **error)
{
  target->data = self->decoder->space (&target->size, error);
  target->direct = target->data != nullptr;
  if (target->direct)
    return true;
  if (self->decoder->failed ())
    return false;
  *target = { self->buffer, buffer_size, false };
  return true;
}

// What to make of @size bytes that were read into @target, 0 at the end of the stream. At an end
// between values the result is a value that is %NULL.
static Decoder::Result
arrived (MessagePackInputStream *self, const Target *target, gsize size, MessagePackValue **value, GError **error)
{
  if (size == 0)
    {
      if (self->decoder->between_values ())
        return Decoder::Result::value;
      self->decoder->set_truncated (error);
      return Decoder::Result::failed;
    }
  if (target->direct)
    return self->decoder->received (size, value, error);
  self->start = 0;
  self->end = size;
  return push_buffer (self, value, error);
}

static gssize
message_pack_input_stream_read (GInputStream *stream, void *data, gsize size, GCancellable *cancellable, GError **error)
{
  auto *self = MESSAGE_PACK_INPUT_STREAM (stream);
  if (self->start == self->end)
    return g_input_stream_read (g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self)), data, size,
                                cancellable, error);
  gsize taken = MIN (size, self->end - self->start);
  memcpy (data, self->buffer + self->start, taken);
  self->start += taken;
  return static_cast<gssize> (taken);
}

static gssize
message_pack_input_stream_skip (GInputStream *stream, gsize size, GCancellable *cancellable, GError **error)
{
  auto *self = MESSAGE_PACK_INPUT_STREAM (stream);
  if (self->start == self->end)
    return g_input_stream_skip (g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self)), size, cancellable,
                                error);
  gsize taken = MIN (size, self->end - self->start);
  self->start += taken;
  return static_cast<gssize> (taken);
}

static void
message_pack_input_stream_finalize (GObject *object)
{
  auto *self = MESSAGE_PACK_INPUT_STREAM (object);
  delete self->decoder;
  g_free (self->buffer);
  G_OBJECT_CLASS (message_pack_input_stream_parent_class)->finalize (object);
}

static void
message_pack_input_stream_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LIMITS)
    g_value_set_boxed (value, message_pack_input_stream_get_limits (MESSAGE_PACK_INPUT_STREAM (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_input_stream_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LIMITS)
    message_pack_input_stream_set_limits (MESSAGE_PACK_INPUT_STREAM (object),
                                          static_cast<MessagePackLimits *> (g_value_get_boxed (value)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
message_pack_input_stream_class_init (MessagePackInputStreamClass *klass)
{
  auto *object_class = G_OBJECT_CLASS (klass);
  object_class->finalize = message_pack_input_stream_finalize;
  object_class->get_property = message_pack_input_stream_get_property;
  object_class->set_property = message_pack_input_stream_set_property;

  auto *stream_class = G_INPUT_STREAM_CLASS (klass);
  stream_class->read_fn = message_pack_input_stream_read;
  stream_class->skip = message_pack_input_stream_skip;

  /**
   * MessagePackInputStream:limits: (attributes org.gtk.Property.get=message_pack_input_stream_get_limits org.gtk.Property.set=message_pack_input_stream_set_limits)
   *
   * What is accepted.
   *
   * Since: 1.0
   */
  properties[PROP_LIMITS] = g_param_spec_boxed (
    "limits", nullptr, nullptr, MESSAGE_PACK_TYPE_LIMITS,
    static_cast<GParamFlags> (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
message_pack_input_stream_init (MessagePackInputStream *self)
{
  self->decoder = new Decoder (message_pack::default_limits);
  self->buffer = static_cast<guint8 *> (g_malloc (buffer_size));
}

/**
 * message_pack_input_stream_new:
 * @base_stream: where the bytes come from
 *
 * Makes a stream of values, which closes @base_stream when it is closed.
 *
 * Returns: (transfer full): a new stream
 *
 * Since: 1.0
 */
MessagePackInputStream *
message_pack_input_stream_new (GInputStream *base_stream)
{
  g_return_val_if_fail (G_IS_INPUT_STREAM (base_stream), nullptr);

  return MESSAGE_PACK_INPUT_STREAM (g_object_new (MESSAGE_PACK_TYPE_INPUT_STREAM, "base-stream", base_stream, nullptr));
}

/**
 * message_pack_input_stream_get_limits: (attributes org.gtk.Method.get_property=limits)
 * @self: a stream
 *
 * Gets what is accepted.
 *
 * Returns: (transfer none): the limits
 *
 * Since: 1.0
 */
const MessagePackLimits *
message_pack_input_stream_get_limits (MessagePackInputStream *self)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_INPUT_STREAM (self), nullptr);

  return &self->decoder->limits ();
}

/**
 * message_pack_input_stream_set_limits: (attributes org.gtk.Method.set_property=limits)
 * @self: a stream
 * @limits: (nullable): the limits, %NULL for the defaults
 *
 * Sets what is accepted from now on.
 *
 * Since: 1.0
 */
void
message_pack_input_stream_set_limits (MessagePackInputStream *self, const MessagePackLimits *limits)
{
  g_return_if_fail (MESSAGE_PACK_IS_INPUT_STREAM (self));

  self->decoder->set_limits (limits != nullptr ? *limits : message_pack::default_limits);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIMITS]);
}

static MessagePackValue *
read_value (MessagePackInputStream *self, GCancellable *cancellable, GError **error)
{
  auto *base = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self));
  MessagePackValue *value = nullptr;
  auto result = push_buffer (self, &value, error);
  while (result == Decoder::Result::more)
    {
      Target target;
      if (!choose_target (self, &target, error))
        return nullptr;
      gssize size = g_input_stream_read (base, target.data, target.size, cancellable, error);
      if (size < 0)
        return nullptr;
      result = arrived (self, &target, static_cast<gsize> (size), &value, error);
    }
  return value;
}

/**
 * message_pack_input_stream_read_value:
 * @self: a stream
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the next value. If the stream ends inside of it: %MESSAGE_PACK_ERROR_TRUNCATED. If the
 * stream ends before it: %NULL, and no error. A read that was cancelled may be repeated; after an
 * error in what was read, every other read fails in the same way.
 *
 * Returns: (transfer full) (nullable): the value, %NULL at the end of the stream or with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_input_stream_read_value (MessagePackInputStream *self, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (MESSAGE_PACK_IS_INPUT_STREAM (self), nullptr);
  g_return_val_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable), nullptr);

  if (!g_input_stream_set_pending (G_INPUT_STREAM (self), error))
    return nullptr;
  auto *value = read_value (self, cancellable, error);
  g_input_stream_clear_pending (G_INPUT_STREAM (self));
  return value;
}

static void read_more (GTask *task);

// Ends the task, or reads on.
static void
continue_task (GTask *task, Decoder::Result result, MessagePackValue *value, GError *error)
{
  if (result == Decoder::Result::more)
    return read_more (task);
  g_input_stream_clear_pending (G_INPUT_STREAM (g_task_get_source_object (task)));
  if (result == Decoder::Result::failed)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, value, reinterpret_cast<GDestroyNotify> (message_pack_value_unref));
  g_object_unref (task);
}

static void
on_read (GObject *base, GAsyncResult *async_result, gpointer data) noexcept
{
  auto *task = G_TASK (data);
  auto *self = MESSAGE_PACK_INPUT_STREAM (g_task_get_source_object (task));
  GError *error = nullptr;
  gssize size = g_input_stream_read_finish (G_INPUT_STREAM (base), async_result, &error);
  MessagePackValue *value = nullptr;
  auto result = Decoder::Result::failed;
  if (size >= 0)
    result =
      arrived (self, static_cast<Target *> (g_task_get_task_data (task)), static_cast<gsize> (size), &value, &error);
  continue_task (task, result, value, error);
}

static void
read_more (GTask *task)
{
  auto *self = MESSAGE_PACK_INPUT_STREAM (g_task_get_source_object (task));
  auto *target = static_cast<Target *> (g_task_get_task_data (task));
  GError *error = nullptr;
  if (!choose_target (self, target, &error))
    return continue_task (task, Decoder::Result::failed, nullptr, error);
  g_input_stream_read_async (g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self)), target->data,
                             target->size, g_task_get_priority (task), g_task_get_cancellable (task), on_read, task);
}

/**
 * message_pack_input_stream_read_value_async:
 * @self: a stream
 * @io_priority: the priority of the request
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async): called when the value was read
 * @user_data: what to give to @callback
 *
 * Reads the next value without blocking; see [method@InputStream.read_value].
 *
 * Since: 1.0
 */
void
message_pack_input_stream_read_value_async (MessagePackInputStream *self, int io_priority, GCancellable *cancellable,
                                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (MESSAGE_PACK_IS_INPUT_STREAM (self));
  g_return_if_fail (cancellable == nullptr || G_IS_CANCELLABLE (cancellable));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, reinterpret_cast<gpointer> (message_pack_input_stream_read_value_async));
  g_task_set_priority (task, io_priority);
  // a value that was read must not be lost by a cancellation that came later
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_new0 (Target, 1), g_free);

  GError *error = nullptr;
  if (!g_input_stream_set_pending (G_INPUT_STREAM (self), &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  MessagePackValue *value = nullptr;
  auto result = push_buffer (self, &value, &error);
  continue_task (task, result, value, error);
}

/**
 * message_pack_input_stream_read_value_finish:
 * @self: a stream
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Gets what [method@InputStream.read_value_async] has read.
 *
 * Returns: (transfer full) (nullable): the value, %NULL at the end of the stream or with @error set
 *
 * Since: 1.0
 */
MessagePackValue *
message_pack_input_stream_read_value_finish (MessagePackInputStream *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), nullptr);

  return static_cast<MessagePackValue *> (g_task_propagate_pointer (G_TASK (result), error));
}
