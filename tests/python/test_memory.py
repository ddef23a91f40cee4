# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Memory shared with NumPy and other owners of buffers: no copy, both ways, for as long as either side has it."""

import array
import ctypes
import gc
import mmap
import tempfile
import threading
import weakref

import numpy as np
from common import DTYPES, GLib, TestCase, Vast, main, random_array


class Owner(np.ndarray):
    """An ndarray whose end can be seen."""


def owned(values):
    return np.array(values).view(Owner)


class FromNumPy(TestCase):
    def test_every_type_and_layout(self):
        random = np.random.default_rng(1)
        for dtype in DTYPES:
            source = random_array(random, dtype, (4, 3, 5))
            for view in (source, source.T, np.asfortranarray(source), source[::2, :, 1::3], source[::-1, ::-1, ::-1],
                         source[1:1], source[2, 1, 3:4], source[:, 1:2], source[3, 2, 1, np.newaxis],
                         source.reshape(3, 20)):
                with self.subTest(dtype=dtype, shape=view.shape, strides=view.strides):
                    array = Vast.Array(view)
                    self.assert_same(array, view)
                    self.assertTrue(array.is_writable())
                    if view.size:
                        self.assertEqual(array.get_data(), view.__array_interface__["data"][0])
                        self.assertEqual([s for s, n in zip(array.strides, array.shape) if n > 1],
                                         [s for s, n in zip(view.strides, view.shape) if n > 1])

    def test_rank_0(self):
        source = np.array(2.5)
        array = Vast.Array(source)
        source[()] = 3.5
        self.assertEqual(array.item(), 3.5)
        self.assertEqual(array.shape, ())

    def test_writes_are_seen(self):
        source = np.arange(6.0).reshape(2, 3)
        array = Vast.Array(source)
        source[0, 1] = 10
        self.assertEqual(array[0, 1], 10)
        array[1, 2] = 50
        self.assertEqual(source[1, 2], 50)
        array[:, 0] = [7, 8]
        np.testing.assert_array_equal(source, [[7, 10, 2], [8, 4, 50]])

    def test_read_only(self):
        source = np.arange(3.0)
        source.flags.writeable = False
        array = Vast.Array(source)
        self.assertFalse(array.is_writable())
        self.assert_error(Vast.Error.READ_ONLY, array.fill, 1.0)
        self.assert_error(Vast.Error.READ_ONLY, array.set_double, [0], 1.0)
        with self.assertRaises(GLib.Error):
            array[0] = 1.0
        with self.assertRaises(GLib.Error):
            array += 1
        np.testing.assert_array_equal(source, [0, 1, 2])
        self.assertFalse(np.asarray(array).flags.writeable)

    def test_source_lives_as_long_as_the_array(self):
        source = owned([1.0, 2.0, 3.0])
        alive = weakref.ref(source)
        array = Vast.Array(source)
        view = array[1:]
        del source, array
        gc.collect()
        self.assertIsNotNone(alive())
        self.assert_same(view, [2.0, 3.0])
        del view
        gc.collect()
        self.assertIsNone(alive())

    def test_source_is_let_go_by_another_thread(self):
        source = owned([1.0, 2.0])
        alive = weakref.ref(source)
        arrays = [Vast.Array(source)]
        del source
        thread = threading.Thread(target=arrays.clear)
        thread.start()
        thread.join()
        gc.collect()
        self.assertIsNone(alive())

    def test_nothing_is_held_after_an_error(self):
        too_deep = ctypes.c_double
        for _ in range(33):
            too_deep = too_deep * 1
        source = too_deep()
        alive = weakref.ref(source)
        self.assert_error(Vast.Error.SHAPE, Vast.Array, source)
        del source
        gc.collect()
        self.assertIsNone(alive())

    def test_let_go_while_an_error_is_on_its_way(self):
        source = owned([1.0, 2.0])
        alive = weakref.ref(source)
        error = self.assert_error(Vast.Error.SHAPE, lambda: Vast.add(Vast.Array(source), Vast.Array([1, 2, 3])))
        self.assertIn("(2,)", error.message)
        with self.assertRaisesRegex(TypeError, "unhashable"):
            hash(Vast.Array(source))
        del source, error
        gc.collect()
        self.assertIsNone(alive())

    def test_many(self):
        sources = [owned(np.full(10, i)) for i in range(2000)]
        arrays = [Vast.Array(source) for source in sources]
        self.assertEqual([int(array[9]) for array in arrays[::500]], [0, 500, 1000, 1500])
        references = [weakref.ref(source) for source in sources]
        del sources, arrays
        gc.collect()
        self.assertEqual([reference for reference in references if reference() is not None], [])

    def test_copy_when_asked(self):
        source = np.arange(3.0)
        array = Vast.Array(source, copy=True)
        source[0] = 9
        self.assertEqual(array[0], 0)

    def test_other_type_when_asked(self):
        self.assert_same(Vast.Array(np.array([1.5, -2.5]), dtype="int16"), np.array([1, -2], "int16"))
        for dtype in ("float32", float, np.float32, np.dtype("complex64"), int, bool, complex):
            self.assertEqual(Vast.Array([1, 0], dtype=dtype).dtype, np.dtype(dtype).name)


class Copied(TestCase):
    """What cannot be used where it lies."""

    def test_other_byte_order(self):
        for dtype in ("int16", "uint32", "int64", "float32", "float64", "complex64", "complex128"):
            source = np.array([1, 2, 300], dtype).astype(np.dtype(dtype).newbyteorder("S"))
            array = Vast.Array(source)
            self.assert_same(array, np.array([1, 2, 300], dtype))
            self.assertTrue(array.is_writable())
        self.assert_same(Vast.Array(np.array([[1, 2], [3, 4]], ">i4").T), np.array([[1, 3], [2, 4]], "int32"))

    def test_not_aligned(self):
        raw = np.zeros(33, np.uint8)
        source = raw[1:33].view("float64")
        source[:] = [1, 2, 3, 4]
        self.assertFalse(source.flags.aligned)
        self.assert_same(Vast.Array(source), np.array([1.0, 2, 3, 4]))

    def test_strides_between_elements(self):
        source = np.zeros(3, [("a", "u1"), ("b", "<i4"), ("c", "<f8")])
        source["b"], source["c"] = [1, 2, 3], [0.5, 1.5, 2.5]
        self.assert_same(Vast.Array(source["b"]), np.array([1, 2, 3], "int32"))
        self.assert_same(Vast.Array(source["c"]), np.array([0.5, 1.5, 2.5]))

    def test_half_precision(self):
        self.assert_same(Vast.Array(np.array([[0.5, -1], [65504, np.inf]], "float16")),
                         np.array([[0.5, -1], [65504, np.inf]], "float32"))
        self.assert_same(Vast.Array(np.array([0.5, 2], ">f2")), np.array([0.5, 2], "float32"))

    def test_not_supported(self):
        for source in (np.array(["a", None], object), np.array(["2020-01-01"], "datetime64[D]"),
                       np.array([1], "timedelta64[s]"),
                       np.array(["text"]), np.zeros(2, [("a", "i4"), ("b", "f8")]), np.array([1], "longdouble")):
            with self.subTest(dtype=source.dtype):
                with self.assertRaisesRegex(TypeError,
                                            str(source.dtype).replace("[", r"\[").replace("(", r"\(").split(",")[0]):
                    Vast.Array(source)


class FromBuffers(TestCase):
    def test_kinds(self):
        for source, expected in (
            (b"abc", np.frombuffer(b"abc", "uint8")),
            (bytearray(b"\x01\xff"), np.array([1, 255], "uint8")),
            (array.array("h", [-1, 2]), np.array([-1, 2], "int16")),
            (array.array("d", [0.5]), np.array([0.5])),
            (memoryview(array.array("I", [1, 2, 3, 4]))[::2], np.array([1, 3], "uint32")),
            (memoryview(bytearray(range(6))).cast("B", (2, 3)), np.arange(6, dtype="uint8").reshape(2, 3)),
            ((ctypes.c_double * 2)(1, 2), np.array([1.0, 2.0])),
            ((ctypes.c_int16 * 2 * 2)((1, 2), (3, 4)), np.array([[1, 2], [3, 4]], "int16")),
            ((ctypes.c_int32.__ctype_be__ * 2)(1, -2), np.array([1, -2], "int32")),
            ((ctypes.c_bool * 2)(True, False), np.array([True, False])),
        ):
            with self.subTest(source=type(source).__name__, expected=expected):
                self.assert_same(Vast.Array(source), expected)

    def test_shared(self):
        source = array.array("i", [1, 2, 3])
        numbers = Vast.Array(source)
        numbers[1] = 20
        self.assertEqual(source[1], 20)
        with self.assertRaises(BufferError):
            source.append(4)  # it cannot move while it is in use
        del numbers
        gc.collect()
        source.append(4)

    def test_read_only(self):
        self.assertFalse(Vast.Array(b"abc").is_writable())
        self.assertTrue(Vast.Array(bytearray(b"abc")).is_writable())

    def test_mapped_file(self):
        with tempfile.TemporaryFile() as file:
            file.write(bytes(range(16)))
            file.flush()
            mapping = mmap.mmap(file.fileno(), 16, access=mmap.ACCESS_READ)
        numbers = Vast.Array(memoryview(mapping).cast("H"))
        self.assert_same(numbers, np.frombuffer(bytes(range(16)), "uint16"))
        self.assertFalse(numbers.is_writable())


class ToNumPy(TestCase):
    def test_every_type(self):
        for dtype in DTYPES:
            source = Vast.Array.new_named(dtype, [2, 3])
            view = np.asarray(source)
            self.assertEqual(view.dtype, np.dtype(dtype))
            self.assertEqual(view.shape, (2, 3))
            self.assertIs(view.base, source)
            self.assertEqual(view.__array_interface__["data"][0], source.get_data())

    def test_views(self):
        source = Vast.Array(np.arange(24, dtype="int16").reshape(2, 3, 4))
        for view in (source.T, source[::-1, 1:, ::2], source[1], source.diagonal(0, 1, 2),
                     source.broadcast_to(2, 2, 3, 4)):
            np.testing.assert_array_equal(np.asarray(view), view.tolist())
            self.assertEqual(np.asarray(view).strides, view.strides)

    def test_writes_are_seen(self):
        source = Vast.Array([[1.0, 2.0], [3.0, 4.0]])
        view = np.asarray(source)
        view[1, 0] = 30
        self.assertEqual(source[1, 0], 30)
        source[0, 1] = 20
        self.assertEqual(view[0, 1], 20)

    def test_view_outlives_the_array(self):
        source = Vast.Array.new_named("float64", [100000])
        source.fill(7)
        view = np.asarray(source)[::1000]
        del source
        gc.collect()
        others = [Vast.Array.new_named("float64", [100000]) for _ in range(3)]
        for other in others:
            other.fill(0)
        np.testing.assert_array_equal(view, np.full(100, 7.0))

    def test_there_and_back(self):
        source = owned(np.arange(4.0))
        alive = weakref.ref(source)
        view = np.asarray(Vast.Array(np.asarray(Vast.Array(source))))
        address = source.__array_interface__["data"][0]
        del source
        gc.collect()
        self.assertEqual(view.__array_interface__["data"][0], address)
        self.assertIsNotNone(alive())
        np.testing.assert_array_equal(view, [0, 1, 2, 3])
        del view
        gc.collect()
        self.assertIsNone(alive())

    def test_small(self):
        self.assertEqual(np.asarray(Vast.Array(2.5)).shape, ())
        self.assertEqual(float(np.asarray(Vast.Array(2.5))), 2.5)
        self.assertEqual(np.asarray(Vast.Array.new_named("int8", [0, 3])).shape, (0, 3))

    def test_numpy_functions(self):
        source = Vast.Array([[1.0, 2.0], [3.0, 4.0]])
        self.assertEqual(np.linalg.norm(source), np.linalg.norm([[1, 2], [3, 4]]))
        np.testing.assert_array_equal(np.concatenate([source, source]), [[1, 2], [3, 4], [1, 2], [3, 4]])


class Empty(TestCase):
    def test_empty_inputs(self):
        self.assert_same(Vast.Array(b""), np.zeros(0, "uint8"))
        self.assert_same(Vast.Array([]), np.zeros(0))
        self.assert_same(Vast.Array(np.zeros(0)), np.zeros(0))
        self.assert_same(Vast.Array(bytearray()), np.zeros(0, "uint8"))
        self.assert_same(Vast.Array(np.zeros((3, 0, 2), "int8")), np.zeros((3, 0, 2), "int8"))
        self.assert_same(Vast.Array([[], []]), np.zeros((2, 0)))
        self.assert_same(Vast.Array(), np.zeros(0))
        self.assertEqual(Vast.Array([]).dup_bytes().get_data(), b"")


if __name__ == "__main__":
    main()
