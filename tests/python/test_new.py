# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Arrays of lists and scalars; what arrays tell of themselves; the library's own constructors, chains and errors."""

import collections
import copy
import enum
import fractions
import pickle
import subprocess
import sys

import numpy as np
from common import DTYPES, GLib, TestCase, Vast, main, random_array


class FromLists(TestCase):
    def test_types(self):
        for source, expected in (
            ([1, 2, 3], np.array([1, 2, 3])),
            ([1, 2.5], np.array([1, 2.5])),
            ([True, False], np.array([True, False])),
            ([True, 2], np.array([1, 2])),
            ([1, 2j], np.array([1, 2j])),
            ([1.0, True, 3j], np.array([1, 1, 3j])),
            ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]])),
            (((1, 2), (3, 4)), np.array([[1, 2], [3, 4]])),
            ([[[1.5]], [[2]]], np.array([[[1.5]], [[2]]])),
            (range(4), np.arange(4)),
            ([range(2), [5, 6]], np.array([[0, 1], [5, 6]])),
            (collections.deque([1, 2]), np.array([1, 2])),
            (["a", "galaxy"], np.array([b"a", b"galaxy"])),
            ([b"a\0b", "c"], np.array([b"a\0b", b"c"])),
            (["é"], np.array(["é".encode()])),
            ([2**63], np.array([2**63], "uint64")),
            ([-2**63, 2**63 - 1], np.array([-2**63, 2**63 - 1])),
            ([np.float32(1.5), 2], np.array([1.5, 2])),
            ([np.int8(-3), np.array(4)], np.array([-3, 4])),
            ([np.arange(3), [7, 8, 9]], np.array([[0, 1, 2], [7, 8, 9]])),
            ([fractions.Fraction(1, 4)], np.array([0.25])),
            ([enum.IntEnum("E", "A B").B], np.array([2])),
            (3, np.array(3)),
            (2.5, np.array(2.5)),
            (True, np.array(True)),
            (1 + 2j, np.array(1 + 2j)),
            ("text", np.array(b"text")),
            (np.float64(1.5), np.array(1.5)),
            (np.int16(7), np.array(7, "int16")),
            (float("nan"), np.array(np.nan)),
        ):
            with self.subTest(source=source):
                self.assert_same(Vast.Array(source), expected)

    def test_list_of_arrays(self):
        rows = [Vast.Array([1, 2]), Vast.Array([3, 4])]
        self.assert_same(Vast.Array(rows), np.array([[1, 2], [3, 4]]))

    def test_writable(self):
        for source in ([1, 2], 5, 2.5, [True], [1j], ["a"]):
            self.assertTrue(Vast.Array(source).is_writable())

    def test_type_given(self):
        for dtype in DTYPES[:-1]:
            self.assert_same(Vast.Array([[1, 0], [3, 4]], dtype=dtype), np.array([[1, 0], [3, 4]], dtype))
        self.assert_same(Vast.Array([1.9, -1.9], dtype="int8"), np.array([1, -1], "int8"))
        self.assert_same(Vast.Array(["vast", "a"], dtype="S2"), np.array([b"va", b"a"]))
        self.assert_same(Vast.Array(7, dtype="uint16"), np.array(7, "uint16"))

    def test_out_of_range(self):
        for values, dtype in (([1, 256], "uint8"), ([-1], "uint8"), ([2**63], "int64"), ([-2**63 - 1], "int64"),
                              ([2**64], "uint64"), ([40000], np.int16), ([2**64], None), ([2**63, -1], None)):
            with self.subTest(values=values, dtype=dtype):
                with self.assertRaises(OverflowError):
                    Vast.Array(values, dtype=dtype)

    def test_wrong(self):
        for source in ([[1, 2], [3]], [[1], 2], [1, [2]]):
            with self.assertRaisesRegex(ValueError, "length"):
                Vast.Array(source)
        for source in (None, object(), {1: 2}, {1, 2}, [None], [object()], ["a", 1], (x for x in (1, 2)), [[{}]]):
            with self.subTest(source=source):
                with self.assertRaises(TypeError):
                    Vast.Array(source)
        self.assert_error(Vast.Error.TYPE, Vast.Array, [1, 2], "int128")
        self.assert_error(Vast.Error.TYPE, Vast.Array, ["a"], "S0")
        deep = []
        for _ in range(40):
            deep = [deep]
        with self.assertRaises(ValueError):
            Vast.Array(deep)


class Attributes(TestCase):
    def test_as_numpy(self):
        random = np.random.default_rng(2)
        for dtype in DTYPES:
            source = random_array(random, dtype, (2, 3, 4))
            for view in (source, source.T, source[:, ::-2], source[0, 0, 0, np.newaxis]):
                array = Vast.Array(view)
                for name in ("shape", "ndim", "size", "nbytes", "itemsize"):
                    self.assertEqual(getattr(array, name), getattr(view, name), name)
                self.assert_same(array.T, view.T)

    def test_length(self):
        self.assertEqual(len(Vast.Array([[1], [2], [3]])), 3)
        with self.assertRaises(TypeError):
            len(Vast.Array(1))

    def test_scalars(self):
        for value in (3, 2.5, True, -1):
            for shape in ((), (1,), (1, 1)):
                array = Vast.Array(value).broadcast_to(shape)
                self.assertEqual((int(array), float(array), bool(array), complex(array)),
                                 (int(value), float(value), bool(value), complex(value)))
        self.assertEqual(complex(Vast.Array(1 + 2j)), 1 + 2j)
        with self.assertRaises(TypeError):
            float(Vast.Array(1 + 2j))
        for convert in (int, float, complex):
            with self.assertRaises(TypeError):
                convert(Vast.Array([1, 2]))
        for source in ([1, 2], []):
            with self.assertRaises(ValueError):
                bool(Vast.Array(source))
        self.assertFalse(Vast.Array([[0]]))

    def test_index(self):
        self.assertEqual([10, 20, 30][Vast.Array(1)], 20)
        for source in (1.5, [1], True):
            with self.assertRaises(TypeError):
                [10, 20][Vast.Array(source)]

    def test_hash(self):
        with self.assertRaises(TypeError):
            hash(Vast.Array(1))

    def test_item(self):
        array = Vast.Array([[1, 2], [3, 4]])
        self.assertEqual(array.item(1, -2), 3)
        self.assertEqual(Vast.Array([[7]]).item(), 7)
        with self.assertRaises(ValueError):
            array.item()
        for index in ((1,), (2, 0), (0, 0, 0)):
            with self.assertRaises(IndexError):
                array.item(*index)

    def test_tolist(self):
        random = np.random.default_rng(3)
        for dtype in DTYPES:
            for shape in ((), (3,), (2, 3), (2, 1, 3), (0,), (2, 0), (0, 2), (2, 0, 3)):
                source = random_array(random, dtype, shape)
                expected = source.tolist()
                if dtype == "S5":
                    expected = source.astype("U5").tolist()
                self.assertEqual(Vast.Array(source).tolist(), expected)
                self.assertEqual(Vast.Array(source).T.tolist(),
                                 np.array(expected).T.tolist() if source.size else source.T.tolist())

    def test_copies(self):
        source = np.arange(6.0).reshape(2, 3)
        for make in (copy.copy, copy.deepcopy, lambda array: pickle.loads(pickle.dumps(array))):
            for view in (source, source.T, source[:, ::2], source[0, 0, np.newaxis], source[:0]):
                made = make(Vast.Array(view))
                self.assert_same(made, view)
                self.assertTrue(made.is_writable())
                made.fill(7)
        np.testing.assert_array_equal(source, np.arange(6.0).reshape(2, 3))
        for dtype in DTYPES:
            array = Vast.Array.new_named(dtype, [2])
            self.assertTrue(pickle.loads(pickle.dumps(array)).equal(array))

    def test_exact_integers(self):
        for value, dtype in ((2**63 - 1, "int64"), (-2**63, "int64"), (2**64 - 1, "uint64"), (2**53 + 1, "int64")):
            array = Vast.Array([value], dtype=dtype)
            self.assertEqual(array[0], value)
            self.assertEqual(array.item(), value)
            self.assertEqual(array.tolist(), [value])
            self.assertEqual(int(array), value)


class Library(TestCase):
    """What the library has by itself, under the same names in every language."""

    def test_constructors(self):
        self.assert_same(Vast.Array.new_named("int16", [2, 3]), np.zeros((2, 3), "int16"))
        self.assert_same(Vast.Array.new(float, 8, [2]), np.zeros(2))
        self.assert_same(Vast.Array.new_from_doubles([1, 2.5]), np.array([1, 2.5]))
        self.assert_same(Vast.Array.new_from_ints([1, -2**63]), np.array([1, -2**63]))
        self.assert_same(Vast.Array.new_parse("[[1, 2], [3, 4]]"), np.array([[1, 2], [3, 4]]))
        self.assert_same(Vast.Array.new_from_bytes("int16", [2], GLib.Bytes.new(b"\1\0\2\0")),
                         np.array([1, 2], "int16"))
        self.assert_same(Vast.Array.new_from_value(2.5), np.array(2.5))
        self.assertEqual(type(Vast.Array.new_parse("1")), Vast.Array)

    def test_errors(self):
        for code, function, *arguments in (
            (Vast.Error.TYPE, Vast.Array.new_named, "int7", [2]),
            (Vast.Error.SHAPE, Vast.Array.new_named, "int8", [-2]),
            (Vast.Error.FORMAT, Vast.Array.new_parse, "[1, 2"),
            (Vast.Error.INDEX, Vast.Array([1, 2]).index, 1, 0),
            (Vast.Error.INDEX, Vast.Array([1, 2]).get_double, [2]),
            (Vast.Error.INVALID_ARGUMENT, Vast.Array([1, 2]).slice, 0, 0, 1, 0),
            (Vast.Error.INVALID_ARGUMENT, Vast.Array([1], "int8").set_int, [0], 200),
            (Vast.Error.SHAPE, Vast.Array([1, 2]).reshape, 3),
            (Vast.Error.NOT_SUPPORTED, Vast.Array([[1, 2], [3, 4]]).T.reshape, 4),
            (Vast.Error.NOT_FOUND, Vast.Procedure.find, "no such"),
        ):
            with self.subTest(code=code):
                error = self.assert_error(code, function, *arguments)
                self.assertEqual(error.domain, "vast-error-quark")
        # The binding itself refuses what does not fit an argument.
        with self.assertRaises(OverflowError):
            Vast.Array.new_named("int8", [2**63])
        with self.assertRaises(TypeError):
            Vast.Array.new_named(None, [2])

    def test_builder(self):
        array = Vast.Array(np.arange(24).reshape(2, 3, 4))
        view = Vast.ArrayBuilder.new(array).index(0, 1).slice(0, 1, 3, 1).flip(1).transpose(None).end()
        self.assert_same(view, np.arange(24).reshape(2, 3, 4)[1, 1:3, ::-1].T)
        self.assertEqual(view.get_data(), array.get_data() + (12 + 4 + 3) * 8)
        builder = Vast.ArrayBuilder.new(array).reshape([6, 4]).step(0, 2).diagonal(0, 0, 1)
        builder.expand_dims(0).broadcast_to([2, 3])
        self.assert_same(builder.end(), np.broadcast_to(np.arange(24).reshape(6, 4)[::2].diagonal(), (2, 3)))
        self.assert_error(Vast.Error.INDEX, Vast.ArrayBuilder.new(array).index(5, 0).squeeze(0).end)

    def test_iterator(self):
        for dtype in DTYPES[:-1]:
            source = np.array([[1, 0, 3], [4, 5, 6]], dtype)
            self.assertEqual(list(Vast.Array(source).T.iterator()), source.T.ravel().tolist())
        array = Vast.Array([[1, 2], [3, 4]])
        iterator = array.iterator()
        for value in iterator:
            iterator.set_value(value * 10 + sum(iterator.get_index()))
        self.assert_same(array, np.array([[10, 21], [31, 42]]))

    def test_views(self):
        source = np.arange(12).reshape(3, 4)
        array = Vast.Array(source)
        self.assert_same(array.transpose(), source.T)
        self.assert_same(array.transpose([1, 0]), source.T)
        self.assert_same(array.transpose(1, 0), source.T)
        self.assert_same(array.reshape(2, 6), source.reshape(2, 6))
        self.assert_same(array.reshape([-1]), source.reshape(-1))
        self.assert_same(array.broadcast_to(2, 3, 4), np.broadcast_to(source, (2, 3, 4)))
        self.assert_same(array.diagonal(1, 0, 1), source.diagonal(1))
        self.assert_same(array.flip(-1), source[:, ::-1])
        self.assert_same(Vast.Array(5).reshape(), np.array(5))
        self.assert_same(array.copy(), source)
        self.assertTrue(array.equal(array.copy()))

    def test_procedure(self):
        procedure = Vast.Procedure.find("sum")
        x = Vast.Array([[1, 2], [3, 4]])
        self.assert_same(procedure(x, axis=0), np.array([4, 6]))
        self.assert_same(procedure([[1, 2]]), np.array(3))
        self.assert_same(procedure.invoke([x], {"axis": (0, 1), "dtype": float})[0], np.array(10.0))
        self.assert_same(procedure.invoke([x])[0], np.array(10))
        self.assert_same(procedure.invoke([x], GLib.Variant("a{sv}", {"axis": GLib.Variant("x", 1)}))[0],
                         np.array([3, 7]))
        self.assert_same(procedure.invoke_in_parts([x], {}, 2)[0], np.array(10))
        out = np.zeros(2)
        self.assertTrue(procedure.invoke_into([x], {"axis": 0}, [out]))
        np.testing.assert_array_equal(out, [4, 6])

    def test_procedure_async(self):
        loop = GLib.MainLoop()
        results = []

        def done(procedure, result):
            results.extend(procedure.invoke_finish(result))
            loop.quit()

        Vast.Procedure.find("add").invoke_async([[1, 2], 3], {}, None, done)
        loop.run()
        self.assert_same(results[0], np.array([4, 5]))


class Module(TestCase):
    def test_import_vast(self):
        import vast

        self.assertIs(vast.Array, Vast.Array)
        self.assert_same(vast.sum(vast.Array([1, 2])), np.array(3))
        self.assertIn("sin", dir(vast))
        with self.assertRaisesRegex(AttributeError, "'vast' has no attribute 'nothing'"):
            vast.nothing


class WithoutNumPy(TestCase):
    def test_never_imported(self):
        script = """if True:
            import gi, sys
            gi.require_version("Vast", "1.0")
            from gi.repository import Vast
            a = Vast.Array([[1, 2], [3, 4]])
            b = Vast.Array(bytearray(b"abc")) + 1
            assert (a @ a + a * 2.5).tolist() == [[9.5, 15.0], [22.5, 32.0]]
            assert b.tolist() == [98, 99, 100] and str(a[0]) == "[1 2]" and float(Vast.sum(a)) == 10
            assert "numpy" not in sys.modules
            # At the end of the program, arrays on Python's memory may be what is left.
            keep = [a, b, Vast.Array(bytearray(10))]
        """
        subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


if __name__ == "__main__":
    main()
