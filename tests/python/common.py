# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the tests of the Python binding share."""

import unittest

import gi
import numpy as np

gi.require_version("Vast", "1.0")
from gi.repository import Gio, GLib, Vast  # noqa: E402, F401

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex64", "complex128", "S5"]


def random_array(random, dtype, shape):
    """Elements of a type, some of them special; small integers, so that they print in few columns."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape))
    if dtype.kind == "b":
        flat = random.integers(0, 2, size) == 1
    elif dtype.kind in "iu":
        flat = random.integers(0 if dtype.kind == "u" else -100, 127, size)
    elif dtype.kind == "S":
        words = [bytes(random.integers(97, 123, random.integers(0, 6)).tolist()) for _ in range(size)]
        flat = np.array(words or [b""])[:size]
    else:
        flat = random.normal(size=size) * 10.0 ** random.integers(-3, 4, size)
        if dtype.kind == "c":
            flat = flat + 1j * random.normal(size=size)
    return flat.astype(dtype).reshape(shape)


class TestCase(unittest.TestCase):
    def assert_same(self, actual, expected):
        """An array with the type, shape and elements of a NumPy array."""
        self.assertIsInstance(actual, Vast.Array)
        expected = np.asarray(expected)
        self.assertEqual(actual.shape, expected.shape)
        numpy_name = f"S{expected.itemsize}" if expected.dtype.kind == "S" else expected.dtype.name
        self.assertEqual(actual.dtype, numpy_name)
        np.testing.assert_array_equal(np.asarray(actual), expected)

    def assert_error(self, code, function, *arguments, **options):
        with self.assertRaises(GLib.Error) as caught:
            function(*arguments, **options)
        self.assertTrue(caught.exception.matches(Vast.error_quark(), code), caught.exception)
        return caught.exception


def main():
    unittest.main()
