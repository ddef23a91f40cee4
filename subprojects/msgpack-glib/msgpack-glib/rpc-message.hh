// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-value.h"

namespace message_pack::rpc {

enum class MessageType {
  request = 0,
  response = 1,
  notification = 2,
};

// What a peer sent. The pointers belong to the value it was taken from.
struct Incoming {
  MessageType type;
  guint32 id;
  const char *method;
  MessagePackValue *params;
  MessagePackValue *error;
  MessagePackValue *result;
};

// False with MESSAGE_PACK_ERROR_PROTOCOL if it is not a message of MessagePack-RPC.
bool parse_message (MessagePackValue *value, Incoming *message, GError **error);

// Segments of GBytes, or null with @error set. @params is an array or null.
GPtrArray *pack_request (guint32 id, const char *method, MessagePackValue *params, GError **error);
GPtrArray *pack_notification (const char *method, MessagePackValue *params, GError **error);
GPtrArray *pack_response (guint32 id, MessagePackValue *failure, MessagePackValue *result, GError **error);

guint64 segments_size (GPtrArray *segments);

} // namespace message_pack::rpc
