// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-error.hh"

#include "value-private.hh"

namespace message_pack::rpc {
namespace {

// [code, message, domain], if the domain is one that this process knows.
GError *
known_error (MessagePackValue *value)
{
  if (message_pack_value_get_length (value) != 3)
    return nullptr;
  MessagePackValue **items = value->container.items;
  const char *message = message_pack_value_get_string (items[1], nullptr);
  const char *domain = message_pack_value_get_string (items[2], nullptr);
  if (items[0]->kind != MESSAGE_PACK_KIND_INTEGER || message == nullptr || domain == nullptr)
    return nullptr;

  // a domain is known from its first use on: these are always meant to be
  (void) MESSAGE_PACK_ERROR;
  (void) G_IO_ERROR;
  GQuark quark = g_quark_try_string (domain);
  if (quark == 0 || items[0]->integer < G_MININT || items[0]->integer > G_MAXINT)
    return nullptr;
  return g_error_new_literal (quark, static_cast<int> (items[0]->integer), message);
}

// The text among what a peer answered with: that of [code, text, …], of a map, or the value itself.
const char *
find_text (MessagePackValue *value)
{
  MessagePackValue *text = value;
  if (value->kind == MESSAGE_PACK_KIND_ARRAY)
    {
      auto *code = message_pack_value_get_element (value, 0);
      text = code != nullptr && code->kind == MESSAGE_PACK_KIND_INTEGER ? message_pack_value_get_element (value, 1)
                                                                        : nullptr;
    }
  else if (value->kind == MESSAGE_PACK_KIND_MAP)
    text = message_pack_value_lookup (value, "message");
  return text != nullptr ? message_pack_value_get_string (text, nullptr) : nullptr;
}

} // namespace

MessagePackValue *
error_to_value (const GError *error)
{
  g_autofree char *message = g_utf8_make_valid (error->message, -1);
  auto **items = g_new (MessagePackValue *, 3);
  items[0] = message_pack_value_new_int64 (error->code);
  items[1] = message_pack_value_new_string (message);
  items[2] = message_pack_value_new_string (g_quark_to_string (error->domain));
  return value_take_container (MESSAGE_PACK_KIND_ARRAY, items, 3);
}

GError *
error_from_value (MessagePackValue *value)
{
  GError *known = value->kind == MESSAGE_PACK_KIND_ARRAY ? known_error (value) : nullptr;
  if (known != nullptr)
    return known;
  const char *text = find_text (value);
  if (text != nullptr)
    return g_error_new_literal (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_REMOTE, text);
  g_autofree char *printed = message_pack_value_to_string (value);
  return g_error_new_literal (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_REMOTE, printed);
}

} // namespace message_pack::rpc
