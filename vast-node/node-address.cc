// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "node-address.hh"

#include <cstring>
#include <glib/gi18n.h>

namespace vast::cli {

std::string
node_directory ()
{
  return format ("%s/vast", g_get_user_runtime_dir ());
}

std::string
default_node_socket ()
{
  return node_directory () + "/node.sock";
}

Ref<VastNode>
reach_node (const std::string &address)
{
  require_utf8 (_ ("address"), address);
  const std::string wanted = address.empty () ? "unix:" + default_node_socket () : address;
  ErrorSlot error;
  auto node = Ref<VastNode>::adopt (vast_node_connect (wanted.c_str (), nullptr, &error));
  if (!node)
    fail_at_address (wanted, error);
  return node;
}

void
fail_at_address (const std::string &address, const ErrorSlot &error)
{
  if (std::strstr (error.message (), address.c_str ()))
    error.raise ();
  fail ("%s: %s", address.c_str (), error.message ());
}

} // namespace vast::cli
