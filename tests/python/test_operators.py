# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Python's operators, and the functions of the namespace, on arrays and whatever can be one."""

import operator

import numpy as np
from common import GLib, TestCase, Vast, main, random_array

BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
          operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
BITWISE = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
IN_PLACE = [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod,
            operator.ipow]


class Operators(TestCase):
    def assert_close(self, actual, expected):
        """NumPy computes some powers by other means."""
        self.assertEqual((actual.dtype, actual.shape), (expected.dtype.name, expected.shape))
        np.testing.assert_array_max_ulp(np.asarray(actual), expected, 1)

    def setUp(self):
        self.x = np.array([[1.5, -2.0, 3.0], [4.0, 0.5, -6.0]])
        self.y = np.array([[2.0, 2.0, 3.0], [0.5, 1.0, 2.0]])

    def test_arrays(self):
        for function in BINARY:
            with self.subTest(function=function.__name__), np.errstate(all="ignore"):
                expected = function(self.x, self.y)
                self.assert_same(function(Vast.Array(self.x), Vast.Array(self.y)), expected)
                # NumPy's arrays and lists on either side
                self.assert_same(function(Vast.Array(self.x), self.y), expected)
                self.assert_same(function(self.x, Vast.Array(self.y)), expected)
                self.assert_same(function(self.x.tolist(), Vast.Array(self.y)), expected)
                self.assert_same(function(Vast.Array(self.x), self.y[0]), function(self.x, self.y[0]))

    def test_scalars(self):
        for function in BINARY:
            for scalar in (2, 0.5, -3, True, np.float64(2), np.int64(2)):
                with self.subTest(function=function.__name__, scalar=scalar), np.errstate(all="ignore"):
                    check = self.assert_close if function is operator.pow else self.assert_same
                    check(function(Vast.Array(self.y), scalar), function(self.y, scalar))
                    check(function(scalar, Vast.Array(self.y)), function(scalar, self.y))

    def test_integers(self):
        x, y = np.array([7, -8, 9]), np.array([2, 3, -4])
        for function in BINARY[:6] + BINARY[7:]:
            self.assert_same(function(Vast.Array(x), Vast.Array(y)), function(x, y))
        for function in BITWISE:
            with self.subTest(function=function.__name__):
                self.assert_same(function(Vast.Array(x), Vast.Array(abs(y))), function(x, abs(y)))
                self.assert_same(function(Vast.Array(x), 3), function(x, 3))
                self.assert_same(function(100, Vast.Array(abs(y))), function(100, abs(y)))
        quotient, rest = divmod(Vast.Array(x), Vast.Array(y))
        self.assert_same(quotient, x // y)
        self.assert_same(rest, x % y)
        quotient, rest = divmod(100, Vast.Array(y))
        self.assert_same(quotient, 100 // y)
        self.assert_same(rest, 100 % y)

    def test_unary(self):
        for function in (operator.neg, operator.pos, abs):
            self.assert_same(function(Vast.Array(self.x)), function(self.x))
        self.assert_same(~Vast.Array([1, -2]), ~np.array([1, -2]))
        self.assert_same(~Vast.Array([True, False]), ~np.array([True, False]))

    def test_matmul(self):
        self.assert_same(Vast.Array(self.x) @ Vast.Array(self.y.T), self.x @ self.y.T)
        self.assert_same(self.x @ Vast.Array(self.y.T), self.x @ self.y.T)
        self.assert_same(Vast.Array(self.x) @ [1.0, 2.0, 3.0], self.x @ [1.0, 2.0, 3.0])

    def test_scalars_are_weak(self):
        """A Python scalar takes the array's type, if its kind does; another library's scalar has a type of its own."""
        for dtype in ("int8", "uint16", "int64", "float32", "complex64"):
            array = Vast.Array(np.ones(2, dtype))
            self.assertEqual((array + 1).dtype, dtype)
            self.assertEqual((1 - array).dtype, dtype)
            self.assertEqual((array * True).dtype, dtype)
        self.assertEqual((Vast.Array([1], "float32") + 0.1).dtype, "float32")
        self.assertEqual((Vast.Array([1], "float32") * 1j).dtype, "complex64")
        self.assertEqual((Vast.Array([1.0]) * 1j).dtype, "complex128")
        self.assertEqual((Vast.Array([1], "int8") + 0.5).dtype, "float64")
        self.assertEqual((Vast.Array([True]) + 1).dtype, "int64")
        self.assertEqual((Vast.Array([1], "float32") + np.float64(1)).dtype, "float64")
        self.assertEqual((Vast.Array([1], "int8") + np.int16(1)).dtype, "int16")
        self.assertEqual((Vast.Array([1], "float32") + 10**300)[0], np.inf)

    def test_scalars_out_of_range(self):
        small = Vast.Array([1, 255], "uint8")
        for scalar in (256, -1, 2**70):
            with self.assertRaises(OverflowError):
                small + scalar
        # but a comparison has an answer
        for scalar in (256, 2**63, 2**70):
            self.assert_same(small < scalar, np.array([True, True]))
            self.assert_same(small == scalar, np.array([False, False]))
            self.assert_same(scalar <= small, np.array([False, False]))
            self.assert_same(small > -scalar, np.array([True, True]))

    def test_in_place(self):
        for function in IN_PLACE:
            for other in (self.y, 2, 0.5, [1.0, 2.0, 3.0], np.float32(2)):
                with self.subTest(function=function.__name__, other=other), np.errstate(all="ignore"):
                    expected = function(abs(self.x), other)
                    target = abs(self.x)
                    array = Vast.Array(target)
                    view = array[:]
                    result = function(array, Vast.Array(other) if isinstance(other, np.ndarray) else other)
                    self.assertIs(result, array)
                    self.assert_close(view, expected)
                    np.testing.assert_array_max_ulp(target, expected, 1)
        bits = Vast.Array([1, 2, 3])
        bits <<= 2
        bits |= 1
        bits ^= Vast.Array([1, 0, 0])
        bits &= 0xFE
        bits >>= 1
        self.assertEqual(bits.tolist(), [2, 4, 6])

    def test_in_place_keeps_the_type(self):
        array = Vast.Array([1, 2], "float32")
        array += Vast.Array([0.5, 0.5])
        self.assert_same(array, np.array([1.5, 2.5], "float32"))
        with self.assertRaises(GLib.Error):
            integers = Vast.Array([1, 2])
            integers += 0.5

    def test_in_place_of_shared_memory(self):
        source = np.arange(5.0)
        array = Vast.Array(source)
        array[1:] += array[:-1]
        np.testing.assert_array_equal(source, [0, 1, 3, 5, 7])
        square = np.arange(9.0).reshape(3, 3)
        view = Vast.Array(square)
        view += view.T
        np.testing.assert_array_equal(square, np.arange(9.0).reshape(3, 3) + np.arange(9.0).reshape(3, 3).T)

    def test_shapes_that_do_not_fit(self):
        error = self.assert_error(Vast.Error.SHAPE, operator.add, Vast.Array([1, 2]), Vast.Array([1, 2, 3]))
        self.assertIn("(2,)", error.message)

    def test_other_objects(self):
        array = Vast.Array([1, 2])
        for other in (None, object(), {}, {1}):
            for function in (operator.add, operator.matmul, operator.lt):
                with self.assertRaises(TypeError):
                    function(array, other)
                with self.assertRaises(TypeError):
                    function(other, array)
            self.assertIs(array == other, False)
            self.assertIs(array != other, True)


class Functions(TestCase):
    def test_array_likes(self):
        for source in ([0.0, 1.0], (0.0, 1.0), np.array([0.0, 1.0]), Vast.Array([0.0, 1.0]), range(2)):
            np.testing.assert_allclose(Vast.sin(source), np.sin([0.0, 1.0]), rtol=1e-15)
        self.assertAlmostEqual(float(Vast.sin(1)), np.sin(1))
        self.assert_same(Vast.add(1, 2), np.array(3))
        self.assert_same(Vast.add([1, 2], 0.5), np.array([1.5, 2.5]))
        self.assert_same(Vast.where([True, False], 1, 2.5), np.array([1, 2.5]))
        self.assert_same(Vast.clip(np.arange(5, dtype="int8"), 1, 3), np.array([1, 1, 2, 3, 3], "int8"))

    def test_options(self):
        x = np.arange(24.0).reshape(2, 3, 4)
        for options in ({}, {"axis": 1}, {"axis": (0, 2)}, {"axis": [0]}, {"axis": -1, "keepdims": True}, {"axis": ()},
                        {"axis": (), "keepdims": True}, {"dtype": "float32"}, {"dtype": np.float32, "axis": 0},
                        {"dtype": int}, {"axis": np.int64(1)}, {"axis": None, "keepdims": True}):
            with self.subTest(options=options):
                expected = np.sum(x, **{name: tuple(value) if isinstance(value, list) else value
                                        for name, value in options.items()})
                self.assert_same(Vast.sum(x, **options), expected)
        self.assert_same(Vast.sum(x, 1, None, True), x.sum(1, keepdims=True))
        self.assert_same(Vast.sum(x, 0), x.sum(0))
        self.assert_same(Vast.sum(x=x, axis=0), x.sum(0))
        self.assert_same(Vast.argmax(x, axis=1), x.argmax(1))
        self.assert_same(Vast.argmax(x), np.array(23))
        self.assert_same(Vast.sort([3, 1, 2], descending=True), np.array([3, 2, 1]))
        self.assert_same(Vast.cumulative_sum([1, 2, 3], include_initial=True), np.array([0, 1, 3, 6]))
        self.assert_same(Vast.vecdot(x, x), (x * x).sum(-1))
        self.assert_same(Vast.var(x, axis=0, correction=1), x.var(0, ddof=1))

    def test_out(self):
        x = np.arange(6.0).reshape(2, 3)
        out = np.zeros(3, "float32")
        self.assertIs(Vast.sum(x, axis=0, out=out), out)
        np.testing.assert_array_equal(out, x.sum(0))
        target = Vast.Array(np.zeros((2, 3)))
        self.assertIs(Vast.negative(x, out=target[...]).get_data() == target.get_data(), True)
        self.assert_same(target, -x)
        Vast.sum(x, axis=(), out=target)
        self.assert_same(target, x)
        for bad in (np.zeros(3, ">f8"), [0.0, 0.0, 0.0], np.zeros(3, "float16")):
            with self.assertRaises(TypeError):
                Vast.sum(x, axis=0, out=bad)
        self.assert_error(Vast.Error.SHAPE, Vast.sum, x, axis=0, out=np.zeros(2))

    def test_wrong_calls(self):
        for call in (lambda: Vast.sin(), lambda: Vast.sin(1, 2), lambda: Vast.sin(1, axis=0), lambda: Vast.add(1),
                     lambda: Vast.sum(1, x=2), lambda: Vast.sum([1], None, None, False, 5),
                     lambda: Vast.sum([1], axes=0),
                     lambda: Vast.sum([1], axis="0"), lambda: Vast.sin(None), lambda: Vast.sum([1], axis=0.5)):
            with self.assertRaises(TypeError):
                call()
        self.assert_error(Vast.Error.INDEX, Vast.sum, [1], axis=1)
        self.assert_error(Vast.Error.INVALID_ARGUMENT, Vast.sum, [[1]], axis=(0, 0))
        self.assert_error(Vast.Error.TYPE, Vast.sum, [1], dtype="float7")
        self.assert_error(Vast.Error.TYPE, Vast.sin, ["text"])

    def test_every_procedure_is_a_function(self):
        import inspect

        for procedure in Vast.Procedure.list():
            name = procedure.get_function_name().removeprefix("vast_")
            function = getattr(Vast, name)
            self.assertEqual(function.__name__, name)
            self.assertTrue(function.__doc__.startswith(procedure.get_doc()), name)
            self.assertEqual(list(inspect.signature(function).parameters),
                             [*procedure.get_input_names(), *procedure.get_parameter_names(), "out"])
            self.assertTrue(hasattr(Vast, name + "_into"))
            self.assertIn(name, dir(Vast))

    def test_into(self):
        x, out = Vast.Array([1.0, 4.0]), Vast.Array([0.0, 0.0])
        self.assertTrue(Vast.sqrt_into(x, out))
        self.assert_same(out, np.array([1.0, 2.0]))

    def test_large(self):
        random = np.random.default_rng(9)
        x = random_array(random, "float64", (1000, 1000))
        array = Vast.Array(x)
        np.testing.assert_allclose(Vast.sin(array), np.sin(x), rtol=1e-14, atol=1e-15)
        self.assert_same(Vast.Array(x.T) + array, x.T + x)


if __name__ == "__main__":
    main()
