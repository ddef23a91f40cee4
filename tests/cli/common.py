# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the tests of the programs share. Each test file is run with the paths of `vast` and `vast-node`."""

import io
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

VAST, VAST_NODE = (os.path.abspath(path) for path in sys.argv[1:3])
# Sanitizers take address space and memory of their own, so that bounds of these say nothing.
SANITIZED = "--sanitized" in sys.argv[3:]
TIMEOUT = 60  # seconds, for what should take a fraction of one


def main():
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[3:] if word != "--sanitized")])


def sin(array):
    """Rounded from more digits, because NumPy's own may be wrong by more than one unit in the last place."""
    return np.sin(np.asarray(array).astype(np.longdouble)).astype(np.float64)


def npy_bytes(array, **options):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(array), **options)
    return stream.getvalue()


def from_npy(data):
    return np.lib.format.read_array(io.BytesIO(data))


def raw_npy(shape, descr="<f8", fortran=False, data=b""):
    """A file whose head says what it likes."""
    head = f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {shape}, }}"
    head = head.ljust(-(-(len(head) + 11) // 64) * 64 - 11) + "\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + data


def limit_memory():
    """For a child: two million KiB of addresses, so that a large allocation fails instead of being promised."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (2_000_000 * 1024, 2_000_000 * 1024))


def wait_until(condition, timeout=10, what="the expected state"):
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {timeout} s")
        time.sleep(0.005)


def process_state(pid):
    """The letter of a process's state, or nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_running(pid):
    return process_state(pid) not in ("", "Z", "X")


def descendants(pid):
    """Processes whose parent is this one, whichever of its threads started them."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found


class Node:
    """A vast-node of our own, on a UNIX socket unless other arguments are given."""

    def __init__(self, directory, *arguments, env=None, stdin=subprocess.DEVNULL):
        if not arguments:
            arguments = ("--listen", f"unix:{directory}/node-{os.urandom(4).hex()}.sock")
        self.process = subprocess.Popen([VAST_NODE, *arguments], stdin=stdin, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=env)
        self.address = self.read_address()

    def read_address(self):
        return self.process.stdout.readline().strip()

    @property
    def pid(self):
        return self.process.pid

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            out, err = self.process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
            raise AssertionError(f"the node did not end: {err}") from None
        return self.process.returncode, out, err


class TestCase(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="vast-cli-")
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        # Nothing of the user's own: neither a node that runs nor a language.
        self.env = {**os.environ, "XDG_RUNTIME_DIR": str(self.directory), "LANGUAGE": "C", "LC_ALL": "C.UTF-8"}
        self.env.pop("NOTIFY_SOCKET", None)

    def path(self, name):
        return str(self.directory / name)

    def save(self, name, array):
        np.save(self.path(name), array)
        return self.path(name)

    def save_bytes(self, name, data):
        Path(self.path(name)).write_bytes(data)
        return self.path(name)

    def node(self, *arguments, **options):
        node = Node(self.directory, *arguments, env=options.pop("env", self.env), **options)
        self.addCleanup(lambda: node.process.poll() is None and node.stop(signal.SIGKILL))
        self.addCleanup(node.process.stdout.close)
        self.addCleanup(node.process.stderr.close)
        self.assertTrue(node.address, "the node did not start")
        return node

    def run_vast(self, *arguments, input=b"", **options):
        options.setdefault("timeout", TIMEOUT)
        options.setdefault("env", self.env)
        return subprocess.run([VAST, *map(str, arguments)], input=input, capture_output=True, **options)

    def vast(self, *arguments, **options):
        """Standard output of a command that must do well and say nothing."""
        done = self.run_vast(*arguments, **options)
        self.assertEqual(done.stderr.decode(), "")
        self.assertEqual(done.returncode, 0)
        return done.stdout

    def call(self, *arguments, **options):
        """The array that `vast call … -o -` writes."""
        return from_npy(self.vast("call", *arguments, "-o", "-", **options))

    def assert_fails(self, pattern, *arguments, status=1, **options):
        """One line, and nothing on standard output."""
        done = self.run_vast(*arguments, **options)
        text = done.stderr.decode()
        self.assertEqual(done.returncode, status, text)
        self.assertEqual(done.stdout, b"")
        lines = text.splitlines()
        self.assertEqual(len(lines), 2 if status == 2 else 1, text)
        self.assertTrue(lines[0].startswith("vast: "), text)
        self.assertRegex(lines[0], pattern)
        return lines[0]

    def assert_same(self, actual, expected, ulp=0):
        self.assertEqual(actual.shape, expected.shape)
        self.assertEqual(actual.dtype, expected.dtype)
        if ulp and expected.size:
            np.testing.assert_array_max_ulp(actual, expected, ulp)
        else:
            np.testing.assert_array_equal(actual, expected)

    def assert_nothing_left(self):
        """No temporary file beside the results, and no socket."""
        left = [entry.name for entry in self.directory.iterdir() if re.match(r"\.vast-", entry.name)]
        self.assertEqual(left, [])
