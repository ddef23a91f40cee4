# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
# A whole client of a node, with nothing but a MessagePack library: plain-client.py HOST PORT
import math
import socket
import sys

import msgpack

connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
connection.sendall(msgpack.packb([0, 1, "sin", [[0.0, 1.0, 2.0]]]))
unpacker = msgpack.Unpacker()
while (answer := next(unpacker, None)) is None:
    unpacker.feed(connection.recv(65536))
kind, request, error, result = answer
assert (kind, request, error) == (1, 1, None), answer
assert all(abs(a - b) < 1e-15 for a, b in zip(result, map(math.sin, [0, 1, 2]), strict=True)), result
