// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "rpc-error.hh"

#include "value-private.hh"

#include <string.h>

namespace message_pack::rpc {
namespace {

// An error of a domain that this process knows, otherwise null.
GError *
known_error (const char *domain, gint64 code, const char *message)
{
  // a domain is known from its first use on: these are always meant to be
  (void) MESSAGE_PACK_ERROR;
  (void) G_IO_ERROR;
  GQuark quark = g_quark_try_string (domain);
  if (quark == 0 || code < G_MININT || code > G_MAXINT)
    return nullptr;
  return g_error_new_literal (quark, static_cast<int> (code), message);
}

// "message (domain, code)"
GError *
parse_text (const char *text)
{
  const char *open = g_strrstr (text, " (");
  const char *comma = open != nullptr ? strchr (open, ',') : nullptr;
  if (comma == nullptr || comma[1] != ' ')
    return nullptr;
  char *end;
  gint64 code = g_ascii_strtoll (comma + 2, &end, 10);
  if (end == comma + 2 || end[0] != ')' || end[1] != 0)
    return nullptr;
  g_autofree char *domain = g_strndup (open + 2, static_cast<gsize> (comma - open - 2));
  g_autofree char *message = g_strndup (text, static_cast<gsize> (open - text));
  return known_error (domain, code, message);
}

// [code, message, domain], which other programs may find easier to write
GError *
parse_array (MessagePackValue *value)
{
  if (value->kind != MESSAGE_PACK_KIND_ARRAY || value->container.length != 3)
    return nullptr;
  MessagePackValue **items = value->container.items;
  const char *message = message_pack_value_get_string (items[1], nullptr);
  const char *domain = message_pack_value_get_string (items[2], nullptr);
  if (items[0]->kind != MESSAGE_PACK_KIND_INTEGER || message == nullptr || domain == nullptr)
    return nullptr;
  return known_error (domain, items[0]->integer, message);
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
  char *text = g_strdup_printf ("%s (%s, %d)", message, g_quark_to_string (error->domain), error->code);
  return value_take_text (text, strlen (text));
}

GError *
error_from_value (MessagePackValue *value)
{
  const char *text = find_text (value);
  GError *known = text != nullptr && value->kind == MESSAGE_PACK_KIND_STRING ? parse_text (text) : parse_array (value);
  if (known != nullptr)
    return known;
  if (text != nullptr)
    return g_error_new_literal (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_REMOTE, text);
  g_autofree char *printed = message_pack_value_to_string (value);
  return g_error_new_literal (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_REMOTE, printed);
}

} // namespace message_pack::rpc
