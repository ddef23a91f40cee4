// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-message.hh"

#include "encoder.hh"
#include "value-private.hh"

#include <initializer_list>
#include <string.h>

namespace message_pack::rpc {
namespace {

bool
violation (GError **error, const char *what)
{
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_PROTOCOL, "this is not MessagePack-RPC: %s", what);
  return false;
}

bool
parse_call (MessagePackValue *method, MessagePackValue *params, Incoming *message, GError **error)
{
  message->method = message_pack_value_get_string (method, nullptr);
  if (message->method == nullptr)
    return violation (error, "the method of a call is not text");
  if (params->kind != MESSAGE_PACK_KIND_ARRAY)
    return violation (error, "the parameters of a call are not an array");
  message->params = params;
  return true;
}

bool
parse_id (MessagePackValue *value, Incoming *message, GError **error)
{
  if (value->kind != MESSAGE_PACK_KIND_INTEGER || value->integer < 0 || value->integer > G_MAXUINT32)
    return violation (error, "the number of a message is not an unsigned integer of 32 bits");
  message->id = static_cast<guint32> (value->integer);
  return true;
}

bool
pack_call (Encoder &encoder, const char *method, MessagePackValue *params, GError **error)
{
  if (!encoder.text (method, strlen (method), error))
    return false;
  if (params != nullptr)
    return encoder.value (params, error);
  encoder.array_header (0);
  return true;
}

} // namespace

bool
parse_message (MessagePackValue *value, Incoming *message, GError **error)
{
  *message = {};
  if (value->kind != MESSAGE_PACK_KIND_ARRAY || value->container.length == 0)
    return violation (error, "a message is not an array");
  MessagePackValue **items = value->container.items;
  gsize length = value->container.length;
  if (items[0]->kind != MESSAGE_PACK_KIND_INTEGER || items[0]->integer < 0 || items[0]->integer > 2)
    return violation (error, "the type of a message is unknown");
  message->type = static_cast<MessageType> (items[0]->integer);
  if (length != (message->type == MessageType::notification ? 3u : 4u))
    return violation (error, "a message has a wrong number of elements");

  if (message->type == MessageType::notification)
    return parse_call (items[1], items[2], message, error);
  if (!parse_id (items[1], message, error))
    return false;
  if (message->type == MessageType::request)
    return parse_call (items[2], items[3], message, error);
  message->error = items[2];
  message->result = items[3];
  return true;
}

GPtrArray *
pack_request (guint32 id, const char *method, MessagePackValue *params, GError **error)
{
  Encoder encoder;
  encoder.array_header (4);
  encoder.int64 (static_cast<gint64> (MessageType::request));
  encoder.uint64 (id);
  return pack_call (encoder, method, params, error) ? encoder.steal_segments () : nullptr;
}

GPtrArray *
pack_notification (const char *method, MessagePackValue *params, GError **error)
{
  Encoder encoder;
  encoder.array_header (3);
  encoder.int64 (static_cast<gint64> (MessageType::notification));
  return pack_call (encoder, method, params, error) ? encoder.steal_segments () : nullptr;
}

GPtrArray *
pack_response (guint32 id, MessagePackValue *failure, MessagePackValue *result, GError **error)
{
  Encoder encoder;
  encoder.array_header (4);
  encoder.int64 (static_cast<gint64> (MessageType::response));
  encoder.uint64 (id);
  for (auto *part : { failure, result })
    if (part == nullptr)
      encoder.nil ();
    else if (!encoder.value (part, error))
      return nullptr;
  return encoder.steal_segments ();
}

guint64
segments_size (GPtrArray *segments)
{
  guint64 size = 0;
  for (guint i = 0; i < segments->len; i++)
    size += g_bytes_get_size (static_cast<GBytes *> (segments->pdata[i]));
  return size;
}

} // namespace message_pack::rpc
