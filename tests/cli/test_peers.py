# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""`vast` against peers that are not there, are no nodes, lie or die."""

import os
import signal
import socket
import subprocess
import threading
import time

import numpy as np

import common

HANG = 10  # seconds after which a command counts as hung; five are promised


class Peer:
    """A server that does to each connection what it is told."""

    def __init__(self, behave):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp:127.0.0.1:{self.socket.getsockname()[1]}"
        self.behave = behave
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        with connection:
            try:
                self.behave(connection)
            except OSError:
                pass

    def close(self):
        self.socket.close()


def answer(data, stay=False):
    def behave(connection):
        connection.recv(65536)
        connection.sendall(data)
        if stay:
            while connection.recv(65536):
                pass
        else:
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(HANG)
            while connection.recv(65536):
                pass
    return behave


class Peers(common.TestCase):
    def peer(self, behave):
        peer = Peer(behave)
        self.addCleanup(peer.close)
        return peer.address

    def assert_fails_soon(self, pattern, *arguments, **options):
        began = time.monotonic()
        line = self.assert_fails(pattern, *arguments, timeout=HANG, **options)
        self.assertLess(time.monotonic() - began, HANG)
        return line

    def test_refused(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        for address in (f"tcp:127.0.0.1:{port}", f"unix:{self.path('nothing.sock')}"):
            for command in (("call", "sin", "1"), ("status",), ("store", self.save("x.npy", np.ones(2)))):
                with self.subTest(address=address, command=command):
                    self.assertIn(address, self.assert_fails_soon(".", *command, "--node", address))

    def test_addresses_that_are_none(self):
        for address in ("nonsense", "tcp:", "tcp:127.0.0.1", "tcp:127.0.0.1:99999", "unix:", "http://localhost/",
                        "tcp::0"):
            with self.subTest(address=address):
                self.assertIn(address, self.assert_fails_soon(".", "call", "sin", "1", "--node", address))

    def test_garbage(self):
        for name, data in {
            "text": b"HTTP/1.1 400 Bad Request\r\n\r\n",
            "never-used": b"\xc1" * 100,
            "zeros": b"\0" * 100_000,
            "nesting": b"\x91" * 100_000,
            "random": np.random.default_rng(7).bytes(100_000),
            "not-an-answer": b"\x93\x01\x02\x03",
            "answer-to-nobody": b"\x94\x01\xce\xff\xff\xff\xff\xc0\xc0",
        }.items():
            for stay in (False, True):
                with self.subTest(name=name, stay=stay):
                    address = self.peer(answer(data, stay))
                    self.assertIn(address, self.assert_fails_soon(".", "call", "sin", "1", "--node", address))

    def test_announces_much_and_sends_little(self):
        for name, data in {
            "bin": b"\x94\x01\x00\xc0\xc6\xff\xff\xff\xff12345",
            "array": b"\x94\x01\x00\xc0\xdd\xff\xff\xff\xff12345",
            "map": b"\x94\x01\x00\xc0\xdf\xff\xff\xff\xff12345",
            "text": b"\x94\x01\x00\xc0\xdb\xff\xff\xff\xff12345",
        }.items():
            with self.subTest(name=name):
                address = self.peer(answer(data))
                self.assert_fails_soon(".", "call", "sin", "1", "--node", address)

    def test_closes_at_once(self):
        address = self.peer(lambda connection: None)
        self.assertIn(address, self.assert_fails_soon(".", "call", "sin", "1", "--node", address))

    def test_says_nothing(self):
        address = self.peer(lambda connection: time.sleep(4 * HANG))
        self.assertIn(address, self.assert_fails_soon(".", "status", "--node", address))


class Lost(common.TestCase):
    """Nodes that end while they compute: the result comes all the same, from elsewhere."""

    def start_stream(self, *arguments):
        process = subprocess.Popen([common.VAST, "call", "sin", "-", "-o", self.path("y.npy"), *arguments],
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env)
        self.addCleanup(process.stderr.close)
        return process

    def feed_and_kill(self, process, array, victims):
        """Sends one half, ends the nodes, sends the other."""
        data = common.npy_bytes(array)
        process.stdin.write(data[:len(data) // 2])
        process.stdin.flush()
        for pid in victims():
            os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        process.stdin.write(data[len(data) // 2:])
        process.stdin.close()
        error = process.stderr.read().decode()
        self.assertLess(time.monotonic() - began, 20)
        return process.wait(timeout=HANG), error

    def test_one_of_two_nodes(self):
        array = np.linspace(-10, 10, 20_000_000)
        process = self.start_stream("--nodes", "2")
        status, error = self.feed_and_kill(process, array, lambda: self.nodes_of(process)[:1])
        self.assertEqual((status, error), (0, ""))
        self.assert_same(np.load(self.path("y.npy")), common.sin(array), ulp=1)

    def test_all_nodes(self):
        array = np.linspace(-10, 10, 20_000_000)
        process = self.start_stream("--nodes", "2")
        status, error = self.feed_and_kill(process, array, lambda: self.nodes_of(process))
        if status == 0:
            self.assertEqual(error, "")
            self.assert_same(np.load(self.path("y.npy")), common.sin(array), ulp=1)
        else:
            self.assertRegex(error, r"^vast: .*\n$")
            self.assertFalse(os.path.exists(self.path("y.npy")))
        self.assert_nothing_left()

    def nodes_of(self, process):
        common.wait_until(lambda: len(common.descendants(process.pid)) == 2, what="two nodes")
        time.sleep(0.3)
        return common.descendants(process.pid)

    def test_a_node_given_by_address(self):
        node, other = self.node(), self.node()
        array = np.linspace(-10, 10, 20_000_000)
        process = self.start_stream("--node", node.address, "--node", other.address)
        status, error = self.feed_and_kill(process, array, lambda: (time.sleep(0.3), [node.pid])[1])
        self.assertEqual((status, error), (0, ""))
        self.assert_same(np.load(self.path("y.npy")), common.sin(array), ulp=1)

    def test_stopped_node_does_not_hang(self):
        node = self.node()
        path = self.save("x.npy", np.linspace(0, 1, 1000))
        os.kill(node.pid, signal.SIGSTOP)
        try:
            done = self.run_vast("call", "sin", path, "-o", self.path("y.npy"), "--node", node.address,
                                 timeout=3 * HANG)
        finally:
            os.kill(node.pid, signal.SIGCONT)
        self.assertIn(done.returncode, (0, 1))
        self.assertEqual(len(done.stderr.splitlines()), done.returncode)


class Ended(common.TestCase):
    """What is left when `vast` itself is ended."""

    def check(self, number):
        temporary = self.path("tmp")
        os.mkdir(temporary)
        process = subprocess.Popen([common.VAST, "call", "sin", "-", "-o", self.path("y.npy"), "--nodes", "2"],
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE, env={**self.env, "TMPDIR": temporary})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdin.close)
        process.stdin.write(common.raw_npy("(100000000,)", data=b"\0" * 100_000_000))
        process.stdin.flush()
        nodes = common.descendants(process.pid)
        self.assertEqual(len(nodes), 2)
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=HANG), -number)
        common.wait_until(lambda: not any(map(common.is_running, nodes)), what="the end of the nodes")
        self.assertFalse(os.path.exists(self.path("y.npy")))
        return temporary

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number=number):
                temporary = self.check(number)
                self.assertEqual(os.listdir(temporary), [])
                os.rmdir(temporary)
                self.assert_nothing_left()

    def test_kill(self):
        self.check(signal.SIGKILL)

    def test_nodes_end_with_the_call(self):
        temporary = self.path("tmp")
        os.mkdir(temporary)
        process = subprocess.Popen([common.VAST, "call", "sin", "[0.0]", "--nodes", "2"], stdout=subprocess.PIPE,
                                   env={**self.env, "TMPDIR": temporary})
        self.assertEqual(process.communicate(timeout=60)[0], b"[0.]\n")
        self.assertEqual(os.listdir(temporary), [])


if __name__ == "__main__":
    common.main()
