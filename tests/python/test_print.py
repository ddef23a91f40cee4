# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The text of arrays, compared with NumPy's, character by character."""

import numpy as np
from common import TestCase, Vast, main


def numpy_text(array):
    with np.printoptions(edgeitems=3, threshold=1000, linewidth=75, precision=8, legacy=False):
        return str(array)


class Print(TestCase):
    def assert_prints(self, array):
        with self.subTest(dtype=array.dtype, array=array.tolist() if array.size < 50 else array.shape):
            self.assertEqual(str(Vast.Array(array)), numpy_text(array))

    def test_floats(self):
        for values in ([1.0], [1.5, 2.25], [-1.0, 1.0], [1e10], [1e-10], [1e10, 1e-10], [0.0], [-0.0], [0.0, -0.0],
                       [1e8], [99999999.0],
                       [1e-4], [9.9e-5], [1, 1001], [1, 1000], [0.1, 100.0], [0.1, 100.1], [1 / 3], [1 / 3, 1e5],
                       [2 / 3, 1, 10],
                       [123456.789012345], [1e300, 1e-300], [5e-324], [1.7976931348623157e308], [1e16], [1e15],
                       [123456789.125],
                       [np.nan], [np.inf], [-np.inf], [np.nan, 1], [np.inf, 1], [-np.inf, 1], [np.nan, np.inf, -np.inf],
                       [np.nan, 1.5, -2.25], [np.inf, 1e10], [-np.inf, 1e-10, 3], [np.nan, 123456.5],
                       [1e100, np.nan, -np.inf],
                       [0.1 + 0.2], [1.123456789], [0.123456785, 0.5], [99999.999999999], [0.99999999999],
                       [9.99999995, 1],
                       [1e-5, 0], [0, 1e9], [100, 0.001], [1e22], [1e23], [-1e-7], [3e-5, 0.1], [16777216.0, 0.5],
                       [99999992.0], [33554436.0, -67108872.0], [99999996.0]):
            for dtype in ("float64", "float32"):
                with np.errstate(over="ignore"):
                    self.assert_prints(np.array(values, "float64").astype(dtype))

    def test_random_floats(self):
        random = np.random.default_rng(10)
        for _ in range(1500):
            shape = tuple(random.integers(0, 5, random.integers(1, 4)))
            values = random.normal(size=shape) * 10.0 ** random.integers(-12, 13) ** random.integers(0, 2)
            kind = random.integers(0, 5)
            if kind == 0:
                values = values * 10.0 ** random.integers(-4, 5, shape)
            elif kind == 1:
                values = np.round(values, 2)
            elif kind == 2:
                values = np.where(random.random(shape) < 0.3,
                                  random.choice([np.nan, np.inf, -np.inf, 0.0, -0.0], shape), values)
            elif kind == 3:
                values = np.trunc(values)
            with np.errstate(over="ignore"):
                self.assert_prints(values.astype(random.choice(["float64", "float32"])))

    def test_random_bits(self):
        random = np.random.default_rng(11)
        for dtype, bits in (("float64", "int64"), ("float32", "int32")):
            for _ in range(300):
                info = np.iinfo(bits)
                self.assert_prints(random.integers(info.min, info.max, random.integers(1, 5), bits).view(dtype))

    def test_integers(self):
        random = np.random.default_rng(12)
        for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
            info = np.iinfo(dtype)
            self.assert_prints(np.array([info.min, info.max, 0], dtype))
            for _ in range(50):
                self.assert_prints(random.integers(info.min, info.max, random.integers(1, 6, random.integers(1, 4)),
                                                   dtype))

    def test_booleans(self):
        random = np.random.default_rng(13)
        self.assert_prints(np.array([True]))
        self.assert_prints(np.array([False]))
        for _ in range(20):
            self.assert_prints(random.integers(0, 2, random.integers(1, 30, 2)) == 1)

    def test_complex(self):
        random = np.random.default_rng(14)
        for values in ([1 + 2j], [1 - 2j], [0j], [-0.0 - 0.0j], [1.5 + 2.25j, 10 - 0.5j], [1e10 + 1j], [1 + 1e-10j],
                       [complex(np.nan, 1)],
                       [complex(1, np.nan)], [complex(np.inf, -np.inf)], [complex(np.nan, np.nan), 1 + 1j],
                       [complex(1, -np.inf), 100.25j],
                       [complex(0, 5), complex(3, 0)], [1 / 3 + 2j / 3, 1], [complex(1, np.inf), 1.25 + 2.5j]):
            for dtype in ("complex128", "complex64"):
                self.assert_prints(np.array(values, dtype))
        for _ in range(500):
            shape = tuple(random.integers(1, 5, random.integers(1, 3)))
            values = (random.normal(size=shape) + 1j * random.normal(size=shape)) * 10.0 ** random.integers(-6, 7)
            if random.random() < 0.3:
                values = np.round(values, 2)
            self.assert_prints(values.astype(random.choice(["complex128", "complex64"])))

    def test_strings(self):
        for values in (["a"], ["a", "galaxy"], ["it's"], ['say "x"'], ["it's \"x\""], ["tab\tnew\nline"],
                       [b"\xff\x00a"], ["back\\slash"], [""]):
            self.assert_prints(np.array(values, "S"))

    def test_rank_0(self):
        for value in (1.0, -0.0, 0.1, 1e16, 1e15, 1e-4, 1e-5, 1e300, 5e-324, 1 / 3, np.nan, np.inf, -np.inf,
                      123456789.0, 1e22):
            self.assert_prints(np.array(value))
            with np.errstate(over="ignore", under="ignore"):
                self.assert_prints(np.array(value).astype("float32"))
        for value in (1, -5, True, False, 2**63 - 1, b"text", 1 + 2j, 2j, -2j, complex(np.nan, 1), complex(-0.0, 1),
                      complex(1, -0.0),
                      complex(1, np.inf), 1e20 + 1j, 0j, complex(0, np.nan)):
            self.assert_prints(np.array(value))
        for value in (0.1 + 0.2j, 1e10 + 1j):
            self.assert_prints(np.array(value, "complex64"))

    def test_shapes(self):
        for shape in ((0,), (0, 3), (3, 0), (2, 0, 3), (1,), (1, 1), (1, 1, 1), (2, 3), (3, 1, 2), (2, 2, 2, 2),
                      (1, 2, 1, 2, 1)):
            self.assert_prints(np.arange(np.prod(shape, dtype=int)).reshape(shape))
            self.assert_prints(np.arange(np.prod(shape, dtype=int)).reshape(shape).T * 0.5)

    def test_long_lines(self):
        for length in (10, 18, 19, 20, 24, 25, 26, 37, 38, 75, 100, 1000):
            self.assert_prints(np.arange(length))
            self.assert_prints(np.arange(length) * 0.1)
            self.assert_prints(np.arange(length) * 1e-9)
            self.assert_prints(np.arange(length) % 3 == 0)
            self.assert_prints(np.arange(length) * 1j)
        self.assert_prints(np.arange(90).reshape(3, 30) / 7)
        self.assert_prints(np.arange(180).reshape(2, 3, 30) / 7)
        self.assert_prints(np.full((2, 40), -1.5))

    def test_wide_elements(self):
        self.assert_prints(np.full(3, b"x" * 100))
        self.assert_prints(np.full((2, 3), b"y" * 40))

    def test_summaries(self):
        random = np.random.default_rng(15)
        for shape in ((1001,), (2000,), (1000, 2), (2, 1000), (40, 40), (7, 7, 30), (6, 6, 30), (5, 300),
                      (3, 3, 3, 100), (10, 10, 10, 10),
                      (1, 1001), (1001, 1), (30, 7, 7)):
            self.assert_prints(np.arange(np.prod(shape)).reshape(shape))
            self.assert_prints(random.normal(size=shape))
            self.assert_prints(random.normal(size=shape) + 1j * random.normal(size=shape))
        # what is not shown does not count
        hidden = np.zeros(2000)
        hidden[1000] = 1e20
        self.assert_prints(hidden)
        self.assert_prints(np.arange(1000000).reshape(1000, 1000).T)

    def test_views(self):
        source = np.arange(60).reshape(3, 4, 5) / 8
        for view in (source.T, source[::-1, ::2], source[:, 1], np.broadcast_to(source[0], (2, 4, 5)), source[1:1]):
            self.assert_prints(view)

    def test_repr(self):
        self.assertEqual(repr(Vast.Array([1, 2])), "<Vast.Array int64 (2,): [1 2]>")
        self.assertEqual(repr(Vast.Array([[1.0], [2.0]])), "<Vast.Array float64 (2, 1):\n[[1.]\n [2.]]>")
        self.assertEqual(f"{Vast.Array(2.5)}", "2.5")


if __name__ == "__main__":
    main()
