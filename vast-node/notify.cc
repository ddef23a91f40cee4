// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "notify.hh"

#include "ref.hh"

#include <cstring>
#include <gio/gunixsocketaddress.h>

namespace vast::cli {

namespace {

// A path, or a name in the abstract space of sockets that is written with “@” in front.
Ref<GSocketAddress>
notify_address (const char *name)
{
  const bool abstract = name[0] == '@';
  return Ref<GSocketAddress>::adopt (g_unix_socket_address_new_with_type (
    abstract ? name + 1 : name, -1, abstract ? G_UNIX_SOCKET_ADDRESS_ABSTRACT : G_UNIX_SOCKET_ADDRESS_PATH));
}

bool
send_datagram (const char *name, const char *text, GError **error)
{
  const auto socket =
    Ref<GSocket>::adopt (g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT, error));
  return socket && g_socket_send_to (socket, notify_address (name), text, std::strlen (text), nullptr, error) >= 0;
}

} // namespace

void
notify_service_manager (const char *state)
{
  const char *const name = g_getenv ("NOTIFY_SOCKET");
  if (!name || !*name)
    return;
  g_autoptr (GError) error = nullptr;
  if (!send_datagram (name, state, &error))
    g_message ("cannot tell the service manager “%s” at %s: %s", state, name, error->message);
}

} // namespace vast::cli
