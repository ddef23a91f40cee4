# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""`vast call`: inputs of all kinds, here and on nodes, against NumPy."""

import os
import re
import subprocess

import numpy as np

import common
from common import npy_bytes

INTEGERS = np.arange(-600, 600, dtype=np.int32).reshape(40, 30)
ARRAYS = {
    "float64": np.linspace(-10, 10, 1001),
    "int32": INTEGERS,
    "fortran": np.asfortranarray(np.linspace(-3, 3, 600).reshape(20, 30)),
    "big-endian": np.linspace(0, 9, 77).astype(">f8").reshape(7, 11),
    "big-endian-int": INTEGERS.astype(">i4"),
    "empty": np.empty((0, 5)),
    "empty-inside": np.empty((4, 0, 3)),
    "rank-0": np.float64(0.5),
    "one": np.array([[[2.0]]]),
}


class Inputs(common.TestCase):
    def test_files_here_and_on_two_nodes(self):
        for nodes in ("0", "2"):
            for name, array in ARRAYS.items():
                with self.subTest(nodes=nodes, name=name):
                    array = np.asarray(array)
                    result = self.call("sin", self.save(f"{name}.npy", array), "--nodes", nodes)
                    self.assert_same(result, common.sin(array), ulp=1)

    def test_standard_input(self):
        for name, array in ARRAYS.items():
            with self.subTest(name=name):
                array = np.asarray(array)
                result = self.call("sin", "-", input=npy_bytes(array))
                self.assert_same(result, common.sin(array), ulp=1)

    def test_format_versions(self):
        array = np.linspace(0, 1, 10)
        for version in ((1, 0), (2, 0), (3, 0)):
            with self.subTest(version=version):
                data = npy_bytes(array, version=version)
                self.assert_same(self.call("sin", "-", input=data), common.sin(array), ulp=1)

    def test_types_stay(self):
        for dtype in ("int8", "int16", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
                      "complex64", "complex128"):
            with self.subTest(dtype=dtype):
                array = np.arange(12).astype(dtype).reshape(3, 4)
                path = self.save("x.npy", array)
                self.assert_same(self.call("add", path, "-", input=npy_bytes(array)), array + array)

    def test_literals(self):
        for text, array in (("3.5", 3.5), ("[1, 2, 3]", [1, 2, 3]), ("[[1,2],[3,4]]", [[1, 2], [3, 4]]),
                            ("-2.5", -2.5), ("-7", -7), ("[-1.5, 2]", [-1.5, 2.0])):
            with self.subTest(text=text):
                array = np.asarray(array)
                self.assert_same(self.call("add", text, text), array + array)

    def test_literal_and_file(self):
        array = np.linspace(0, 1, 12).reshape(3, 4)
        path = self.save("x.npy", array)
        self.assert_same(self.call("multiply", path, "2.5"), array * 2.5)
        self.assert_same(self.call("add", "[1, 2, 3, 4]", path), array + np.array([1, 2, 3, 4]))
        self.assert_same(self.call("add", path, "-", input=npy_bytes(array[:, :1])), array + array[:, :1])

    def test_file_with_the_name_of_a_literal(self):
        self.save("35.npy", np.array([1.0]))
        os.rename(self.path("35.npy"), self.path("3.5"))
        self.assert_same(self.call("add", "3.5", "3.5", cwd=self.directory), np.array(7.0))
        self.assert_same(self.call("add", "./3.5", "./3.5", cwd=self.directory), np.array([2.0]))

    def test_file_name_that_begins_like_a_number(self):
        self.save("2024-data.npy", np.array([1.0]))
        self.assert_same(self.call("negative", "2024-data.npy", cwd=self.directory), np.array([-1.0]))

    def test_named_pipe(self):
        array = np.linspace(0, 1, 500)
        os.mkfifo(self.path("pipe"))
        command = f"cat x.npy > pipe & '{common.VAST}' call sin pipe -o y.npy; wait"
        self.save("x.npy", array)
        done = subprocess.run(["sh", "-c", command], cwd=self.directory, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assert_same(np.load(self.path("y.npy")), common.sin(array), ulp=1)


class Parameters(common.TestCase):
    def test_reductions_along_axes(self):
        array = np.random.default_rng(1).normal(size=(50, 20, 3))
        path = self.save("x.npy", array)
        for nodes in ("0", "2"):
            for name, function in (("sum", np.sum), ("mean", np.mean), ("var", np.var)):
                with self.subTest(name=name, nodes=nodes):
                    result = self.call(name, path, "-p", "axis=0", "--nodes", nodes)
                    np.testing.assert_allclose(result, function(array, axis=0), rtol=1e-12, atol=1e-13)
                    self.assertEqual(result.shape, (20, 3))
                    whole = self.call(name, path, "--nodes", nodes)
                    np.testing.assert_allclose(whole, function(array), rtol=1e-12, atol=1e-13)

    def test_several(self):
        array = np.arange(24.0).reshape(2, 3, 4)
        path = self.save("x.npy", array)
        result = self.call("sum", path, "-p", "axis=-1", "--parameter", "keepdims=true")
        self.assert_same(result, array.sum(axis=-1, keepdims=True))

    def test_mistakes(self):
        path = self.save("x.npy", np.ones(3))
        self.assert_fails("“axis” is not of the form NAME=VALUE", "call", "sum", path, "-p", "axis", status=2)
        self.assert_fails("axes", "call", "sum", path, "-p", "axes=0")
        self.assert_fails("zero", "call", "sum", path, "-p", "axis=zero")
        self.assert_fails("5", "call", "sum", path, "-p", "axis=5")


class Output(common.TestCase):
    def test_printed_as_numpy_prints(self):
        for array in (np.array([1.5, 2.25]), np.arange(6).reshape(2, 3), np.float64(0.5), np.arange(2000.0)):
            with self.subTest(array=array):
                path = self.save("x.npy", array)
                self.assertEqual(self.vast("call", "positive", path).decode(), f"{array}\n")

    def test_file(self):
        array = np.linspace(0, 1, 12).reshape(3, 4)
        path = self.save("x.npy", array)
        self.assertEqual(self.vast("call", "sin", path, "-o", self.path("y.npy")), b"")
        self.assert_same(np.load(self.path("y.npy")), common.sin(array), ulp=1)
        self.assert_nothing_left()

    def test_file_is_its_own_input(self):
        array = np.linspace(0, 1, 100)
        path = self.save("x.npy", array)
        self.vast("call", "sin", path, "-o", path)
        self.assert_same(np.load(path), common.sin(array), ulp=1)

    def test_mode_and_link_stay(self):
        path = self.save("x.npy", np.ones(3))
        target = self.save("target.npy", np.zeros(1))
        os.chmod(target, 0o640)
        os.symlink("target.npy", self.path("link.npy"))
        self.vast("call", "negative", path, "-o", self.path("link.npy"))
        self.assertTrue(os.path.islink(self.path("link.npy")))
        self.assertEqual(os.stat(target).st_mode & 0o777, 0o640)
        self.assert_same(np.load(target), -np.ones(3))

    def test_mode_of_a_new_file_is_the_umask_s(self):
        path = self.save("x.npy", np.ones(3))
        self.vast("call", "negative", path, "-o", self.path("y.npy"), umask=0o027)
        self.assertEqual(os.stat(self.path("y.npy")).st_mode & 0o777, 0o640)

    def test_device(self):
        self.vast("call", "sin", "[1, 2]", "-o", "/dev/null")

    def test_failure_keeps_the_old_file(self):
        path = self.save("x.npy", np.ones(3))
        short = self.save_bytes("short.npy", common.raw_npy("(100,)", data=b"x" * 80))
        self.assert_fails("short.npy", "call", "sin", short, "-o", path)
        self.assert_same(np.load(path), np.ones(3))
        self.assert_nothing_left()

    def test_places_that_cannot_be_written(self):
        nowhere = self.path("nowhere/y.npy")
        self.assert_fails("cannot write .*nowhere/y.npy.*No such file", "call", "sin", "1", "-o", nowhere)
        self.assert_fails("cannot write .*Is a directory", "call", "sin", "1", "-o", str(self.directory))
        self.assert_fails("cannot write “/dev/full”.*No space", "call", "sin", "1", "-o", "/dev/full")

    def test_full_standard_output(self):
        for output in ([], ["-o", "-"]):
            with self.subTest(output=output), open("/dev/full", "wb") as full:
                done = subprocess.run([common.VAST, "call", "sin", "1", *output], stdout=full,
                                             stderr=subprocess.PIPE, timeout=60, env=self.env)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr.decode(), r"^vast: cannot write to standard output: .*No space.*\n$")

    def test_one_line_for_what_can_be_read(self):
        text = self.vast("call", "add", "1", "2")
        self.assertEqual(text, b"3\n")


class Verbose(common.TestCase):
    def parts(self, *arguments):
        done = self.run_vast("call", *arguments, "--verbose", "-o", "/dev/null")
        self.assertEqual(done.returncode, 0)
        return done.stderr.decode().splitlines()

    def test_which_node_computes_what(self):
        path = self.save("x.npy", np.zeros((1000, 10)))
        self.assertEqual(self.parts("sin", path), ["sin: all on this process"])
        lines = self.parts("sin", path, "--nodes", "2")
        matches = [re.fullmatch(r"sin: (\d+)–(\d+) of 1000 on unix:\S+/([01])\.sock", line) for line in lines]
        self.assertTrue(all(matches), lines)
        ranges = sorted((int(match[1]), int(match[2])) for match in matches)
        self.assertEqual([start for start, _ in ranges], [0] + [end + 1 for _, end in ranges[:-1]])
        self.assertEqual(ranges[-1][1], 999)

    def test_blocks(self):
        path = self.save("x.npy", np.zeros(5_000_000))
        lines = self.parts("sin", path)
        self.assertEqual(lines, ["sin: block from row 0: all on this process",
                                 "sin: block from row 4194304: all on this process"])


class Several(common.TestCase):
    """A procedure with more than one result."""

    def test_numbered_files(self):
        names = [line.split()[0] for line in self.vast("list").decode().splitlines()]
        pattern = re.compile(r"\nInputs: +x\nResults: +[2-9]\n")
        several = next((name for name in names if pattern.search(self.vast("describe", name).decode())), None)
        if several is None:
            self.skipTest("no procedure of one input has several results")
        path = self.save("x.npy", np.array([3.0, 1.0, 2.0]))
        printed = self.vast("call", several, path).decode()
        self.vast("call", several, path, "-o", self.path("y.npy"))
        self.assertFalse(os.path.exists(self.path("y.npy")))
        self.assertEqual(printed[:len(str(np.load(self.path("y-0.npy"))))], str(np.load(self.path("y-0.npy"))))
        self.assertTrue(os.path.exists(self.path("y-1.npy")))
        self.assert_fails("standard output", "call", several, path, "-o", "-", status=2)


class Mistakes(common.TestCase):
    def test_unknown_procedure(self):
        self.assert_fails("there is no procedure “sine”; was “sin.?” meant?", "call", "sine", "1")
        self.assert_fails("there is no procedure “qwertyuiop”", "call", "qwertyuiop", "1")

    def test_number_of_inputs(self):
        self.assert_fails(r"sin takes 1 input.*\(x\).*2 were given", "call", "sin", "1", "2")
        self.assert_fails(r"add takes 2 inputs \(.*, .*\).*1 .* given", "call", "add", "1")
        self.assert_fails(r"sin takes 1 input.*0 were given", "call", "sin")

    def test_shapes_that_do_not_broadcast(self):
        for nodes in ("0", "1"):
            line = self.assert_fails(".", "call", "add", "[[1,2,3],[4,5,6]]", "[1,2]", "--nodes", nodes)
            self.assertIn("(2, 3)", line)
            self.assertIn("(2,)", line)
        large = self.save("x.npy", np.zeros((3_000_000, 2)))
        line = self.assert_fails(".", "call", "add", large, "[1,2,3]", "-o", self.path("y.npy"))
        self.assertIn("(3000000, 2)", line)
        self.assertIn("(3,)", line)

    def test_strings_are_not_computed_on(self):
        path = self.save("x.npy", np.array([b"one", b"two"]))
        for nodes in ("0", "1"):
            self.assert_fails("S3", "call", "sin", path, "--nodes", nodes)
        self.assert_fails(".", "call", "sin", self.save("u.npy", np.array(["one"])))
        self.assert_fails(".", "call", "sin", self.save("o.npy", np.array([None], dtype=object)))

    def test_literals_that_are_none(self):
        self.assert_fails(r"“\[1, 2” is no array", "call", "sin", "[1, 2")
        self.assert_fails(r"\[\[1\], \[2, 3\]\]", "call", "sin", "[[1], [2, 3]]")

    def test_files_that_are_not_there(self):
        self.assert_fails("cannot read “nothing.npy”: No such file or directory", "call", "sin", "nothing.npy")
        self.assert_fails("cannot read .*Is a directory", "call", "sin", str(self.directory))
        self.assert_fails("empty", "call", "sin", "", status=2)

    def test_unreadable_file_name(self):
        name = self.path("line\nbreak.npy")
        self.assert_fails("line break.npy", "call", "sin", name)
        done = self.run_vast("call", "sin", os.fsdecode(os.fsencode(self.path("")) + b"\xff.npy"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_usage(self):
        for arguments in ((), ("call",), ("call", "--nonsense"), ("call", "sin", "1", "--nodes", "-1"), ("nonsense",),
                          ("call", "sin", "1", "--nodes", "x"), ("call", "add", "-", "-"),
                          ("call", "sin", "1", "--nodes", "1", "--node", "unix:/x"), ("call", "sin", "1", "-o", ""),
                          ("list", "a", "b"), ("describe",), ("describe", "a", "b"), ("store",), ("retrieve",),
                          ("clear",), ("status", "x"), ("nodes", "x"), ("nodes", "--timeout", "-1"),
                          ("store", "x", "--ttl", "-1"), ("store", "x", "--ttl", "nan"), ("--nonsense",)):
            with self.subTest(arguments=arguments):
                self.assert_fails(".", *arguments, status=2)

    def test_help_and_version(self):
        self.assertRegex(self.vast("--version").decode(), r"^vast \d+\.\d+\.\d+\n$")
        for command in ((), ("call",), ("list",), ("describe",), ("nodes",), ("store",), ("retrieve",), ("clear",),
                        ("status",)):
            with self.subTest(command=command):
                text = self.vast(*command, "--help").decode()
                self.assertTrue(text.startswith(f"Usage:\n  {' '.join(('vast', *command))} "), text)
        text = self.vast("--help").decode()
        for name in ("call", "list", "describe", "nodes", "store", "retrieve", "clear", "status"):
            self.assertIn(f"\n  {name} ", text)

    def test_truncated_and_hostile_files(self):
        good = npy_bytes(np.arange(100.0))
        for length in (0, 1, 5, 6, 8, 9, 10, 11, 64, 100, len(good) // 2, len(good) - 1):
            with self.subTest(length=length):
                self.assert_fails("cut.npy", "call", "sin", self.save_bytes("cut.npy", good[:length]))
                self.assert_fails("standard input", "call", "sin", "-", input=good[:length])
        for name, data in {
            "huge": common.raw_npy("(1152921504606846975,)"),
            "overflow": common.raw_npy("(4294967296, 4294967296, 4294967296)"),
            "large": common.raw_npy("(1073741824,)", data=b"12345"),
            "large-rows": common.raw_npy("(2, 1125899906842624)", data=b"12345"),
            "negative": common.raw_npy("(-1,)"),
            "many": common.raw_npy("(" + "1," * 3000 + ")"),
            "type": common.raw_npy("(1,)", descr="<q9"),
            "pickle": common.raw_npy("(1,)", descr="|O"),
            "not-a-tuple": common.raw_npy("[1]"),
            "text": b"hello, world\n" * 20,
            "head-of-4-gib": b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + b"x" * 100,
        }.items():
            path = self.save_bytes(f"{name}.npy", data)
            for arguments, options in (((path,), {}), (("-",), {"input": data})):
                for output in ((), ("-o", self.path("y.npy"))):
                    with self.subTest(name=name, arguments=arguments, output=output):
                        self.assert_fails(".", "call", "sin", *arguments, *output, timeout=10,
                                          preexec_fn=common.limit_memory, **options)
                        self.assertFalse(os.path.exists(self.path("y.npy")))
        self.assert_nothing_left()


if __name__ == "__main__":
    common.main()
