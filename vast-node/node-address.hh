// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cli.hh"

namespace vast::cli {

// The folder of the user's node sockets, and the socket of the node that was there first.
std::string node_directory ();
std::string default_node_socket ();

// The node at an address; the user's own one for an empty address. Throws a Failure that names it.
Ref<VastNode> reach_node (const std::string &address);

// Ends the command for what a node gave, naming the node if the error does not.
[[noreturn]] void fail_at_address (const std::string &address, const ErrorSlot &error);

} // namespace vast::cli
