# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Indices, compared with NumPy's on random ones: what they give, where they write, and what they refuse."""

import numpy as np
from common import DTYPES, TestCase, Vast, main, random_array


def random_bound(random, length):
    return None if random.random() < 0.3 else int(random.integers(-2 * length - 2, 2 * length + 3))


def random_slice(random, length):
    step = random.choice([None, 1, 2, 3, -1, -2, -7])
    return slice(random_bound(random, length), random_bound(random, length), None if step is None else int(step))


def random_key(random, shape, out_of_range=False):
    """An index with integers, slices, an ellipsis and new axes."""
    n_axes = int(random.integers(0, len(shape) + 1))
    key = []
    for length in shape[:n_axes]:
        if random.random() < 0.4 and (length > 0 or out_of_range):
            low, high = (-length - 2, length + 2) if out_of_range else (-length, length)
            key.append(int(random.integers(low, high)))
        else:
            key.append(random_slice(random, length))
        if random.random() < 0.15:
            key.append(None)
    if random.random() < 0.25:
        # The rest of the axes may come behind it.
        key.insert(int(random.integers(0, len(key) + 1)) if n_axes == len(shape) else len(key), Ellipsis)
    return key[0] if len(key) == 1 and random.random() < 0.5 else tuple(key)


def random_shape(random):
    return tuple(int(n) for n in random.integers(0, 6, random.integers(0, 5)))


class Get(TestCase):
    def assert_gives(self, array, source, key):
        try:
            expected = source[key]
        except IndexError:
            with self.assertRaises(IndexError):
                array[key]
            return
        actual = array[key]
        if isinstance(expected, np.ndarray):
            self.assert_same(actual, expected)
            if expected.size:
                self.assertEqual(np.asarray(actual).__array_interface__["data"][0],
                                 expected.__array_interface__["data"][0])
                np.testing.assert_array_equal([s for s, n in zip(actual.strides, actual.shape) if n > 1],
                                              [s for s, n in zip(expected.strides, expected.shape) if n > 1])
        else:
            self.assertIn(type(actual), (bool, int, float, complex, str))
            np.testing.assert_array_equal(actual.encode() if isinstance(actual, str) else actual, expected)

    def test_random(self):
        random = np.random.default_rng(4)
        for _ in range(3000):
            source = random_array(random, random.choice(DTYPES), random_shape(random))
            if random.random() < 0.3:
                source = source.T
            key = random_key(random, source.shape)
            with self.subTest(dtype=source.dtype, shape=source.shape, key=key):
                self.assert_gives(Vast.Array(source), source, key)

    def test_out_of_range(self):
        random = np.random.default_rng(5)
        for _ in range(1000):
            source = random_array(random, "int16", random_shape(random))
            key = random_key(random, source.shape, out_of_range=True)
            with self.subTest(shape=source.shape, key=key):
                self.assert_gives(Vast.Array(source), source, key)

    def test_view_of_a_view(self):
        random = np.random.default_rng(6)
        for _ in range(500):
            source = random_array(random, "int32", random_shape(random))
            array = Vast.Array(source)
            for _ in range(4):
                key = random_key(random, source.shape)
                if not isinstance(source[key], np.ndarray):
                    break
                source, array = source[key], array[key]
            self.assert_same(array, source)

    def test_far_bounds(self):
        source = np.arange(10)
        array = Vast.Array(source)
        for far in (2**62, 2**63 - 1, 2**63, 2**64, 10**30):
            for key in (slice(far), slice(-far, None), slice(far, None, -1), slice(None, -far, -1),
                        slice(None, None, far),
                        slice(None, None, -far), slice(far, -far, -far), slice(-far, far, far)):
                with self.subTest(key=key):
                    self.assert_same(array[key], source[key])

    def test_integers_of_other_kinds(self):
        array = Vast.Array([10, 20, 30])
        for one in (np.int8(1), np.uint64(1), np.array(1), Vast.Array(1)):
            self.assertEqual(array[one], 20)
            self.assert_same(array[one:], [20, 30])

    def test_rank_0(self):
        array = Vast.Array(2.5)
        self.assertEqual(array[()], 2.5)
        self.assert_same(array[...], np.array(2.5))
        self.assert_same(array[None], np.array([2.5]))
        with self.assertRaises(IndexError):
            array[0]

    def test_refused(self):
        array = Vast.Array([[1, 2], [3, 4]])
        for key in ([0, 1], [True, False], np.array([0, 1]), np.array([[True, False]] * 2), array == 1, True, False,
                    np.bool_(True),
                    1.0, "a", (0, [1]), (slice(None), np.array([0])), object(), {}):
            with self.subTest(key=key):
                with self.assertRaises(TypeError):
                    array[key]
                with self.assertRaises(TypeError):
                    array[key] = 0
        for key in ((..., ...), (0, 0, 0), (0, ..., 0, 0)):
            with self.assertRaises(IndexError):
                array[key]
        with self.assertRaises(ValueError):
            array[::0]
        with self.assertRaises(TypeError):
            array[1.5:]


class Set(TestCase):
    def test_random(self):
        random = np.random.default_rng(7)
        for _ in range(2000):
            source = random_array(random, random.choice(DTYPES[:-1]), random_shape(random))
            expected = source.copy()
            key = random_key(random, source.shape)
            target = expected[key]
            kind = random.integers(0, 4)
            shape = np.shape(target)
            if kind == 0:
                value = [True, 1, 7][random.integers(0, 3)]
            elif kind == 1:
                value = random_array(random, source.dtype, shape)
            elif kind == 2:
                # an array that broadcasts
                value = random_array(random, source.dtype,
                                     tuple(1 if random.random() < 0.5 else n for n in shape)[random.integers(0, 2):])
            else:
                value = random_array(random, "int8", (1,) + shape)
            with self.subTest(dtype=source.dtype, shape=source.shape, key=key, value=value):
                expected[key] = value
                array = Vast.Array(source)
                array[key] = Vast.Array(value) if isinstance(value, np.ndarray) and random.random() < 0.5 else value
                np.testing.assert_array_equal(source, expected)

    def test_conversions(self):
        array = Vast.Array([0, 0, 0], "int16")
        array[0] = 3.9
        array[1] = True
        array[2] = np.float32(-2.5)
        self.assert_same(array, np.array([3, 1, -2], "int16"))
        for value in (40000, -32769, 2**70):
            with self.assertRaises(OverflowError):
                array[0] = value
            with self.assertRaises(OverflowError):
                array[:] = value
        numbers = Vast.Array([0j])
        numbers[0] = 1 - 2j
        self.assertEqual(numbers[0], 1 - 2j)
        words = Vast.Array(["abc", "de"])
        words[0] = "f"
        self.assertEqual(words.tolist(), ["f", "de"])

    def test_shape_errors(self):
        array = Vast.Array([[1, 2, 3], [4, 5, 6]])
        for value in ([1, 2], [[1], [2], [3]], [[[1, 2, 3]], [[4, 5, 6]]]):
            self.assert_error(Vast.Error.SHAPE, array.assign, value)
        for value in (None, object(), {}):
            with self.assertRaises(TypeError):
                array[0] = value
        with self.assertRaises(IndexError):
            array[2] = 0

    def test_overlap(self):
        random = np.random.default_rng(8)
        for _ in range(300):
            source = random_array(random, "int32", (int(random.integers(1, 12)),))
            expected = source.copy()
            to, start = random_slice(random, len(source)), random_slice(random, len(source))
            if expected[to].shape != expected[start].shape:
                continue
            expected[to] = expected[start].copy()
            array = Vast.Array(source)
            array[to] = array[start]
            np.testing.assert_array_equal(source, expected)

    def test_augmented(self):
        array = Vast.Array([[1, 2], [3, 4]])
        array[0] += 10
        array[:, 1] *= 2
        array[1, 0] -= 1
        self.assert_same(array, np.array([[11, 24], [2, 8]]))

    def test_fill_and_assign(self):
        array = Vast.Array([1.5, 2.5])
        array.fill(3)
        self.assert_same(array, np.array([3.0, 3.0]))
        array.fill(np.float32(0.5))
        self.assert_same(array, np.array([0.5, 0.5]))
        array.assign([1, 2])
        self.assert_same(array, np.array([1.0, 2.0]))
        array.assign(7)
        self.assert_same(array, np.array([7.0, 7.0]))
        with self.assertRaises(TypeError):
            array.fill([1, 2])


class Iterate(TestCase):
    def test_first_axis(self):
        for dtype in DTYPES[:-1]:
            source = np.array([[1, 0, 3], [4, 5, 6]], dtype)
            array = Vast.Array(source)
            for row, expected in zip(array, source):
                self.assert_same(row, expected)
                self.assertEqual(list(row), expected.tolist())
        first, second = Vast.Array([[1, 2], [3, 4]])
        self.assertEqual(list(second), [3, 4])
        self.assertEqual(list(reversed(Vast.Array([1, 2, 3]))), [3, 2, 1])
        with self.assertRaises(TypeError):
            iter(Vast.Array(1))

    def test_contains(self):
        array = Vast.Array([[1, 2], [3, 4]])
        self.assertIn(3, array)
        self.assertNotIn(7, array)
        self.assertNotIn(2.5, array)
        self.assertNotIn(2**70, array)
        self.assertIn([1, 2], array)


if __name__ == "__main__":
    main()
