# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Files that are worked through in blocks: same values, bounded memory, clean ends.

VAST_TEST_STREAM_MIB sets the size of the file whose memory is measured."""

import os
import pty
import resource
import signal
import subprocess
import time
import unittest

import numpy as np

import common

MIB = int(os.environ.get("VAST_TEST_STREAM_MIB", "256"))
LARGEST_RESIDENT = 400  # MiB


class Blocks(common.TestCase):
    """Sizes of a few blocks; the first row counts are such that the last block is a short one."""

    @classmethod
    def setUpClass(cls):
        cls.matrix = np.random.default_rng(3).normal(size=(70_001, 128))

    def test_pipes(self):
        for nodes in ("0", "2"):
            with self.subTest(nodes=nodes):
                result = self.call("sin", "-", "--nodes", nodes, input=common.npy_bytes(self.matrix))
                self.assert_same(result, common.sin(self.matrix), ulp=1)

    def test_files(self):
        path = self.save("x.npy", self.matrix)
        self.vast("call", "sin", path, "-o", self.path("y.npy"))
        self.assert_same(np.load(self.path("y.npy")), common.sin(self.matrix), ulp=1)
        self.assert_nothing_left()

    def test_two_streams(self):
        path = self.save("x.npy", self.matrix)
        result = self.call("multiply", path, "-", input=common.npy_bytes(self.matrix))
        self.assert_same(result, self.matrix * self.matrix)

    def test_broadcasting(self):
        path = self.save("x.npy", self.matrix)
        for name, other in {"scalar": np.array(2.5), "row": self.matrix[5], "row-of-rank-2": self.matrix[5:6],
                            "column": self.matrix[:, :1], "ints": np.arange(128),
                            "fortran": np.asfortranarray(self.matrix), "rank-3": np.ones((2, 1, 128))}.items():
            with self.subTest(name=name):
                self.assert_same(self.call("add", path, self.save("other.npy", other)), self.matrix + other)
                self.assert_same(self.call("subtract", self.save("other.npy", other), "-",
                                           input=common.npy_bytes(self.matrix)), other - self.matrix)

    def test_other_types(self):
        for dtype in (">f8", "<f4", "<i4", ">i2", "<c16", "?"):
            with self.subTest(dtype=dtype):
                array = (self.matrix * 10).astype(dtype)
                result = self.call("not_equal", "-", "3", input=common.npy_bytes(array))
                self.assert_same(result, array != 3)

    def test_integers_become_floats(self):
        array = np.arange(9_000_000, dtype=np.int32).reshape(-1, 3)
        result = self.call("sin", "-", input=common.npy_bytes(array))
        self.assert_same(result, common.sin(array), ulp=1)

    def test_fortran_order(self):
        array = np.asfortranarray(self.matrix)
        self.assert_same(self.call("sin", "-", input=common.npy_bytes(array)), common.sin(self.matrix), ulp=1)

    def test_rows_larger_than_a_block(self):
        array = np.arange(15_000_000.0).reshape(3, -1)
        self.assert_same(self.call("negative", "-", input=common.npy_bytes(array)), -array)
        self.assert_same(self.call("negative", "-", input=common.npy_bytes(array[None])), -array[None])

    def test_reductions_read_the_whole(self):
        result = self.call("sum", "-", "-p", "axis=0", input=common.npy_bytes(self.matrix))
        np.testing.assert_allclose(result, self.matrix.sum(axis=0), rtol=1e-9)

    def test_truncated(self):
        data = common.npy_bytes(self.matrix)
        for length in (len(data) - 1, len(data) * 2 // 3):
            self.assert_fails("cannot read “standard input”: truncated", "call", "sin", "-", "-o", self.path("y.npy"),
                              input=data[:length])
            self.assertFalse(os.path.exists(self.path("y.npy")))
            self.assert_nothing_left()
            path = self.save_bytes("short.npy", data[:length])
            self.assert_fails("short.npy", "call", "sin", path, "-o", self.path("y.npy"))
            self.assertFalse(os.path.exists(self.path("y.npy")))

    def test_reader_that_goes_away(self):
        path = self.save("x.npy", self.matrix)
        process = subprocess.Popen([common.VAST, "call", "sin", path, "-o", "-"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.env)
        process.stdout.read(100_000)
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), -signal.SIGPIPE)

    def test_full_disk(self):
        path = self.save("x.npy", self.matrix)
        self.assert_fails("No space", "call", "sin", path, "-o", "/dev/full")

    def test_signal_leaves_nothing(self):
        process = subprocess.Popen([common.VAST, "call", "sin", "-", "-o", self.path("y.npy")], stdin=subprocess.PIPE,
                                   env=self.env)
        data = common.npy_bytes(self.matrix)
        process.stdin.write(data[:-1])
        process.stdin.flush()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        process.stdin.close()
        self.assertEqual(os.listdir(self.directory), [])


class Bar(common.TestCase):
    def test_progress_at_a_terminal(self):
        terminal, side = pty.openpty()
        self.addCleanup(os.close, terminal)
        process = subprocess.Popen([common.VAST, "call", "sin", "-", "-o", self.path("y.npy")], stdin=subprocess.PIPE,
                                   stderr=side, env=self.env)
        os.close(side)
        data = common.npy_bytes(np.zeros(15_000_000))
        process.stdin.write(data[:40_000_000])
        time.sleep(1.2)
        process.stdin.write(data[40_000_000:])
        process.stdin.close()
        self.assertEqual(process.wait(timeout=60), 0)
        shown = os.read(terminal, 65536).decode()
        self.assertRegex(shown, r"^\r\[#+\.*\] +\d+ %")
        self.assertTrue(shown.endswith("\r\033[K"), shown)


@unittest.skipIf(common.SANITIZED, "sanitizers take memory of their own")
class Memory(common.TestCase):
    """In a process of its own, because the measure is the largest of all children there ever were."""

    def write_large(self, path):
        rng = np.random.default_rng(5)
        with open(path, "wb") as file:
            file.write(common.raw_npy(f"({MIB * 131072},)"))
            for _ in range(MIB):
                file.write(rng.normal(size=131072).tobytes())

    def peak_of(self, command):
        """MiB that the largest process of a shell command had in memory."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                done = subprocess.run(["sh", "-c", command], cwd=self.directory, env=self.env)
                peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
                os.write(writer, f"{done.returncode} {peak}".encode())
                status = 0
            finally:
                os._exit(status)
        os.close(writer)
        with os.fdopen(reader) as stream:
            status, peak = map(int, stream.read().split())
        os.waitpid(pid, 0)
        self.assertEqual(status, 0)
        return peak / 1024

    def check_values(self, path):
        x, y = np.load(self.path("big.npy"), mmap_mode="r"), np.load(path, mmap_mode="r")
        self.assertEqual(y.shape, x.shape)
        for start in range(0, x.size, 131072 * 8):
            np.testing.assert_array_max_ulp(y[start:start + 131072 * 8], common.sin(x[start:start + 131072 * 8]), 1)

    def test_memory_is_bounded(self):
        self.write_large(self.path("big.npy"))
        for name, command in {
            "redirected": f"'{common.VAST}' call sin - -o - < big.npy > out.npy",
            "pipes": f"cat big.npy | '{common.VAST}' call sin - -o - | cat > out.npy",
            "files": f"'{common.VAST}' call sin big.npy -o out.npy",
            "nodes": f"cat big.npy | '{common.VAST}' call sin - -o - --nodes 2 | cat > out.npy",
        }.items():
            with self.subTest(name=name):
                peak = self.peak_of(command)
                print(f"{name}: {MIB} MiB with {peak:.0f} MiB", flush=True)
                self.assertLess(peak, LARGEST_RESIDENT)
                self.check_values(self.path("out.npy"))


if __name__ == "__main__":
    common.main()
