# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""`vast list` and `vast describe`."""

import fnmatch
import signal
import subprocess

import common


class List(common.TestCase):
    def names(self, *arguments):
        return [line.split()[0] for line in self.vast("list", *arguments).decode().splitlines()]

    def test_all(self):
        names = self.names()
        self.assertEqual(names, sorted(names))
        self.assertGreater(len(names), 60)
        for name in ("sin", "add", "sum", "matmul"):
            self.assertIn(name, names)

    def test_pattern(self):
        everything = self.names()
        self.assertEqual(self.names("sin"), [name for name in everything if "sin" in name])
        self.assertEqual(self.names("a*n"), [name for name in everything if fnmatch.fnmatchcase(name, "a*n")])
        self.assertEqual(self.names("???"), [name for name in everything if len(name) == 3])
        self.assert_fails("no procedure matches “zzz”", "list", "zzz")

    def test_aligned_sentences(self):
        lines = self.vast("list").decode().splitlines()
        columns = {len(line) - len(line.split(None, 1)[1]) for line in lines}
        self.assertEqual(len(columns), 1)
        for line in lines:
            self.assertNotIn(". ", line)

    def test_closed_pipe_is_quiet(self):
        for arguments in (["list"], ["describe", "sin"], ["call", "sin", "1"], ["call", "sin", "1", "-o", "-"]):
            with self.subTest(arguments=arguments):
                process = subprocess.Popen([common.VAST, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                process.stdout.close()
                error = process.stderr.read()
                process.stderr.close()
                self.assertEqual(process.wait(timeout=60), -signal.SIGPIPE)
                self.assertEqual(error, b"")

    def test_head(self):
        done = subprocess.run(["sh", "-c", f"'{common.VAST}' list | head -1"], capture_output=True, timeout=60)
        self.assertEqual(done.stderr, b"")
        self.assertEqual(done.stdout.count(b"\n"), 1)


class Describe(common.TestCase):
    def test_sin(self):
        text = self.vast("describe", "sin").decode()
        for pattern in (r"^sin\n\n", r"sine", r"\nInputs: +x\n", r"\nResults: +1\n", r"\nPartition: +elementwise\n",
                        r"float64 -> float64", r"\nGradient: +x: .*cos", r"\nIn C: +vast_sin \(\)\n",
                        r"\nSince: +1\.0\n", r"\nCost: +\d"):
            self.assertRegex(text, pattern)

    def test_parameters(self):
        text = self.vast("describe", "sum").decode()
        self.assertRegex(text, r"\nParameters:\n  axis +axes +default none +\S")
        self.assertRegex(text, r"\n  keepdims +boolean +default false +\S")
        self.assertRegex(text, r"\nPartition: +reduction\n")

    def test_every_one(self):
        for line in self.vast("list").decode().splitlines():
            name = line.split()[0]
            with self.subTest(name=name):
                self.assertTrue(self.vast("describe", name).decode().startswith(name + "\n"))

    def test_unknown(self):
        self.assert_fails("there is no procedure “sni”", "describe", "sni")


if __name__ == "__main__":
    common.main()
