# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Peers that know nothing of Vast: python3-msgpack alone speaks the protocol of docs/protocol.md to a real node."""

import math
import os
import pathlib
import socket
import struct
import subprocess
import sys
import time
import unittest

try:
    import msgpack
except ImportError:
    print("skipped: python3-msgpack is not installed")
    sys.exit(77)

NODE = os.environ["VAST_TEST_NODE"]


class Failure(Exception):
    """An error that the node answered with: a text that ends with its domain and code."""


class Client:
    def __init__(self, address):
        host, port = address.removeprefix("tcp:").rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.unpacker = msgpack.Unpacker(strict_map_key=False, max_buffer_size=2**31)
        self.n = 0

    def __call__(self, method, *params):
        self.n += 1
        self.socket.sendall(msgpack.packb([0, self.n, method, params]))
        while (answer := next(self.unpacker, None)) is None:
            data = self.socket.recv(1 << 20)
            if not data:
                raise ConnectionError("the node closed the connection")
            self.unpacker.feed(data)
        kind, n, error, result = answer
        assert (kind, n) == (1, self.n), answer
        if error is not None:
            raise Failure(error)
        return result


def header(name, order, shape, version=1):
    return msgpack.ExtType(1, msgpack.packb([version, name, order, shape]))


def doubles(message):
    """The numbers of an array in its wire form."""
    ext, *bins = message
    version, name, order, shape = msgpack.unpackb(ext.data)
    assert (ext.code, version, name) == (1, 1, "float64"), message
    data = b"".join(bins)
    return shape, list(struct.unpack(f"{order}{len(data) // 8}d", data))


class PlainPeer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.process = subprocess.Popen([NODE, "tcp:127.0.0.1:0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        cls.address = cls.process.stdout.readline().strip()

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.communicate(timeout=30)

    def setUp(self):
        self.call = Client(self.address)
        self.addCleanup(self.call.socket.close)

    def assert_fails(self, domain, message, method, *params):
        with self.assertRaises(Failure) as caught:
            self.call(method, *params)
        self.assertRegex(str(caught.exception), rf" \({domain}, \d+\)$")
        self.assertIn(message, str(caught.exception))

    def test_fifteen_lines(self):
        host, port = self.address.removeprefix("tcp:").rsplit(":", 1)
        client = pathlib.Path(__file__).with_name("plain-client.py")
        subprocess.run([sys.executable, client, host, port], check=True, timeout=30)

    def test_numbers(self):
        self.assertEqual(self.call("sqrt", 9), 3.0)
        self.assertEqual(self.call("add", 2, 3), 5)
        self.assertEqual(self.call("add", [1, 2], [[10], [20]]), [[11, 12], [21, 22]])
        self.assertEqual(self.call("equal", [1, 2], [1, 3]), [True, False])
        self.assertEqual(self.call("sum", [[1, 2], [3, 4]], {"axis": 0}), [4, 6])
        self.assertEqual(self.call("sum", [[1.5, 2], [3, 4]]), 10.5)
        self.assertEqual(self.call("sin", []), [])

    def test_wire_arrays(self):
        shape, values = doubles(self.call("sqrt", [header("float64", ">", [2]), struct.pack(">2d", 4, 9)]))
        self.assertEqual((shape, values), ([2], [2.0, 3.0]))
        split = [header("float64", "<", [3]), struct.pack("<d", 1), struct.pack("<2d", 4, 9)]
        self.assertEqual(doubles(self.call("sqrt", split)), ([3], [1.0, 2.0, 3.0]))
        # An array beside a number: the answer is an array.
        self.assertEqual(doubles(self.call("multiply", split, 2.0)), ([3], [2.0, 8.0, 18.0]))
        self.assert_fails("vast-error-quark", "but 8 came", "sqrt", [header("float64", "<", [2**40]), b"12345678"])
        self.assert_fails("vast-error-quark", "version 9", "sqrt", [header("float64", "<", [1], 9), b"12345678"])

    def test_handles(self):
        uuid = self.call("store", [1, 4, 9], 60)
        self.assertEqual(len(uuid), 36)
        self.assertEqual(self.call("retrieve", uuid), [1, 4, 9])
        self.assertEqual(self.call("retrieve", uuid, [[1, None, None]]), [4, 9])
        self.assertEqual(self.call("retrieve", uuid, [[None, None, -2]]), [9, 1])
        roots = self.call("sqrt", uuid)
        self.assertEqual(len(roots), 36)
        self.assertEqual(self.call("retrieve", roots), [1.0, 2.0, 3.0])
        self.assertTrue(self.call("clear", uuid))
        self.assertFalse(self.call("clear", uuid))
        self.assert_fails("vast-cluster-error-quark", uuid, "retrieve", uuid)
        self.assert_fails("vast-cluster-error-quark", uuid, "sqrt", uuid)

        handle = self.call("store", [header("float64", "<", [1]), struct.pack("<d", 16)])
        self.assertEqual((handle.code, len(handle.data)), (2, 16))
        result = self.call("sqrt", handle)
        self.assertEqual(result.code, 2)
        self.assertEqual(doubles(self.call("retrieve", result)), ([1], [4.0]))

    def test_reply(self):
        self.assertEqual(doubles(self.call("sqrt", [4], {"reply": "array"})), ([1], [2.0]))
        self.assertEqual(self.call("sqrt", [header("float64", "<", [1]), struct.pack("<d", 16)], {"reply": "list"}), [4.0])
        brief = self.call("sqrt", [4], {"reply": "uuid", "ttl": 0.1})
        self.assertEqual(self.call("retrieve", brief), [2.0])
        time.sleep(0.2)
        self.assert_fails("vast-cluster-error-quark", brief, "retrieve", brief)
        self.assertEqual(self.call("sqrt", [4], {"reply": "handle"}).code, 2)
        self.assert_fails("vast-error-quark", "telegram", "sqrt", [4], {"reply": "telegram"})

    def test_call_each(self):
        self.assertEqual(self.call("call_each", ["sum", "max"], [1, 5, 2]), [[8], [5]])

    def test_several_outputs(self):
        for procedure in self.call("describe")["procedures"]:
            if procedure["outputs"] > 1 and len(procedure["inputs"]) == 1:
                result = self.call(procedure["name"], [[2.0, 1.0], [1.0, 3.0]])
                self.assertEqual(len(result), procedure["outputs"], procedure["name"])

    def test_describe(self):
        description = self.call("describe")
        self.assertEqual(description["protocol"], 1)
        self.assertIn("float64", description["types"])
        procedures = {p["name"]: p for p in description["procedures"]}
        self.assertEqual(procedures["sin"]["inputs"], ["x"])
        self.assertEqual(procedures["sin"]["outputs"], 1)
        self.assertEqual(procedures["sin"]["partition"], "elementwise")
        self.assertIn("axis", [p["name"] for p in procedures["sum"]["parameters"]])

    def test_status(self):
        before = self.call("status")
        self.call("sin", [1.0])
        after = self.call("status")
        self.assertEqual(before["uuid"], after["uuid"])
        self.assertEqual(after["calls"], before["calls"] + 1)
        self.assertGreater(after["memory_total"], after["memory_free"])
        self.assertGreaterEqual(self.call("ping"), 0)

    def test_errors(self):
        self.assert_fails("vast-error-quark", "sinus", "sinus", [1])
        self.assert_fails("vast-error-quark", "2 inputs", "sin", [1], [2])
        self.assert_fails("vast-error-quark", "ragged", "sin", [[1, 2], [3]])
        self.assert_fails("vast-error-quark", "nil", "sin", None)
        self.assert_fails("vast-error-quark", "colour", "sin", [1], {"colour": 3})
        self.assert_fails("vast-error-quark", "no UUID", "sin", "x")
        self.assert_fails("vast-error-quark", "option", "sin", [1], {"axis": {"a": 1}})
        self.assert_fails("vast-error-quark", "parameters", "clear")
        self.assert_fails("vast-error-quark", "parameters", "ping", 1)
        self.assert_fails("vast-error-quark", "a string", "retrieve", self.call("store", [1]), [["a", 1, 1]])
        self.assert_fails("vast-error-quark", "must not be 0", "retrieve", self.call("store", [1]), [[0, 1, 0]])
        self.assertTrue(math.isclose(self.call("sin", 1.0), math.sin(1)))


if __name__ == "__main__":
    unittest.main()
