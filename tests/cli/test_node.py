# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""`vast-node`: where it listens, how it starts and ends; `vast status`, `store`, `retrieve` and `clear` on it."""

import os
import re
import signal
import socket
import subprocess
import time

import numpy as np

import common


class Listen(common.TestCase):
    def test_default_addresses(self):
        node = self.node(*["--name", "first"])
        second = node.read_address()
        self.assertEqual(node.address, f"unix:{self.directory}/vast/node.sock")
        self.assertRegex(second, r"^tcp:127\.0\.0\.1:\d+$")
        for address in (node.address, second):
            self.assert_same(self.call("sin", "[0.0]", "--node", address), np.zeros(1))
        self.assertIn("first", self.vast("status").decode())

        # Another one does not take its place, and the next one after it does.
        other = self.node(*["--name", "other"])
        self.assertEqual(other.address, f"unix:{self.directory}/vast/node-{other.pid}.sock")
        self.assertEqual(other.stop()[0], 0)
        self.assertEqual(node.stop()[0], 0)
        self.assertEqual(self.node("--name", "third").address, node.address)

    def test_socket_left_by_a_killed_node(self):
        node = self.node("--name", "first")
        node.stop(signal.SIGKILL)
        self.assertTrue(os.path.exists(self.path("vast/node.sock")))
        again = self.node("--name", "second")
        self.assertEqual(again.address, node.address)
        self.assertIn("second", self.vast("status").decode())

        explicit = f"unix:{self.path('left.sock')}"
        self.node("--listen", explicit).stop(signal.SIGKILL)
        self.assertEqual(self.node("--listen", explicit).address, explicit)

    def test_forms(self):
        path = self.path("node.sock")
        node = self.node("--listen", f"unix:{path}", "--listen", "tcp:127.0.0.1:0", "--listen", "tcp:localhost:0")
        addresses = [node.address, node.read_address(), node.read_address()]
        self.assertEqual(addresses[0], f"unix:{path}")
        for address in addresses[1:]:
            self.assertRegex(address, r"^tcp:(127\.0\.0\.1|\[::1\]|localhost):[1-9]\d*$")
        for address in addresses:
            self.assertEqual(self.vast("call", "add", "1", "2", "--node", address), b"3\n")

    def assert_node_fails(self, pattern, *arguments, status=1):
        done = subprocess.run([common.VAST_NODE, *arguments], capture_output=True, timeout=20, env=self.env,
                              stdin=subprocess.DEVNULL)
        text = done.stderr.decode()
        self.assertEqual(done.returncode, status, text)
        self.assertEqual(len(text.splitlines()), 2 if status == 2 else 1, text)
        self.assertTrue(text.startswith("vast-node: "), text)
        self.assertRegex(text, pattern)

    def test_addresses_that_do_not_work(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.assert_node_fails(str(port), "--listen", f"tcp:127.0.0.1:{port}")
        self.assert_node_fails("nonsense", "--listen", "nonsense")
        self.assert_node_fails("99999", "--listen", "tcp:127.0.0.1:99999")
        self.assert_node_fails("nowhere", "--listen", f"unix:{self.path('nowhere/node.sock')}")
        running = self.node("--listen", f"unix:{self.path('node.sock')}")
        self.assert_node_fails("node.sock", "--listen", running.address)
        self.assertEqual(self.vast("call", "add", "1", "2", "--node", running.address), b"3\n")

    def test_other_interfaces_need_consent(self):
        self.assert_node_fails("0.0.0.0", "--listen", "tcp:0.0.0.0:0")
        node = self.node("--listen", "tcp:0.0.0.0:0", "--insecure")
        self.assertRegex(node.address, r"^tcp:0\.0\.0\.0:\d+$")

    def test_usage(self):
        self.assert_node_fails(".", "--nonsense", status=2)
        self.assert_node_fails("word", "word", status=2)
        for size in ("", "x", "-1", "1Q", "1e400", "99999999999999999999G"):
            self.assert_node_fails("memory-quota", "--memory-quota", size, status=2)
        text = subprocess.run([common.VAST_NODE, "--version"], capture_output=True, timeout=20).stdout.decode()
        self.assertRegex(text, r"^vast-node \d+\.\d+\.\d+\n$")
        done = subprocess.run([common.VAST_NODE, "--help"], capture_output=True, timeout=20)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"--listen", done.stdout)

    def test_runs_without_a_standard_output(self):
        address = f"unix:{self.path('node.sock')}"
        process = subprocess.Popen([common.VAST_NODE, "--listen", address], stdout=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env=self.env)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        common.wait_until(lambda: os.path.exists(self.path("node.sock")))
        self.assertEqual(self.vast("call", "add", "1", "2", "--node", address), b"3\n")


class End(common.TestCase):
    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number=number):
                node = self.node()
                path = node.address.removeprefix("unix:")
                self.assertTrue(os.path.exists(path))
                began = time.monotonic()
                status, out, err = node.stop(number)
                self.assertEqual((status, out, err), (0, "", ""))
                self.assertFalse(os.path.exists(path))
                self.assertLess(time.monotonic() - began, 5)

    def test_with_clients(self):
        node = self.node()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(node.address.removeprefix("unix:"))
            client.sendall(b"\x94\x00")  # half a request
            status, _, err = node.stop()
            self.assertEqual((status, err), (0, ""))
            client.settimeout(10)
            self.assertEqual(client.recv(1), b"")

    def test_with_its_standard_input(self):
        node = self.node("--listen", f"unix:{self.path('n.sock')}", "--exit-with-stdin", stdin=subprocess.PIPE)
        time.sleep(0.1)
        self.assertTrue(common.is_running(node.pid))
        node.process.stdin.close()
        self.assertEqual(node.process.wait(timeout=10), 0)
        self.assertFalse(os.path.exists(self.path("n.sock")))

    def test_a_running_call_is_finished(self):
        node = self.node()
        path = self.save("x.npy", np.random.default_rng(1).normal(size=20_000_000))
        client = subprocess.Popen([common.VAST, "call", "sort", path, "--node", node.address, "-o", self.path("y.npy"),
                                   "--verbose"], stderr=subprocess.PIPE, env=self.env, text=True)
        running = re.compile(rb"(?m)^running: +1$")
        common.wait_until(lambda: running.search(self.vast("status", "--node", node.address)), what="a running call")
        began = time.monotonic()
        status, _, err = node.stop()
        took = time.monotonic() - began
        self.assertEqual((status, err), (0, ""))
        told = client.communicate(timeout=60)[1]
        self.assertEqual(client.returncode, 0)
        self.assert_same(np.load(self.path("y.npy")), np.sort(np.load(path)))
        # On a machine that is too busy to end it in time, the client had to do it.
        self.assertIn(told, [f"sort: all on {node.address}\n"] + ["sort: all on this process\n"] * (took > 3))


class Notify(common.TestCase):
    def check(self, name, address):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(address)
            manager.settimeout(10)
            node = self.node("--listen", f"unix:{self.path('n.sock')}", env={**self.env, "NOTIFY_SOCKET": name})
            self.assertIn(b"READY=1", manager.recv(4096).split(b"\n"))
            self.assertEqual(self.vast("call", "add", "1", "2", "--node", node.address), b"3\n")
            self.assertEqual(node.stop()[0], 0)
            self.assertIn(b"STOPPING=1", manager.recv(4096).split(b"\n"))

    def test_path(self):
        self.check(self.path("notify.sock"), self.path("notify.sock"))

    def test_abstract(self):
        name = f"vast-test-{os.getpid()}"
        self.check(f"@{name}", f"\0{name}")

    def test_nobody_there(self):
        node = self.node("--listen", f"unix:{self.path('n.sock')}",
                         env={**self.env, "NOTIFY_SOCKET": self.path("nobody.sock")})
        self.assertEqual(self.vast("call", "add", "1", "2", "--node", node.address), b"3\n")
        self.assertEqual(node.stop()[0], 0)


class Store(common.TestCase):
    def test_store_retrieve_clear(self):
        node = self.node()
        for array in (np.linspace(0, 1, 600).reshape(20, 30), np.asfortranarray(np.arange(6).reshape(2, 3)),
                      np.empty((0, 3)), np.array(2.5), np.array([True]), np.array([1 + 2j])):
            with self.subTest(shape=array.shape, dtype=array.dtype):
                path = self.save("x.npy", array)
                uuid = self.vast("store", path, "--node", node.address).decode().strip()
                self.assertRegex(uuid, r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
                self.vast("retrieve", uuid, "-o", self.path("y.npy"), "--node", node.address)
                self.assert_same(np.load(self.path("y.npy")), array)
                piped = common.from_npy(self.vast("retrieve", uuid, "-o", "-", "--node", node.address))
                self.assert_same(piped, array)
                self.assertEqual(self.vast("retrieve", uuid, "--node", node.address).decode(), f"{array}\n")
                self.assertEqual(self.vast("clear", uuid, "--node", node.address), b"")
                self.assert_fails(uuid, "retrieve", uuid, "--node", node.address)

    def test_standard_input_and_time_to_live(self):
        node = self.node()
        ttl = 1.5
        began = time.monotonic()
        data = common.npy_bytes([1.5])
        uuid = self.vast("store", "-", "--ttl", ttl, "--node", node.address, input=data).decode().strip()
        done = self.run_vast("retrieve", uuid, "--node", node.address)
        if time.monotonic() - began < ttl:
            self.assertEqual(done.stdout, b"[1.5]\n")
        time.sleep(ttl)
        self.assert_fails(uuid, "retrieve", uuid, "--node", node.address)

    def test_mistakes(self):
        node = self.node()
        for uuid in ("nonsense", "00000000-0000-4000-8000-000000000000", ""):
            with self.subTest(uuid=uuid):
                self.assert_fails(uuid or "UUID", "retrieve", uuid, "--node", node.address)
        self.assert_fails("nothing.npy", "store", "nothing.npy", "--node", node.address)
        self.assert_fails("vast/node.sock", "retrieve", "00000000-0000-4000-8000-000000000000")

    def test_quota(self):
        node = self.node("--listen", f"unix:{self.path('n.sock')}", "--memory-quota", "1M")
        self.vast("store", self.save("small.npy", np.zeros(1000)), "--node", node.address)
        self.assert_fails(".", "store", self.save("large.npy", np.zeros(200_000)), "--node", node.address)
        self.assertRegex(self.vast("status", "--node", node.address).decode(), r"1\.0 MiB")


class Status(common.TestCase):
    def test_table(self):
        node = self.node("--listen", f"unix:{self.path('n.sock')}", "--name", "a node")
        text = self.vast("status", "--node", node.address).decode()
        self.assertRegex(text, rf"(?m)^address: +{re.escape(node.address)}$")
        self.assertRegex(text, r"(?m)^name: +a node$")
        columns = {re.match(r"[^:]+: +", line).end() for line in text.splitlines()}
        self.assertEqual(len(columns), 1, text)

    def test_no_node(self):
        self.assert_fails(re.escape(f"unix:{self.directory}/vast/node.sock"), "status")


if __name__ == "__main__":
    common.main()
