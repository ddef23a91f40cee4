# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later

"""The library as languages with introspection see it."""

import sys
import threading
import unittest
import xml.etree.ElementTree

import gi

gi.require_version("MessagePack", "1.0")
from gi.repository import Gio, GLib, GObject, MessagePack  # noqa: E402

Value = MessagePack.Value


def array(*elements):
    return Value.new_array(list(elements))


class Values(unittest.TestCase):
    def test_kinds(self):
        self.assertEqual(Value.new_int64(-5).get_kind(), MessagePack.Kind.INTEGER)
        self.assertEqual(Value.new_uint64(2**64 - 1).get_uint64(), 2**64 - 1)
        self.assertEqual(Value.new_double(0.5).get_double(), 0.5)
        self.assertEqual(Value.new_string("é").get_string(), "é")
        self.assertTrue(Value.new_boolean(True).get_boolean())
        self.assertTrue(Value.new_nil().is_nil())

    def test_containers(self):
        value = array(Value.new_int64(1), Value.new_strv(["a", "b"]), Value.new_nil())
        self.assertEqual(value.to_string(), '[1, ["a", "b"], null]')
        self.assertEqual(value.get_length(), 3)
        self.assertIsNone(value.get_element(3))
        pairs = Value.new_map([Value.new_string("k")], [value])
        self.assertTrue(pairs.lookup("k").equal(value))

    def test_bytes(self):
        data = Value.new_bytes(GLib.Bytes.new(b"\0\1")).get_bytes().get_data()
        self.assertEqual(data, b"\0\1")
        extension, code = Value.new_extension(5, GLib.Bytes.new(b"x")).get_extension()
        self.assertEqual((extension.get_data(), code), (b"x", 5))
        self.assertEqual(Value.new_timestamp(1, 2).get_timestamp(), (True, 1, 2))

    def test_variant(self):
        variant = GLib.Variant("(ia{sv})", (1, {"a": GLib.Variant("ad", [0.5])}))
        value = Value.new_from_variant(variant)
        self.assertEqual(value.to_string(), '[1, {"a": [0.5]}]')
        self.assertEqual(value.to_variant().unpack(), [1, {"a": [0.5]}])

    def test_errors(self):
        for func, code in (
            (lambda: Value.unpack(GLib.Bytes.new(b"\xc1")), MessagePack.Error.MALFORMED),
            (lambda: Value.unpack(GLib.Bytes.new(b"\x92")), MessagePack.Error.TRUNCATED),
            (lambda: Value.unpack(GLib.Bytes.new(b"\xdd\xff\xff\xff\xff")), MessagePack.Error.LIMIT),
            (lambda: Value.new_nil().get_int64(), MessagePack.Error.TYPE),
        ):
            with self.assertRaises(GLib.Error) as raised:
                func()
            self.assertTrue(raised.exception.matches(MessagePack.error_quark(), code))

    def test_gvalue(self):
        self.assertEqual(Value.new_from_gvalue(GObject.Value(int, 7), None).get_int64(), 7)
        self.assertEqual(Value.new_int64(7).to_gvalue(None), (True, 7))


class Streams(unittest.TestCase):
    def test_packer(self):
        packer = MessagePack.Packer()
        packer.pack_array_header(2)
        packer.pack_int64(1)
        packer.pack_string("x")
        self.assertEqual(packer.to_bytes().get_data(), b"\x92\x01\xa1x")
        self.assertEqual([s.get_data() for s in packer.steal_segments()], [b"\x92\x01\xa1x"])

    def test_unpacker(self):
        unpacker = MessagePack.Unpacker()
        unpacker.feed(GLib.Bytes.new(b"\x92\x01"))
        self.assertEqual(unpacker.next(), (True, None))
        unpacker.feed(GLib.Bytes.new(b"\x02"))
        self.assertEqual(unpacker.next()[1].to_string(), "[1, 2]")
        self.assertTrue(unpacker.finish())

    def test_limits(self):
        limits = MessagePack.Limits.new()
        self.assertEqual(limits.max_depth, 512)
        limits.max_depth = 1
        with self.assertRaises(GLib.Error):
            Value.unpack_full(GLib.Bytes.new(b"\x91\x90"), limits)

    def test_input(self):
        base = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(b"\x01\x02"))
        stream = MessagePack.InputStream.new(base)
        self.assertEqual(stream.read_value(None).get_int64(), 1)
        self.assertEqual(stream.read_value(None).get_int64(), 2)
        self.assertIsNone(stream.read_value(None))

    def test_extensions(self):
        extensions = MessagePack.Extensions()
        extensions.add(
            3,
            GObject.TYPE_STRING,
            lambda value, *_: GLib.Bytes.new(value[::-1].encode()),
            (),
            lambda data, value, *_: False,
            (),
        )
        value = Value.new_from_gvalue(GObject.Value(str, "abc"), extensions)
        self.assertEqual(value.get_extension()[0].get_data(), b"cba")
        with self.assertRaises(GLib.Error):
            value.to_gvalue(extensions)


class Rpc(unittest.TestCase):
    def setUp(self):
        self.handlers = MessagePack.RpcHandlers()
        self.handlers.add("add", self.add)
        self.handlers.add("raise", self.fail_call)
        self.handlers.add("where", self.where)
        self.server = MessagePack.RpcServer.new(self.handlers)
        address = self.server.listen_address("tcp:127.0.0.1:0")
        self.connection = MessagePack.RpcClient().connect(address, None, None)

    def tearDown(self):
        self.connection.close()
        self.server.close_all()

    @staticmethod
    def add(invocation, *_):
        params = invocation.get_params()
        total = sum(params.get_element(i).get_int64() for i in range(params.get_length()))
        invocation.return_value(Value.new_int64(total))

    @staticmethod
    def fail_call(invocation, *_):
        invocation.return_error_literal(Gio.io_error_quark(), Gio.IOErrorEnum.NOT_FOUND, "nothing there")

    @staticmethod
    def where(invocation, *_):
        invocation.return_value(Value.new_boolean(threading.current_thread() is threading.main_thread()))

    def test_call(self):
        result = self.connection.call("add", array(*map(Value.new_int64, range(10))), None)
        self.assertEqual(result.get_int64(), 45)
        self.assertFalse(self.connection.call("where", None, None).get_boolean())

    def test_error(self):
        with self.assertRaises(GLib.Error) as raised:
            self.connection.call("raise", None, None)
        self.assertTrue(raised.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.NOT_FOUND))
        with self.assertRaises(GLib.Error) as raised:
            self.connection.call("nothing", None, None)
        self.assertTrue(raised.exception.matches(MessagePack.error_quark(), MessagePack.Error.METHOD_NOT_FOUND))

    def test_async(self):
        loop = GLib.MainLoop()
        results = []

        def done(connection, result):
            results.append(connection.call_finish(result).get_int64())
            if len(results) == 20:
                loop.quit()

        for i in range(20):
            self.connection.call_async("add", array(Value.new_int64(i)), None, done)
        loop.run()
        self.assertEqual(sorted(results), list(range(20)))

    def test_main_context(self):
        self.handlers.set_main_context(GLib.MainContext.default())
        loop = GLib.MainLoop()
        results = []

        def done(connection, result):
            results.append(connection.call_finish(result).get_boolean())
            loop.quit()

        self.connection.call_async("where", None, None, done)
        loop.run()
        self.assertEqual(results, [True])

    def test_closed_signal(self):
        loop = GLib.MainLoop()
        reasons = []

        def closed(connection, reason):
            reasons.append(reason)
            loop.quit()

        self.connection.connect("closed", closed)
        self.connection.close()
        loop.run()
        self.assertTrue(reasons[0].matches(MessagePack.error_quark(), MessagePack.Error.CLOSED))


class Names(unittest.TestCase):
    """Nothing private is seen, and everything can be called."""

    def test_gir(self):
        if len(sys.argv) < 2:
            self.skipTest("the path of the GIR was not given")
        core = "{http://www.gtk.org/introspection/core/1.0}"
        root = xml.etree.ElementTree.parse(GIR).getroot()
        hidden = [
            node.get("name")
            for node in root.iter()
            if node.get("introspectable") == "0" and node.tag in (core + "function", core + "method", core + "constructor")
        ]
        self.assertEqual(hidden, [])
        for node in root.iter():
            if node.tag in (core + "method", core + "constructor", core + "function"):
                self.assertIsNotNone(node.get("version"), node.get("name"))
                self.assertIsNotNone(node.find(core + "doc"), node.get("name"))


class TapResult(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.lines = []

    def stopTest(self, test):
        super().stopTest(test)
        bad = [text for case, text in self.failures + self.errors if case is test]
        skipped = [why for case, why in self.skipped if case is test]
        for text in bad:
            print("\n".join("# " + line for line in text.splitlines()))
        suffix = f" # SKIP {skipped[0]}" if skipped else ""
        print(f"{'not ok' if bad else 'ok'} {self.testsRun} {test.id()}{suffix}", flush=True)


if __name__ == "__main__":
    GIR = sys.argv[1] if len(sys.argv) > 1 else None
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}")
    result = TapResult()
    suite.run(result)
    sys.exit(not result.wasSuccessful())
