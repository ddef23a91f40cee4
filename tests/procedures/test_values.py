#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every procedure on every element type and many layouts, against NumPy; special values; known traps."""

import unittest
import warnings

import numpy as np
from common import (KINDS, SPECIAL, GLib, ProcedureTest, Vast, call, inputs_for, layouts, random_numbers, range_of,
                    read_table, seeded, to_numpy, to_vast)

TABLE = read_table()
ELEMENTWISE = [row for row in TABLE if row["partition"] == "elementwise"]
REDUCTIONS = [row for row in TABLE if row["partition"] == "reduction"]
WIDER = {"float32": np.longdouble, "float64": np.longdouble, "complex64": np.clongdouble, "complex128": np.clongdouble}


def by_value(compare):
    """NumPy 1 compares int64 with uint64 as float64; Python compares integers by value."""
    return lambda a, b: np.asarray(compare(a.astype(object), b.astype(object)), bool)


def integers_as_they_are(function):
    """NumPy 1 makes floating numbers of integers that it rounds."""
    return lambda x: function(x) if x.dtype.kind == "f" else x


def complex_sign(x):
    if x.dtype.kind != "c":
        return np.sign(x)
    magnitude = np.abs(x)
    return np.where(magnitude == 0, 0, x / np.where(magnitude == 0, 1, magnitude)).astype(x.dtype)


def reference_of(row, kinds):
    function = getattr(np, row["reference"].removeprefix("numpy."))
    if set(kinds) == {"int64", "uint64"}:
        return by_value(function)
    if row["name"] in ("floor", "ceil", "trunc"):
        return integers_as_they_are(function)
    return complex_sign if row["name"] == "sign" else function


class ElementwiseTest(ProcedureTest):
    def check(self, row, kinds, output, arrays):
        result = call(row["name"], *arrays)
        self.assertEqual(result.dtype, output)
        function = reference_of(row, kinds)
        with np.errstate(all="ignore"):
            if any(a.dtype.kind == "c" for a in arrays) and result.dtype.kind in "fc":
                wide = [a.astype(WIDER.get(a.dtype.name, a.dtype)) for a in arrays]
                expected = np.asarray(function(*wide))
                self.assert_near(result, expected, 8 * np.finfo(output).eps * np.abs(expected))
            elif row.get("ulp", 0) == 0 or result.dtype.kind != "f":
                # The larger of -0 and 0 is either.
                signs = row["name"] not in ("maximum", "minimum", "clip")
                self.assert_same(result, np.asarray(function(*arrays)).astype(output), signs)
            else:
                self.check_ulp(row, result, np.asarray(function(*[a.astype(np.longdouble) for a in arrays])))

    def check_ulp(self, row, result, exact):
        rounded = exact.astype(result.dtype)
        finite = np.isfinite(rounded)
        self.assert_same(result[~finite], rounded[~finite])
        spacing = np.spacing(np.abs(np.where(finite, rounded, 1)).astype(result.dtype)).astype(np.longdouble)
        error = np.abs(np.where(finite, result.astype(np.longdouble) - exact, 0)) / spacing
        if error.size and error.max() > row["ulp"]:
            worst = np.unravel_index(error.argmax(), error.shape)
            self.fail(f"{error.max():.3f} ulp: {result[worst]!r} instead of {exact[worst]!r}")
        self.assert_same(np.signbit(result[result == 0]), np.signbit(rounded[result == 0]))

    def test_all_types_and_layouts(self):
        for row in ELEMENTWISE:
            for loop in row["loops"]:
                arrays = inputs_for(seeded(row["name"], loop), row, loop["inputs"])
                for description, views in layouts(arrays):
                    with self.subTest(procedure=row["name"], types=loop["inputs"], layout=description):
                        self.check(row, loop["inputs"], loop["output"], views)

    def test_special_values(self):
        for row in ELEMENTWISE:
            for loop in row["loops"]:
                if not all(kind.startswith("float") or kind == "bool" for kind in loop["inputs"]):
                    continue
                grids = np.meshgrid(*[SPECIAL] * len(loop["inputs"]))
                with self.subTest(procedure=row["name"], types=loop["inputs"]), np.errstate(all="ignore"):
                    arrays = [grid.ravel().astype(kind) for grid, kind in zip(grids, loop["inputs"])]
                    if row["name"] == "hypot":  # NumPy's of long doubles is exact, but for the subnormal
                        arrays = [np.where(np.abs(a) < 1e-300, 0, a) for a in arrays]
                    self.check(row, loop["inputs"], loop["output"], arrays)

    def test_promotion_is_numpys(self):
        for a in KINDS:
            for b in KINDS:
                with self.subTest(a=a, b=b):
                    result = call("add", np.ones(3, a), np.ones(3, b))
                    self.assertEqual(result.dtype, np.result_type(a, b))
                    self.assertEqual(call("where", np.array([True, False]), np.ones(2, a), np.ones(2, b)).dtype,
                                     np.result_type(a, b))

    def test_integers_become_floating(self):
        for kind in KINDS[:9]:
            single = kind in ("bool", "int8", "int16", "uint8", "uint16")
            with self.subTest(kind=kind):
                self.assertEqual(call("sin", np.ones(3, kind)).dtype, "float32" if single else "float64")
                self.assert_same(call("divide", np.ones(3, kind), np.ones(3, kind)), np.ones(3))
        self.assertEqual(call("divide", np.ones(3, "int8"), np.ones(3, "float32")).dtype, "float32")

    def test_booleans(self):
        a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
        self.assert_same(call("add", a, b), a | b)
        self.assert_same(call("multiply", a, b), a & b)
        self.assert_same(call("maximum", a, b), a | b)
        self.assert_same(call("pow", a, b), np.power(a, b))
        for row in TABLE:
            if row["rejects_boolean"]:
                with self.subTest(procedure=row["name"]), self.assertRaises(GLib.Error) as caught:
                    call(row["name"], *[a] * len(row["inputs"]))
                self.assertTrue(caught.exception.matches(Vast.Error.quark(), Vast.Error.TYPE))
                self.assertIn(row["name"], caught.exception.message)
                self.assertIn("bool", caught.exception.message)
        self.assert_same(call("subtract", a, np.ones(4, "int8")), np.array([-1, -1, 0, 0], "int8"))

    def test_output_of_another_type(self):
        x = seeded("into").uniform(-5, 5, (50, 7))
        out = np.zeros((7, 50), "float32").T
        self.assertTrue(Vast.sin_into(to_vast(x), to_vast(out)))
        self.assert_same(out, np.ascontiguousarray(call("sin", x).astype("float32")))


class TrapTest(ProcedureTest):
    """Inputs that other software got wrong once."""

    def test_adding_the_transpose_in_place(self):
        a = np.array([[1, 2], [3, 4]])
        self.assertTrue(Vast.add_into(to_vast(a), to_vast(a.T), to_vast(a)))
        self.assert_same(a, np.array([[2, 5], [5, 8]]))
        big = np.arange(300 * 300.0).reshape(300, 300)
        expected = big + big.T
        Vast.add_into(to_vast(big), to_vast(big.T), to_vast(big))
        self.assert_same(big, expected)
        shifted = np.arange(100000.0)
        Vast.positive_into(to_vast(shifted[:-1]), to_vast(shifted[1:]))
        self.assert_same(shifted, np.concatenate([[0.0], np.arange(99999.0)]))

    def test_least_integer_by_minus_one(self):
        a, b = np.full(33, -2**31, np.int32), np.full(33, -1, np.int32)
        self.assertFalse(call("remainder", a, b).any())
        self.assert_same(call("floor_divide", a, b), a)
        self.assert_same(call("abs", a), a)
        self.assert_same(call("negative", a), a)
        self.assert_same(call("floor_divide", a, b * 0), b * 0)
        self.assert_same(call("remainder", a, b * 0), b * 0)

    def test_signed_and_unsigned_compare_by_value(self):
        a, b = np.array([-1, 0], np.int64), np.array([0, 0], np.uint64)
        self.assert_same(call("less", a, b), np.array([True, False]))
        self.assert_same(call("less_equal", a, b), np.array([True, True]))
        big = np.array([2**63 - 1], np.int64)
        self.assert_same(call("equal", big, np.array([2**63], np.uint64)), np.array([False]))
        self.assert_same(call("greater", np.array([2**63], np.uint64), big), np.array([True]))

    def test_exp2_at_its_ends(self):
        x = np.array([np.nan, np.inf, -np.inf, 1024.0, 1023.0, -1074.0, -1075.0, -1076.0])
        expected = np.array([np.nan, np.inf, 0.0, np.inf, 8.98846567431158e307, 5e-324, 0.0, 0.0])
        self.assert_near(call("exp2", x), expected, np.spacing(np.abs(np.where(np.isfinite(expected), expected, 1))))

    def test_atan2_of_zeros_and_infinities(self):
        y = np.array([0.0, -0.0, 0.0, -0.0, np.inf, -np.inf, 1.0])
        x = np.array([-0.0, -0.0, 0.0, 0.0, np.inf, -np.inf, -np.inf])
        expected = np.array([3.141592653589793, -3.141592653589793, 0.0, -0.0, 0.7853981633974483, -2.356194490192345,
                             3.141592653589793])
        result = call("atan2", y, x)
        self.assert_near(result, expected, np.spacing(np.abs(expected)))
        self.assert_same(np.signbit(result), np.signbit(expected))

    def test_pow_of_two(self):
        a = np.array([0, 1.1, 2, 12e12, -10.0, np.inf, -np.inf])
        expected = np.array([0.0, 1.2100000000000002, 4.0, 1.44e26, 100.0, np.inf, np.inf])
        result = call("pow", a, np.array(2.0))
        self.assert_near(result, expected, np.spacing(np.where(np.isfinite(expected), expected, 1)))

    def test_negative_integer_powers(self):
        base = np.array([-2, -1, -1, 0, 1, 2])
        self.assert_same(call("pow", base, np.array([-1, -1, -2, -1, -5, -3])), np.array([0, -1, 1, 0, 1, 0]))

    def test_mean_of_equal_values(self):
        for kind in ("float32", "float64", "int8"):
            mean = call("mean", np.full((64, 64), 127, kind))
            self.assertEqual(mean[()], 127)

    def test_complex_matmul_is_exact(self):
        a = (np.arange(12) + 1j * np.arange(12)[::-1]).reshape(3, 4)
        x = np.array([1, 1j, -1])
        first = np.array([-15 + 12j, -14 + 13j, -13 + 14j, -12 + 15j])
        self.assert_same(call("matmul", x, a), first)
        self.assert_same(call("matmul", a.T, x), first)
        self.assert_same(call("matmul", call("conj", a).T, x), np.array([-1 - 4j, -2 - 3j, -3 - 2j, -4 - 1j]))

    def test_large_integers_are_exact(self):
        a = np.array([2**53 + 1, 2**62], np.int64)
        self.assert_same(call("sum", a), np.array(2**53 + 1 + 2**62))
        self.assert_same(call("max", a), np.array(2**62))
        self.assert_same(call("add", a, np.array([2, 3], np.int64)), a + [2, 3])


class ReductionTest(ProcedureTest):
    AXES = [None, 0, 1, -1, [0, 2], [2, 0], [-2], [0, 1, 2], []]
    SHAPES = [(3, 4, 5), (1, 70, 2), (6, 1, 1)]

    def expected(self, row, x, axis, options):
        name = row["name"]
        function = getattr(np, row["reference"].removeprefix("numpy."))
        if name in ("argmax", "argmin"):
            return function(x, axis=axis, **options)
        options = {"ddof" if key == "correction" else key: value for key, value in options.items()}
        wide = x
        if x.dtype.name in WIDER and name not in ("any", "all", "count_nonzero"):
            wide = x.astype(WIDER[x.dtype.name])
        elif name in ("mean", "var", "std"):
            wide = x.astype(np.longdouble)
        return function(wide, axis=tuple(axis) if isinstance(axis, list) else axis, **options)

    def check(self, row, x, output, axis, options):
        result = call(row["name"], x, axis=axis, **options)
        self.assertEqual(result.dtype, output)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = np.asarray(self.expected(row, x, axis, options))
            if result.dtype.kind not in "fc" or row.get("ulp", 0) == 0:
                self.assert_same(result, expected.astype(output))
                return
            scale = np.abs(expected)
            if row["name"] in ("sum", "mean"):
                scale = np.abs(np.asarray(self.expected(row, np.abs(x.astype(WIDER.get(x.dtype.name, np.longdouble))), axis,
                                                        options)))
            expected = expected.astype(output)  # with what is too large for it
            self.assert_near(result, expected, row["ulp"] * np.finfo(output).eps * scale)

    def test_all_types_and_axes(self):
        for row in REDUCTIONS:
            one_axis = row["name"] in ("argmax", "argmin")
            for loop in row["loops"]:
                kind = loop["inputs"][0]
                for shape in self.SHAPES:
                    rng = seeded(row["name"], kind, shape)
                    array = random_numbers(rng, kind, shape, *range_of(row, "x", kind))
                    views = [array, array[::-1, :, ::2], np.asfortranarray(array), array.transpose(2, 0, 1)]
                    for x in views:
                        for axis in self.AXES:
                            if one_axis and isinstance(axis, list):
                                continue
                            for keepdims in (False, True):
                                with self.subTest(procedure=row["name"], type=kind, shape=x.shape, axis=axis):
                                    self.check(row, x, loop["output"], axis, {"keepdims": keepdims} if not
                                               (row["name"] == "count_nonzero" and axis == []) else {})

    def test_long(self):
        rng = seeded("long")
        for row in REDUCTIONS:
            for kind in ("float32", "float64", "int32", "bool"):
                if output := next((loop["output"] for loop in row["loops"] if loop["inputs"] == [kind]), None):
                    x = random_numbers(rng, kind, (300, 1001), *([0.99, 1.01] if row["name"] == "prod" else [-10, 10]))
                    if row["name"] == "prod":
                        x = x[:2]
                    for axis in (None, 0, 1):
                        with self.subTest(procedure=row["name"], type=kind, axis=axis):
                            self.check({**row, "ulp": max(row.get("ulp", 0), 200 if row["name"] == "prod" else 0)}, x, output,
                                       axis, {})

    def test_nothing(self):
        for row in REDUCTIONS:
            for axis in (None, 0):
                with self.subTest(procedure=row["name"], axis=axis):
                    if row["name"] in ("max", "min", "argmax", "argmin"):
                        with self.assertRaises(GLib.Error) as caught:
                            call(row["name"], np.zeros((0, 3)), axis=axis)
                        self.assertTrue(caught.exception.matches(Vast.Error.quark(), Vast.Error.INVALID_ARGUMENT))
                    else:
                        output = row["loops"][-1]["output"] if row["name"] in ("any", "all", "count_nonzero") else "float64"
                        self.check(row, np.zeros((0, 3)), output, axis, {})
            if row["name"] not in ("argmax", "argmin"):
                self.assertEqual(call(row["name"], np.zeros((0, 3)), axis=1).shape, (0,))

    def test_nan(self):
        x = np.array([[1.0, np.nan, 3.0], [np.nan, 5.0, -2.0], [4.0, 2.0, 9.0]])
        for row in REDUCTIONS:
            for axis in (None, 0, 1):
                with self.subTest(procedure=row["name"], axis=axis):
                    self.check(row, x, call(row["name"], x).dtype.name, axis, {})

    def test_dtype(self):
        x = np.full(300, 100, np.int8)
        self.assertEqual(call("sum", x, dtype="int8").dtype, "int8")
        self.assert_same(call("sum", x, dtype="int8"), x.sum(dtype="int8"))
        self.assert_same(call("sum", x, dtype="float32"), np.array(30000, "float32"))
        self.assert_same(call("sum", np.array([0.5, 0.75]), dtype="complex64"), np.array(1.25, "complex64"))
        self.assert_same(call("prod", np.array([True, True]), dtype="uint8"), np.array(1, "uint8"))

    def test_correction(self):
        x = seeded("correction").normal(size=(6, 7))
        for correction in (0.0, 1.0, 2.5):
            for axis in (None, 0, [0, 1]):
                for name in ("var", "std"):
                    self.check(next(row for row in REDUCTIONS if row["name"] == name), x, "float64", axis,
                               {"correction": correction})


class OtherTest(ProcedureTest):
    """The procedures that are no rows of a table."""

    def test_cumulative(self):
        for kind in KINDS:
            x = random_numbers(seeded("cumulative", kind), kind, (4, 9, 3), -2, 2)
            for name, function, initial in (("cumulative_sum", np.cumsum, 0), ("cumulative_prod", np.cumprod, 1)):
                for axis in (0, 1, -1):
                    with self.subTest(procedure=name, type=kind, axis=axis):
                        expected = function(x.astype(WIDER.get(kind, kind)), axis=axis)
                        result = call(name, x, axis=axis)
                        output = kind if kind in WIDER else "uint64" if kind.startswith("u") else "int64"
                        self.assertEqual(result.dtype, output)
                        tolerance = 0 if kind not in WIDER else np.finfo(kind).eps * 32 * np.maximum(1, np.abs(expected))
                        self.assert_near(result, expected, tolerance)
                        longer = call(name, x, axis=axis, include_initial=True)
                        self.assert_same(np.delete(longer, 0, axis), result)
                        self.assert_same(np.take(longer, 0, axis), np.full_like(np.take(longer, 0, axis), initial))
        self.assert_same(call("cumulative_sum", np.array([1, 2, 3], "int8"), dtype="float32"), np.array([1, 3, 6], "float32"))

    def test_sort(self):
        for kind in KINDS:
            x = random_numbers(seeded("sort", kind), kind, (5, 31, 4), -5, 5)
            if kind in ("float32", "float64"):
                x[1, 3] = np.nan
            for axis in (0, 1, -1):
                with self.subTest(type=kind, axis=axis):
                    up = np.sort(x, axis)
                    self.assert_near(call("sort", x, axis=axis), up, 0)
                    indices = call("argsort", x, axis=axis)
                    self.assert_near(np.take_along_axis(x, indices, axis), up, 0)
                    self.assert_same(indices, np.argsort(x, axis, kind="stable"))
                    down = call("sort", x, axis=axis, descending=True)
                    if kind not in ("float32", "float64"):
                        self.assert_near(down, np.flip(up, axis), 0)
                    self.assert_near(np.take_along_axis(x, call("argsort", x, axis=axis, descending=True), axis), down, 0)
        self.assert_same(call("sort", np.array([np.nan, 1.0, 3.0]), descending=True), np.array([3.0, 1.0, np.nan]))

    def test_matmul(self):
        shapes = [((3, 4), (4, 5)), ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((2, 3, 4), (4, 5)), ((2, 1, 3, 4), (5, 4, 2)),
                  ((0, 4), (4, 2)), ((3, 0), (0, 2)), ((70, 80), (80, 90))]
        for kind in KINDS:
            for a_shape, b_shape in shapes:
                rng = seeded("matmul", kind, a_shape)
                a, b = (random_numbers(rng, kind, shape, -1, 1) for shape in (a_shape, b_shape))
                with self.subTest(type=kind, shapes=(a_shape, b_shape)):
                    expected = np.matmul(a, b)
                    result = call("matmul", a, b)
                    self.assertEqual(result.dtype, kind)
                    scale = 0 if kind not in WIDER else 200 * np.finfo(kind).eps
                    self.assert_near(result, expected, scale)
                    if a.ndim == 2 and b.ndim == 2:
                        self.assert_near(call("matmul", np.asfortranarray(a), b.T.copy().T), expected, scale)
        self.assertEqual(call("matmul", np.ones((2, 2), "int8"), np.ones((2, 2), "float32")).dtype, "float32")

    def test_vecdot(self):
        rng = seeded("vecdot")
        for kind in KINDS:
            a, b = random_numbers(rng, kind, (3, 5, 4), -1, 1), random_numbers(rng, kind, (5, 4), -1, 1)
            for axis in (-1, -2):
                with self.subTest(type=kind, axis=axis):
                    product = np.conj(a) * b
                    expected = product.any(axis) if kind == "bool" else product.sum(axis, dtype=kind)
                    self.assert_near(call("vecdot", a, b, axis=axis), expected, 0 if kind not in WIDER else 1e-5)
        self.assert_same(call("vecdot", np.array([2.0, 3.0]), np.array([4.0, 4.0])), np.array(20.0))

    def test_matrix_transpose(self):
        x = np.arange(24).reshape(2, 3, 4)
        view = Vast.matrix_transpose(to_vast(x))
        self.assertEqual(view.get_data(), x.ctypes.data)
        self.assert_same(to_numpy(view), x.swapaxes(1, 2))


if __name__ == "__main__":
    unittest.main()
