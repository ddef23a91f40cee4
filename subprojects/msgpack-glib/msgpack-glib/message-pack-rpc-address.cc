// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-rpc-address.h"

#include "message-pack-error.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>

namespace {

// The longest path of a UNIX socket, without the zero byte, on Linux; some systems have less.
constexpr gsize longest_path = 107;

bool
set_address_error (GError **error, const char *address, const char *why)
{
  g_autofree char *valid = g_utf8_make_valid (address, -1);
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "‘%s’ is not an address: %s", valid, why);
  return false;
}

GSocketConnectable *
parse_unix (const char *address, const char *path, GUnixSocketAddressType type, GError **error)
{
  gsize length = strlen (path);
  if (length == 0 || length > longest_path)
    {
      set_address_error (error, address, length == 0 ? "nothing follows the colon" : "the name is too long");
      return nullptr;
    }
  return G_SOCKET_CONNECTABLE (g_unix_socket_address_new_with_type (path, static_cast<int> (length), type));
}

bool
parse_port (const char *address, const char *text, guint16 *port, GError **error)
{
  guint64 number;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &number, nullptr))
    return set_address_error (error, address, "the port is not a number from 0 to 65535");
  *port = static_cast<guint16> (number);
  return true;
}

// Takes HOST or [HOST] apart from the port.
char *
parse_host (const char *address, const char *rest, const char **port, GError **error)
{
  if (rest[0] == '[')
    {
      const char *end = strchr (rest, ']');
      if (end == nullptr || end[1] != ':')
        {
          set_address_error (error, address, "‘]’ and a port are missing");
          return nullptr;
        }
      *port = end + 2;
      return g_strndup (rest + 1, static_cast<gsize> (end - rest - 1));
    }
  const char *colon = strchr (rest, ':');
  if (colon == nullptr || colon == rest || strchr (colon + 1, ':') != nullptr)
    {
      set_address_error (error, address, "a host and a port were expected (and brackets around an IPv6 address)");
      return nullptr;
    }
  *port = colon + 1;
  return g_strndup (rest, static_cast<gsize> (colon - rest));
}

GSocketConnectable *
parse_tcp (const char *address, const char *rest, GError **error)
{
  const char *port_text;
  guint16 port;
  g_autofree char *host = parse_host (address, rest, &port_text, error);
  if (host == nullptr || !parse_port (address, port_text, &port, error))
    return nullptr;
  GSocketAddress *literal = g_inet_socket_address_new_from_string (host, port);
  if (literal != nullptr)
    return G_SOCKET_CONNECTABLE (literal);
  if (rest[0] == '[')
    {
      set_address_error (error, address, "what is in brackets is not an IPv6 address");
      return nullptr;
    }
  for (const char *c = host; *c != 0; c++)
    if (!g_ascii_isalnum (*c) && strchr ("-._", *c) == nullptr && (static_cast<guchar> (*c) & 0x80) == 0)
      {
        set_address_error (error, address, "the host has characters that no host name has");
        return nullptr;
      }
  return g_network_address_new (host, port);
}

} // namespace

/**
 * message_pack_rpc_address_parse:
 * @address: `unix:PATH`, `unix-abstract:NAME`, `tcp:HOST:PORT` or `tcp:[IPV6]:PORT`
 * @error: return location for an error
 *
 * Reads the address of a server. Anything else is %MESSAGE_PACK_ERROR_ADDRESS.
 *
 * Returns: (transfer full): what can be connected to, or %NULL with @error set
 *
 * Since: 1.0
 */
GSocketConnectable *
message_pack_rpc_address_parse (const char *address, GError **error)
{
  g_return_val_if_fail (address != nullptr, nullptr);

  if (g_str_has_prefix (address, "unix:"))
    return parse_unix (address, address + strlen ("unix:"), G_UNIX_SOCKET_ADDRESS_PATH, error);
  if (g_str_has_prefix (address, "unix-abstract:"))
    return parse_unix (address, address + strlen ("unix-abstract:"), G_UNIX_SOCKET_ADDRESS_ABSTRACT, error);
  if (g_str_has_prefix (address, "tcp:"))
    return parse_tcp (address, address + strlen ("tcp:"), error);
  set_address_error (error, address, "it begins with none of ‘tcp:’, ‘unix:’ and ‘unix-abstract:’");
  return nullptr;
}

/**
 * message_pack_rpc_address_format:
 * @address: the address of a socket
 * @error: return location for an error
 *
 * Writes an address in the form that [func@rpc_address_parse] reads.
 *
 * Returns: (transfer full): the text, or %NULL with @error set
 *
 * Since: 1.0
 */
char *
message_pack_rpc_address_format (GSocketAddress *address, GError **error)
{
  g_return_val_if_fail (G_IS_SOCKET_ADDRESS (address), nullptr);

  if (G_IS_INET_SOCKET_ADDRESS (address))
    {
      auto *inet = G_INET_SOCKET_ADDRESS (address);
      g_autofree char *host = g_inet_address_to_string (g_inet_socket_address_get_address (inet));
      bool brackets = strchr (host, ':') != nullptr;
      return g_strdup_printf ("tcp:%s%s%s:%u", brackets ? "[" : "", host, brackets ? "]" : "",
                              static_cast<guint> (g_inet_socket_address_get_port (inet)));
    }
  if (G_IS_UNIX_SOCKET_ADDRESS (address))
    {
      auto *local = G_UNIX_SOCKET_ADDRESS (address);
      auto type = g_unix_socket_address_get_address_type (local);
      const char *path = g_unix_socket_address_get_path (local);
      if (type == G_UNIX_SOCKET_ADDRESS_PATH && path[0] != 0)
        return g_strdup_printf ("unix:%s", path);
      if (type == G_UNIX_SOCKET_ADDRESS_ABSTRACT)
        return g_strdup_printf ("unix-abstract:%s", path);
    }
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS, "an address of ‘%s’ cannot be written",
               G_OBJECT_TYPE_NAME (address));
  return nullptr;
}
