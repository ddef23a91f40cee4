#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every procedure cut into 1, 2 and 7 parts gives what it gives as a whole: this proves the partition rules."""

import unittest

import numpy as np
from common import (GLib, ProcedureTest, Vast, call, call_in_parts, inputs_for, layouts, random_numbers, range_of,
                    read_table, seeded)

TABLE = read_table()
N_PARTS = (1, 2, 7)


class PartsTest(ProcedureTest):
    def check(self, tolerance, name, *inputs, **options):
        whole = call(name, *inputs, **options)
        for n_parts in N_PARTS:
            with self.subTest(procedure=name, parts=n_parts, shapes=[np.shape(x) for x in inputs], **options):
                parts = call_in_parts(n_parts, name, *inputs, **options)
                if whole.dtype.kind in "fc" and tolerance:
                    self.assertEqual(parts.dtype, whole.dtype)
                    self.assert_near(parts, whole, tolerance * np.finfo(whole.dtype).eps * np.maximum(np.abs(whole), 1))
                else:
                    self.assert_same(parts, whole)

    def test_elementwise(self):
        for row in TABLE:
            if row["partition"] == "elementwise":
                for loop in (row["loops"][0], row["loops"][-1]):
                    for _, arrays in layouts(inputs_for(seeded(row["name"]), row, loop["inputs"])):
                        self.check(0, row["name"], *arrays)

    def test_reductions(self):
        shapes = [(40,), (6, 9), (2, 30, 3), (1, 1, 50), (3,), (), (0, 4), (4, 0)]
        for row in TABLE:
            if row["partition"] != "reduction":
                continue
            axis_kind = next(p["kind"] for p in row["parameters"] if p["name"] == "axis")
            needs_elements = row["name"] in ("max", "min", "argmax", "argmin")
            for loop in row["loops"]:
                kind = loop["inputs"][0]
                if kind not in ("bool", "int8", "int64", "uint64", "float32", "float64", "complex128"):
                    continue
                for shape in shapes:
                    if needs_elements and 0 in shape:
                        continue
                    x = random_numbers(seeded(row["name"], kind, shape), kind, shape, *range_of(row, "x", kind))
                    axes = [None, *range(-len(shape), len(shape))]
                    if axis_kind == "axes" and len(shape) > 1:
                        axes += [[0, 1], [len(shape) - 1, 0]]
                    for axis in axes:
                        for keepdims in (False, True):
                            # Sums of numbers up to 10 cancel: what counts is their size.
                            self.check(4000, row["name"], x, axis=axis, keepdims=keepdims)
                        if row["name"] in ("var", "std"):
                            self.check(4000, row["name"], x, axis=axis, correction=1.5)

    def test_reductions_of_far_values(self):
        x = 1e6 + seeded("far").normal(size=1000)
        whole = call("var", x)
        self.assert_near(call_in_parts(7, "var", x), whole, 1e-6)
        self.assert_near(call_in_parts(7, "std", x), np.sqrt(whole), 1e-6)
        self.assertEqual(call_in_parts(7, "mean", np.full(1001, 127.0)), 127.0)

    def test_extremes(self):
        rng = seeded("extremes")
        for name in ("max", "min", "argmax", "argmin"):
            for x in (np.array([3, 9, 9, 1, 9, 1, 1.0]), np.array([1, np.nan, 9, np.nan, -5.0]), np.full(20, 4),
                      rng.integers(0, 3, (7, 8, 2)), np.where(rng.random((9, 9)) < 0.1, np.nan, rng.random((9, 9)))):
                for axis in (None, *range(x.ndim)):
                    self.check(0, name, x, axis=axis)
        # Where a part has nothing but what another part overrules.
        self.check(0, "min", np.array([[-1, -2, -3], [1, 2, 3]]), axis=0)
        self.assertEqual(call_in_parts(2, "min", np.array([1, 2, 3])), 1)

    def test_empty(self):
        for name in ("max", "min", "argmax"):
            with self.assertRaises(GLib.Error) as caught:
                call_in_parts(2, name, np.zeros((0, 3)))
            self.assertTrue(caught.exception.matches(Vast.Error.quark(), Vast.Error.INVALID_ARGUMENT))

    def test_dtype(self):
        x = np.full(100, 100, "int8")
        self.check(0, "sum", x, dtype="int8")
        self.check(0, "prod", x, dtype="uint16")
        self.check(4, "sum", x, dtype="float32")

    def test_scans_and_sorts(self):
        for shape in [(40,), (6, 9), (2, 30, 3), (0, 4)]:
            for kind in ("int32", "float64", "complex64"):
                x = random_numbers(seeded("scan", shape), kind, shape, -2, 2)
                for axis in range(-len(shape), len(shape)):
                    self.check(0, "cumulative_sum", x, axis=axis)
                    self.check(0, "cumulative_prod", x, axis=axis, include_initial=True)
                    self.check(0, "sort", x, axis=axis, descending=True)
                    self.check(0, "argsort", x, axis=axis)
                if len(shape) == 1:
                    self.check(0, "cumulative_sum", x)

    def test_contractions(self):
        rng = seeded("contractions")
        for a_shape, b_shape in [((12, 8), (8, 3)), ((2, 8), (8, 30)), ((8,), (8, 9)), ((9, 8), (8,)), ((50,), (50,)),
                                 ((9, 4, 3), (3, 2)), ((3, 2), (9, 2, 3)), ((7, 1, 2, 3), (8, 3, 4)), ((1, 20), (20, 1)),
                                 ((0, 3), (3, 2)), ((2, 0), (0, 2))]:
            for kind in ("float64", "int64", "bool", "complex64"):
                a, b = random_numbers(rng, kind, a_shape, -1, 1), random_numbers(rng, kind, b_shape, -1, 1)
                self.check(64, "matmul", a, b)
        for a_shape, b_shape, axis in [((50,), (50,), -1), ((6, 9), (6, 9), -1), ((6, 9), (6, 9), -2), ((9,), (30, 9), -1),
                                       ((30, 1, 5), (1, 8, 5), -1), ((6, 9), (6, 9), 0)]:
            for kind in ("float32", "int16", "bool", "complex128"):
                a, b = random_numbers(rng, kind, a_shape, -1, 1), random_numbers(rng, kind, b_shape, -1, 1)
                self.check(64, "vecdot", a, b, axis=axis)
        for shape in [(30, 4, 5), (4, 5), (2, 9, 3, 3)]:
            self.check(0, "matrix_transpose", rng.random(shape))

    def test_errors_are_those_of_the_call(self):
        for name, inputs, options in [("add", [np.ones(3), np.ones(4)], {}), ("sum", [np.ones(3)], {"axis": 1}),
                                      ("sum", [np.ones((3, 3))], {"axis": [0, 0]}), ("sort", [np.ones(3)], {"axis": 1}),
                                      ("matmul", [np.ones((3, 3)), np.ones((2, 3))], {}), ("sin", [np.ones(2)], {"axis": 0}),
                                      ("cumulative_sum", [np.ones((3, 3))], {}), ("add", [np.ones(3)], {}),
                                      ("vecdot", [np.ones(3), np.ones(4)], {}), ("matmul", [np.ones(()), np.ones(3)], {})]:
            with self.subTest(procedure=name, options=options):
                with self.assertRaises(GLib.Error) as whole:
                    call(name, *inputs, **options)
                with self.assertRaises(GLib.Error) as parts:
                    call_in_parts(2, name, *inputs, **options)
                self.assertEqual(parts.exception.code, whole.exception.code)


if __name__ == "__main__":
    unittest.main()
