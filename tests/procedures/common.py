# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the tests of procedures share: NumPy arrays in and out, calls by name, and inputs that suit each procedure."""

import json
import sys
import unittest
import zlib

import gi
import numpy as np

gi.require_version("Vast", "1.0")
from gi.module import get_introspection_module  # noqa: E402
from gi.repository import GLib  # noqa: E402

# What the typelib says, without what Python adds to it.
Vast = get_introspection_module("Vast")

KINDS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
         "complex64", "complex128"]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, np.inf, -np.inf, np.nan, 1e-310, 1e300, -1e300, 1e30, -3.0]


def read_table():
    with open(sys.argv.pop(1), encoding="utf-8") as file:
        return json.load(file)


def to_vast(array):
    """A Vast array on the memory of a NumPy array, whatever its strides."""
    array = np.asarray(array)
    result = Vast.Array.new_from_address(array.dtype.name, list(array.shape), list(array.strides), array.ctypes.data,
                                         array.flags.writeable, None, None)
    # PyGObject would run a notify in Python even while an error is on its way, and lose the error.
    result.source = array
    return result


def to_numpy(array):
    data = array.dup_bytes().get_data()
    return np.frombuffer(data, array.dup_scalar_name()).reshape(array.get_shape())


def variant(value):
    if value is None:
        return GLib.Variant("mx", None)
    if isinstance(value, bool):
        return GLib.Variant("b", value)
    if isinstance(value, int):
        return GLib.Variant("x", value)
    if isinstance(value, float):
        return GLib.Variant("d", value)
    if isinstance(value, str):
        return GLib.Variant("s", value)
    return GLib.Variant("ax", list(value))


def options_of(options):
    return GLib.Variant("a{sv}", {name: variant(value) for name, value in options.items()})


def call_vast(name, *inputs, **options):
    return Vast.Procedure.find(name).invoke(list(inputs), options_of(options))[0]


def call(name, *inputs, **options):
    return to_numpy(call_vast(name, *[to_vast(x) for x in inputs], **options))


def call_in_parts(n_parts, name, *inputs, **options):
    procedure = Vast.Procedure.find(name)
    return to_numpy(procedure.invoke_in_parts([to_vast(x) for x in inputs], options_of(options), n_parts)[0])


def random_numbers(rng, kind, shape, low, high):
    """Numbers of a kind: floating ones within a range, integers of all sizes."""
    if kind == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if kind.startswith("float"):
        return rng.uniform(low, high, shape).astype(kind)
    if kind.startswith("complex"):
        return (rng.uniform(low, high, shape) + 1j * rng.uniform(low, high, shape)).astype(kind)
    info = np.iinfo(kind)
    values = rng.integers(info.min, info.max, shape, kind, endpoint=True)
    edges = np.array([0, 1, info.max, info.min, 3], kind)
    small = rng.integers(0, 20, shape).astype(kind)
    choice = rng.integers(0, 3, shape)
    return np.where(choice == 0, values, np.where(choice == 1, small, edges[rng.integers(0, 5, shape)]))


def range_of(row, name, kind):
    if kind.startswith("complex") and "complex_range" in row:
        return row["complex_range"]
    return row.get("ranges", {}).get(name) or row.get("range", [-100.0, 100.0])


def inputs_for(rng, row, kinds, shape=(5, 24)):
    """Inputs for one loop of a procedure."""
    arrays = [random_numbers(rng, kind, shape, *range_of(row, name, kind)) for name, kind in zip(row["inputs"], kinds)]
    if row["name"] == "pow" and np.issubdtype(kinds[1], np.signedinteger):
        arrays[1] = np.abs(arrays[1] % 7)  # NumPy has no negative integer powers
    return arrays


def layouts(arrays):
    """The same values seen through other strides, and operands that broadcast: (description, arrays)."""
    yield "contiguous", arrays
    yield "every other", [a[:, ::2] for a in arrays]
    yield "backwards", [a[::-1, ::-1] for a in arrays]
    yield "transposed", [a.T for a in arrays]
    yield "columns", [np.asfortranarray(a) for a in arrays]
    yield "one element", [a[1, 2] for a in arrays]
    yield "no element", [a[:0] for a in arrays]
    yield "long", [np.tile(a, (3, 40)) for a in arrays]
    if len(arrays) > 1:
        yield "row and column", [arrays[0][:, :1], *(a[:1, :] for a in arrays[1:])]
        yield "row of fewer axes", [arrays[0], *(a[0] for a in arrays[1:])]
        yield "scalar", [arrays[0], *(a[0, 0] for a in arrays[1:])]
    yield "stride 0", [np.broadcast_to(a[:1], (7, a.shape[1])) for a in arrays]


def seeded(*what):
    return np.random.default_rng(zlib.crc32(repr(what).encode()))


class ProcedureTest(unittest.TestCase):
    def assert_same(self, result, expected, signs=True):
        """Bit by bit, but for the payload of NaN, and for the signs of zeros if they do not count."""
        expected = np.asarray(expected)
        self.assertEqual(result.dtype, expected.dtype)
        self.assertEqual(result.shape, expected.shape)
        same = (result == expected) | ((result != result) & (expected != expected))
        if signs and np.issubdtype(result.dtype, np.floating):
            same &= (np.signbit(result) == np.signbit(expected)) | (result != result)
        if not same.all():
            self.fail(f"{result[~same][:5]} instead of {expected[~same][:5]}")

    def assert_near(self, result, expected, tolerance):
        self.assertEqual(result.shape, expected.shape)
        if result.dtype == bool:
            self.assert_same(result, expected)
            return
        with np.errstate(all="ignore"):
            near = np.abs(result - expected) <= tolerance
        near |= (result == expected) | ((result != result) & (expected != expected))
        if not np.all(near):
            bad = ~np.broadcast_to(near, result.shape)
            self.fail(f"{result[bad][:5]} instead of {expected[bad][:5]}")
