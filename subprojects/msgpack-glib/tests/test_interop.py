# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later

"""Another implementation of MessagePack reads what this one writes, and the other way round."""

import random
import socket
import sys

import gi

gi.require_version("MessagePack", "1.0")
from gi.repository import GLib, MessagePack  # noqa: E402

try:
    import msgpack
except ImportError:
    print("1..0 # SKIP the Python module msgpack is not installed")
    sys.exit(0)


def random_value(source, depth=0):
    kind = source.randrange(9 if depth < 4 else 7)
    if kind == 0:
        return None
    if kind == 1:
        return source.random() < 0.5
    if kind == 2:
        return source.choice((1, -1)) * source.getrandbits(source.randrange(1, 64))
    if kind == 3:
        return source.getrandbits(64)
    if kind == 4:
        return source.gauss(0, 10.0 ** source.randrange(-300, 300))
    if kind == 5:
        return "".join(chr(source.choice((0x61, 0xE9, 0x20AC, 0x1F600))) for _ in range(source.randrange(70)))
    if kind == 6:
        return source.randbytes(source.choice((0, 1, 31, 255, 256, 65536)))
    if kind == 7:
        return [random_value(source, depth + 1) for _ in range(source.choice((0, 1, 3, 15, 16, 20)))]
    return {source.randrange(1000): random_value(source, depth + 1) for _ in range(source.randrange(5))}


def test_random():
    """what Python packs is read, and packs to the very same bytes, as both are the shortest"""
    source = random.Random(42)
    for _ in range(1000):
        packed = msgpack.packb(random_value(source))
        again = MessagePack.Value.unpack(GLib.Bytes.new(packed)).pack().get_data()
        assert again == packed, packed


def test_variant():
    """what is made here is read by Python"""
    variant = GLib.Variant("(xtdsaya{sv}mv)", (-1, 2**63, 0.1, "é", b"\0\1", {"a": GLib.Variant("b", True)}, None))
    packed = MessagePack.Value.new_from_variant(variant).pack().get_data()
    assert msgpack.unpackb(packed) == [-1, 2**63, 0.1, "é", b"\0\1", {"a": True}, None]


def test_timestamp():
    for seconds, nanoseconds in ((0, 0), (1514862245, 678901234), (-1, 999999999), (2**40, 1)):
        packed = MessagePack.Value.new_timestamp(seconds, nanoseconds).pack().get_data()
        assert msgpack.unpackb(packed) == msgpack.Timestamp(seconds, nanoseconds)
        assert msgpack.packb(msgpack.Timestamp(seconds, nanoseconds)) == packed


def test_server():
    """a client that is nothing but a socket and the Python module"""
    handlers = MessagePack.RpcHandlers()
    handlers.add("echo", lambda invocation, *_: invocation.return_value(invocation.get_params()))
    server = MessagePack.RpcServer.new(handlers)
    host, port = server.listen_address("tcp:127.0.0.1:0").split(":")[1:]
    with socket.create_connection((host, int(port))) as peer:
        unpacker = msgpack.Unpacker()
        for i in range(10):
            peer.sendall(msgpack.packb([0, i, "echo", [i, "x", b"y", None]]))
        peer.sendall(msgpack.packb([0, 10, "nothing", []]))
        replies = {}
        while len(replies) < 11:
            unpacker.feed(peer.recv(65536))
            for reply in unpacker:
                replies[reply[1]] = reply
        for i in range(10):
            assert replies[i] == [1, i, None, [i, "x", b"y", None]]
        assert replies[10][2] is not None and replies[10][3] is None
        assert "nothing" in replies[10][2]
    server.close_all()


def test_client():
    """a server that is nothing but a socket and the Python module"""
    listening = socket.create_server(("127.0.0.1", 0))
    address = "tcp:127.0.0.1:%d" % listening.getsockname()[1]
    connection = MessagePack.RpcClient().connect(address, None, None)
    peer, _ = listening.accept()
    answers = []
    loop = GLib.MainLoop()

    def done(source, result):
        try:
            answers.append(source.call_finish(result).to_variant().unpack())
        except GLib.Error as error:
            answers.append(error.message)
        if len(answers) == 2:
            loop.quit()

    connection.call_async("one", MessagePack.Value.new_strv(["é"]), None, done)
    connection.call_async("two", None, None, done)
    unpacker = msgpack.Unpacker()
    requests = []
    while len(requests) < 2:
        unpacker.feed(peer.recv(65536))
        requests.extend(unpacker)
    assert requests == [[0, 0, "one", ["é"]], [0, 1, "two", []]]
    peer.sendall(msgpack.packb([1, 1, "no such method", None]) + msgpack.packb([1, 0, None, {"a": 1.5}]))
    loop.run()
    assert answers == ["no such method", {"a": 1.5}], answers
    connection.close()
    peer.close()
    listening.close()


if __name__ == "__main__":
    tests = [item for name, item in sorted(globals().items()) if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = False
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} {test.__name__}", flush=True)
        except Exception as error:  # whatever it is, the others run
            failed = True
            print(f"# {error!r}\nnot ok {number} {test.__name__}", flush=True)
    sys.exit(failed)
