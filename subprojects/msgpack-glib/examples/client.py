#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later

"""Calls add(1, 2): client.py tcp:127.0.0.1:4711"""

import sys

import gi

gi.require_version("MessagePack", "1.0")
from gi.repository import GLib, MessagePack  # noqa: E402

address = sys.argv[1] if len(sys.argv) > 1 else "tcp:127.0.0.1:4711"
params = MessagePack.Value.new_from_variant(GLib.Variant("(ii)", (1, 2)))
try:
    connection = MessagePack.RpcClient().connect(address, None, None)
    print(connection.call("add", params, None).to_string())
except GLib.Error as error:
    sys.exit(error.message)
