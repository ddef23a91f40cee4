# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Files in NumPy's format, exchanged with NumPy, and files that are not what they say."""

import io
import os
import pathlib
import tempfile

import numpy as np
from common import DTYPES, Gio, GLib, TestCase, Vast, main, random_array

# What other software met: a file, and the array in it or the code of the error.
PLAIN = ("934e554d5059010076007b276465736372273a20273c6638272c2027666f727472616e5f6f72646572273a2046616c73652c20"
         "277368617065273a2028322c2032292c207d" + "20" * 58 + "0a"
         "000000000000f03f0000000000000080000000000000f07f0100000000000000")
BYTES = ("934e554d5059010076007b276465736372273a20277c7531272c2027666f727472616e5f6f72646572273a2046616c73652c20"
         "277368617065273a2028332c292c207d" + "20" * 60 + "0a" + "0080ff")
MISSING_KEY = ("934e554d5059010036007b276465736372273a20273c6934272c20277368617065273a2028362c297d" + "20" * 22 + "0a"
               "000000000100000002000000030000000400000005000000")
LONG_HEAD = "934e554d5059010076007b"


def load_bytes(data):
    return Vast.Array.read_npy(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(data)), None)


class TestFiles(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def both_ways(self, data):
        """Read as a stream and as a mapped file; both must agree."""
        path = self.folder / "data.npy"
        path.write_bytes(data)
        streamed, mapped = load_bytes(data), Vast.Array.load(path)
        self.assertTrue(streamed.equal(mapped))
        return mapped

    def test_from_numpy(self):
        random = np.random.default_rng(16)
        for dtype in DTYPES:
            for shape in ((), (3,), (2, 3), (0,), (2, 0, 3), (2, 3, 4)):
                source = random_array(random, dtype, shape)
                for written in (source, source.T, source.astype(source.dtype.newbyteorder("S"))):
                    for version in ((1, 0), (2, 0), (3, 0)):
                        stream = io.BytesIO()
                        np.lib.format.write_array(stream, written, version=version)
                        self.assert_same(self.both_ways(stream.getvalue()), written.astype(dtype))

    def test_to_numpy(self):
        random = np.random.default_rng(17)
        for dtype in DTYPES:
            for shape in ((), (3,), (2, 3), (0,), (2, 0, 3), (2, 3, 4)):
                source = random_array(random, dtype, shape)
                for view in (source, source.T, source[::2] if source.ndim else source):
                    Vast.Array(view).save(self.folder / "x.npy")
                    loaded = np.load(self.folder / "x.npy")
                    self.assertEqual(loaded.dtype, view.dtype)
                    np.testing.assert_array_equal(loaded, view)
                    # exactly NumPy's bytes, as the elements are in C order
                    stream = io.BytesIO()
                    np.lib.format.write_array(stream, np.ascontiguousarray(view).reshape(view.shape), version=(1, 0))
                    self.assertEqual((self.folder / "x.npy").read_bytes()[128:], stream.getvalue()[128:])

    def test_names(self):
        array = Vast.Array([1, 2])
        for name in (str(self.folder / "a.npy"), self.folder / "b.npy",
                     Gio.File.new_for_path(str(self.folder / "c.npy"))):
            array.save(name)
            self.assert_same(Vast.Array.load(name), np.array([1, 2]))
        self.assert_error_of_file(Vast.Array.load, self.folder / "none.npy")
        self.assert_error_of_file(array.save, self.folder / "none" / "x.npy")

    def assert_error_of_file(self, function, path):
        with self.assertRaisesRegex(GLib.Error, path.name):
            function(path)

    def test_mapped(self):
        source = np.arange(1000000.0)
        np.save(self.folder / "x.npy", source)
        array = Vast.Array.load(self.folder / "x.npy")
        self.assertFalse(array.is_writable())
        view = np.asarray(array)
        self.assertFalse(view.flags.writeable)
        os.unlink(self.folder / "x.npy")
        del array
        np.testing.assert_array_equal(view, source)

    def test_plain(self):
        array = self.both_ways(bytes.fromhex(PLAIN))
        self.assert_same(array, np.array([[1.0, -0.0], [np.inf, 5e-324]]))
        np.testing.assert_array_equal(np.signbit(np.asarray(array)), [[False, True], [False, False]])

    def test_bytes(self):
        self.assert_same(self.both_ways(bytes.fromhex(BYTES)), np.array([0, 128, 255], "uint8"))

    def assert_refused(self, data, code=Vast.Error.FORMAT):
        path = self.folder / "bad.npy"
        path.write_bytes(data)
        self.assert_error(code, load_bytes, data)
        self.assert_error(code, Vast.Array.load, path)

    def test_missing_key(self):
        self.assert_refused(bytes.fromhex(MISSING_KEY))

    def test_long_head(self):
        self.assert_refused(bytes.fromhex(LONG_HEAD))

    def test_every_truncation(self):
        data = bytes.fromhex(PLAIN)
        for length in range(len(data)):
            self.assert_refused(data[:length])

    def test_what_numpy_pickles(self):
        stream = io.BytesIO()
        np.save(stream, np.array([{}], object), allow_pickle=True)
        with self.assertRaises(GLib.Error):
            load_bytes(stream.getvalue())
        for source in (np.zeros(2, "float16"), np.array(["a"]), np.zeros(1, "datetime64[s]"),
                       np.zeros(2, [("a", "i4")])):
            stream = io.BytesIO()
            np.save(stream, source)
            self.assert_refused(stream.getvalue(), Vast.Error.NOT_SUPPORTED)

    def test_damaged(self):
        """Any byte of the head may be wrong: an error or an array, and nothing worse."""
        random = np.random.default_rng(18)
        data = bytes.fromhex(PLAIN)
        for _ in range(3000):
            damaged = bytearray(data)
            for _ in range(random.integers(1, 4)):
                damaged[random.integers(0, 80)] = random.integers(0, 256)
            try:
                array = load_bytes(bytes(damaged))
            except GLib.Error as error:
                self.assertEqual(error.domain, "vast-error-quark")
            else:
                self.assertLessEqual(array.nbytes, 32)

    def test_async(self):
        loop = GLib.MainLoop()
        source = Vast.Array([[1.5, 2.5]])
        file = Gio.File.new_for_path(str(self.folder / "x.npy"))
        results = []

        def saved(array, result):
            array.save_finish(result)
            Vast.Array.load_async(file, GLib.PRIORITY_DEFAULT, None, loaded)

        def loaded(_source, result):
            results.append(Vast.Array.load_finish(result))
            loop.quit()

        source.save_async(file, GLib.PRIORITY_DEFAULT, None, saved)
        loop.run()
        self.assert_same(results[0], np.array([[1.5, 2.5]]))

    def test_rows(self):
        source = np.arange(20.0).reshape(10, 2)
        data = io.BytesIO()
        np.save(data, source)
        reader = Vast.NpyReader.new(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(data.getvalue())), None)
        self.assertEqual((reader.dup_scalar_name(), reader.get_shape()), ("float64", [10, 2]))
        out = Gio.MemoryOutputStream.new_resizable()
        writer = Vast.NpyWriter.new(out, "float64", [10, 2], None)
        position = 0
        while (rows := reader.read(4, None)) is not None:
            self.assert_same(rows, source[position:position + 4])
            position += len(rows)
            writer.write(rows * 2, None)
        self.assertEqual(position, 10)
        self.assertTrue(writer.close(None))
        out.close()
        np.testing.assert_array_equal(np.load(io.BytesIO(out.steal_as_bytes().get_data())), source * 2)


if __name__ == "__main__":
    main()
