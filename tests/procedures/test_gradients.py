#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every gradient that a procedure declares is computed as the declaration says and compared with differences."""

import re
import unittest

import numpy as np
from common import ProcedureTest, Vast, call_vast, read_table, seeded, to_numpy, to_vast

TABLE = {row["name"]: row for row in read_table()}
STEP = 1e-6


class Expression:
    """Evaluates "multiply (g, cos (x))" by calling procedures."""

    def __init__(self, text, variables, options):
        self.tokens = re.findall(r"[A-Za-z_][A-Za-z0-9_.]*|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\S", text)
        self.variables = variables
        self.options = options

    def value(self):
        token = self.tokens.pop(0)
        if self.tokens and self.tokens[0] == "(":
            return self.call(token)
        return to_vast(np.float64(token)) if token[0].isdigit() else self.variables[token]

    def call(self, name):
        inputs, options = [], {}
        while self.tokens.pop(0) != ")":
            if self.tokens[1] == "=":
                option, _, value = self.tokens.pop(0), self.tokens.pop(0), self.tokens.pop(0)
                options[option] = {"true": True, "false": False}.get(value, self.options.get(value))
            else:
                inputs.append(self.value())
        return call_vast(name, *inputs, **options)


def evaluate(text, variables, options=None):
    expression = Expression(text, {name: to_vast(np.asarray(value)) for name, value in variables.items()}, options or {})
    result = to_numpy(expression.value())
    assert not expression.tokens
    return result


def compute(name, inputs, **options):
    return to_numpy(call_vast(name, *[to_vast(np.ascontiguousarray(x)) for x in inputs], **options))


def differences(function, inputs, which, weights):
    """The derivative of the weighted sum of the results by each element of one input."""
    result = np.zeros(inputs[which].shape)
    for index in np.ndindex(*inputs[which].shape):
        moved = []
        for step in (STEP, -STEP):
            changed = [x.copy() for x in inputs]
            changed[which][index] += step
            moved.append(np.sum(weights * function(changed)))
        result[index] = (moved[0] - moved[1]) / (2 * STEP)
    return result


class GradientTest(ProcedureTest):
    def assert_close(self, result, expected):
        self.assert_near(result, expected, 2e-5 * np.maximum(1, np.abs(expected)))

    def interior(self, rng, row, name):
        if name == "condition":
            return rng.random(12) < 0.5
        low, high = row.get("ranges", {}).get(name) or row.get("range", [-100.0, 100.0])
        low, high = max(low, -8.0), min(high, 8.0)  # where differences are precise
        margin = 0.05 * (high - low)
        return rng.uniform(low + margin, high - margin, 12)

    def test_elementwise(self):
        checked = 0
        for row in TABLE.values():
            if row["partition"] != "elementwise" or not row["gradient"]:
                continue
            rng = seeded(row["name"])
            inputs = [self.interior(rng, row, name) for name in row["inputs"]]
            if row["name"] == "clip":
                inputs[1:] = [np.full(12, -3.0), np.full(12, 3.0)]
            weights = rng.uniform(-1, 1, 12)
            y = compute(row["name"], inputs)
            for which, name in enumerate(row["inputs"]):
                if text := row["gradient"].get(name):
                    with self.subTest(procedure=row["name"], input=name):
                        gradient = evaluate(text, {"g": weights, "y": y, **dict(zip(row["inputs"], inputs))})
                        expected = differences(lambda x, n=row["name"]: compute(n, x), inputs, which, weights)
                        self.assert_close(np.broadcast_to(gradient, expected.shape), expected)
                        checked += 1
        self.assertGreater(checked, 50)

    def test_ties_share_the_gradient(self):
        x = np.array([1.0, 2.0])
        variables = {"x1": x, "x2": x, "y": x, "g": np.ones(2)}
        for name in ("maximum", "minimum"):
            both = [evaluate(TABLE[name]["gradient"][x], variables) for x in ("x1", "x2")]
            self.assert_close(both[0] + both[1], np.ones(2))

    def test_pow_at_zero(self):
        variables = {"x1": np.array([0.0, 0.0, 2.0]), "x2": np.array([2.0, 0.0, 0.0]), "g": np.ones(3)}
        variables["y"] = compute("pow", [variables["x1"], variables["x2"]])
        self.assert_close(evaluate(TABLE["pow"]["gradient"]["x1"], variables), np.zeros(3))
        self.assert_close(evaluate(TABLE["pow"]["gradient"]["x2"], variables), np.array([0, 0, np.log(2)]))

    def test_reductions(self):
        checked = 0
        for row in TABLE.values():
            if row["partition"] != "reduction" or "x" not in row["gradient"]:
                continue
            rng = seeded(row["name"])
            x = rng.uniform(-3, 3, (3, 4, 2))
            for axis in (None, [0], [1, 2], [-1]):
                options = {"axis": axis, **({"correction": 1.0} if row["name"] in ("var", "std") else {})}
                y = compute(row["name"], [x], keepdims=True, **options)
                weights = rng.uniform(-1, 1, y.shape)
                variables = {"x": x, "y": y, "g": weights, "n": np.float64(x.size / y.size), **options}
                variables.pop("axis")
                with self.subTest(procedure=row["name"], axis=axis):
                    gradient = evaluate(row["gradient"]["x"], variables, options)
                    function = lambda v, n=row["name"], o=options: compute(n, v, keepdims=True, **o)  # noqa: E731
                    self.assert_close(np.broadcast_to(gradient, x.shape), differences(function, [x], 0, weights))
                    checked += 1
        self.assertGreater(checked, 15)

    def test_those_that_are_no_rows(self):
        rng = seeded("others")
        shapes = {"matmul": [(3, 4), (4, 2)], "matrix_transpose": [(2, 3, 4)]}
        others = {p.get_name(): p for p in Vast.Procedure.list() if p.get_name() not in TABLE}
        declared = {name for name, p in others.items() if any(p.get_gradient(i) for i in p.get_input_names())}
        self.assertEqual(declared, set(shapes))
        for name in declared:
            inputs = [rng.uniform(-1, 1, shape) for shape in shapes[name]]
            names = others[name].get_input_names()
            y = compute(name, inputs)
            weights = rng.uniform(-1, 1, y.shape)
            for which, input_name in enumerate(names):
                with self.subTest(procedure=name, input=input_name):
                    variables = {"g": weights, "y": y, **dict(zip(names, inputs))}
                    gradient = evaluate(others[name].get_gradient(input_name), variables)
                    self.assert_close(gradient, differences(lambda v, n=name: compute(n, v), inputs, which, weights))


if __name__ == "__main__":
    unittest.main()
