// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

/* Arrays and procedures in JavaScript. */

imports.gi.versions.Vast = '1.0';
imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));

const {Gio, GLib, GObject, Vast} = imports.gi;
const {assertEqual, assertSame, assertThrows, assertTrue, run, test} = imports.tap;

const TYPED_ARRAYS = {
    int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array, uint16: Uint16Array,
    uint32: Uint32Array, uint64: BigUint64Array, float32: Float32Array, float64: Float64Array,
};

test('new from lists', () => {
    const array = new Vast.Array([[1, 2, 3], [4, 5, 6]]);
    assertTrue(array instanceof Vast.Array);
    assertEqual(array.scalar_name, 'float64');
    assertSame(array.shape, [2, 3]);
    assertEqual(array.length, 2);
    assertEqual(`${array}`, '[[1. 2. 3.]\n [4. 5. 6.]]');
    assertEqual(new Vast.Array([true, false]).scalar_name, 'bool');
    assertEqual(new Vast.Array([1n, 2]).scalar_name, 'int64');
    assertEqual(new Vast.Array(['a', 'vast']).scalar_name, 'S4');
    assertEqual(new Vast.Array([1, {real: 0, imag: 2}]).scalar_name, 'complex128');
    assertEqual(new Vast.Array([1, -2], 'int16').scalar_name, 'int16');
    assertSame(new Vast.Array([]).shape, [0]);
    assertSame(new Vast.Array([[], []]).shape, [2, 0]);
    assertSame(new Vast.Array().shape, [0]);
    assertSame(new Vast.Array(7).shape, []);
    assertTrue(new Vast.Array([1]).is_writable());
    assertTrue(new Vast.Array(array) !== null);
});

test('new from typed arrays', () => {
    for (const [name, type] of Object.entries(TYPED_ARRAYS)) {
        const values = name.endsWith('64') && !name.startsWith('f') ? type.of(1n, 2n, 3n) : type.of(1, 2, 3);
        const array = new Vast.Array(values);
        assertEqual(array.scalar_name, name);
        assertSame(array.toTypedArray(), values);
        assertTrue(array.toTypedArray() instanceof type);
        assertSame(array.toArray(), [1, 2, 3]);
    }
    assertEqual(new Vast.Array(Uint8ClampedArray.of(300)).toString(), '[255]');
    assertEqual(new Vast.Array(Float64Array.of(1.5), 'float32').scalar_name, 'float32');
    assertSame(new Vast.Array([Float64Array.of(1, 2), [3, 4]]).toArray(), [[1, 2], [3, 4]]);
});

test('new refuses', () => {
    assertThrows(RangeError, () => new Vast.Array([[1, 2], [3]]));
    assertThrows(RangeError, () => new Vast.Array([256], 'uint8'));
    assertThrows(RangeError, () => new Vast.Array([NaN], 'int32'));
    assertThrows(RangeError, () => new Vast.Array([2n ** 63n], 'int64'));
    assertThrows(RangeError, () => new Vast.Array([2n ** 64n]));
    assertThrows(TypeError, () => new Vast.Array(['a', 1]));
    assertThrows(TypeError, () => new Vast.Array([null]));
    assertThrows(TypeError, () => new Vast.Array([1n, 0.5]));
    assertThrows(TypeError, () => new Vast.Array([{}]));
    assertThrows(TypeError, () => new Vast.Array(new DataView(new ArrayBuffer(8))));
    const error = assertThrows(GLib.Error, () => new Vast.Array([1], 'int7'));
    assertTrue(error.matches(Vast.Error, Vast.Error.TYPE));
});

test('doubles come out exactly', () => {
    const array = new Vast.Array([1, NaN, -0]);
    assertSame(array.toArray(), [1, NaN, -0]);
    assertSame([...array], [1, NaN, -0]);
    assertSame(array.toTypedArray(), Float64Array.of(1, NaN, -0));
    assertSame(array.at(2), -0);
});

test('64-bit integers are exact', () => {
    const values = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
    const limits = {int64: [-(2n ** 53n) - 1n, -(2n ** 63n)], uint64: [2n ** 63n, 18446744073709551615n]};
    for (const [type, more] of Object.entries(limits)) {
        const expected = [...values, ...more];
        const array = new Vast.Array(expected, type);
        assertEqual(array.scalar_name, type);
        assertSame([...array.toTypedArray()], expected);
        // A Number where it is exact, a BigInt beyond.
        const exact = expected.map(value => Number.isSafeInteger(Number(value)) ? Number(value) : value);
        assertSame(array.toArray(), exact);
        assertSame([...array], exact);
        const target = new Vast.Array(expected.map(() => 0n), type);
        expected.forEach((value, i) => target.set(i, value));
        assertTrue(target.equal(array));
    }
    const value = new GObject.Value();
    value.init(GObject.TYPE_UINT64);
    value.set_uint64(18446744073709551615n);
    assertEqual(Vast.Array.new_from_value(value).toString(), '18446744073709551615');
});

test('at and set', () => {
    const array = new Vast.Array([[1, 2, 3], [4, 5, 6]]);
    assertEqual(array.at(1, -1), 6);
    assertSame(array.at(0).toArray(), [1, 2, 3]);
    assertSame(array.at().shape, [2, 3]);
    array.set(0, 1, 20);
    array.set(1, [7, 8, 9]);
    assertSame(array.toArray(), [[1, 20, 3], [7, 8, 9]]);
    array.set(0);
    assertSame(array.toArray(), [[0, 0, 0], [0, 0, 0]]);
    assertEqual(new Vast.Array(2.5).at(), 2.5);
    assertEqual(new Vast.Array([true]).at(0), true);
    assertEqual(new Vast.Array(['text']).at(0), 'text');
    assertSame(new Vast.Array([{real: 1, imag: -2}]).at(0), {real: 1, imag: -2});
    assertSame(new Vast.Array(new Vast.Complex({real: 1, imag: -2})).at(), {real: 1, imag: -2});
    assertSame(Vast.add(new Float32Array([1]), Vast.Complex.new(1, -2)).toArray(), [{real: 2, imag: -2}]);
    const error = assertThrows(GLib.Error, () => array.at(2, 0));
    assertTrue(error.matches(Vast.Error, Vast.Error.INDEX));
    assertThrows(GLib.Error, () => array.at(0, 0, 0));
    assertThrows(RangeError, () => array.set(0, 0, 0, 1));
    assertThrows(RangeError, () => new Vast.Array([{real: 1, imag: 2}]).at(0, 0));
});

test('iteration', () => {
    const array = new Vast.Array([[1, 2], [3, 4]]);
    let sum = 0;
    for (const row of array) {
        for (const value of row)
            sum = sum * 10 + value;
    }
    assertEqual(sum, 1234);
    const iterator = array.transpose(null).iterator();
    const values = [];
    while (iterator.next())
        values.push(iterator.get());
    assertSame(values, [1, 3, 2, 4]);
    assertThrows(TypeError, () => [...new Vast.Array(1)]);
});

test('typed arrays share memory', () => {
    const array = new Vast.Array([[1, 2], [3, 4]]);
    const view = array.typedArray;
    view[3] = 40;
    assertEqual(array.at(1, 1), 40);
    array.set(0, 0, 10);
    assertEqual(view[0], 10);
    const copy = array.toTypedArray();
    copy[0] = 7;
    assertEqual(array.at(0, 0), 10);
    assertSame(array.transpose(null).toTypedArray(), Float64Array.of(10, 3, 2, 40));
    assertThrows(TypeError, () => array.transpose(null).typedArray);
    const readOnly = Vast.Array.new_from_bytes('uint8', [3], new GLib.Bytes([1, 2, 3]));
    assertThrows(TypeError, () => readOnly.typedArray);
    assertSame(readOnly.toTypedArray(), Uint8Array.of(1, 2, 3));
});

test('memory outlives the array', () => {
    let array = new Vast.Array(new Float64Array(1000).fill(7));
    const view = array.typedArray;
    array = null;
    imports.system.gc();
    const others = Array.from({length: 5}, () => new Vast.Array(new Float64Array(1000)));
    assertEqual(view.every(value => value === 7), true);
    assertEqual(others.length, 5);
});

test('views', () => {
    const array = new Vast.Array([[1, 2, 3, 4], [5, 6, 7, 8]]);
    assertSame(array.slice(1, 1, 3).toArray(), [[2, 3], [6, 7]]);
    assertSame(array.slice(1, null, null, -2).toArray(), [[4, 2], [8, 6]]);
    assertSame(array.slice(1, -2).toArray(), [[3, 4], [7, 8]]);
    assertSame(array.reshape([4, 2]).toArray(), [[1, 2], [3, 4], [5, 6], [7, 8]]);
    const view = new Vast.ArrayBuilder(array);
    assertTrue(view !== null);
    assertSame(Vast.ArrayBuilder.new(array).index(0, 1).flip(0).end().toArray(), [8, 7, 6, 5]);
});

test('assign and fill', () => {
    const array = new Vast.Array([[1, 2], [3, 4]], 'int8');
    array.assign([5, 6]);
    assertSame(array.toArray(), [[5, 6], [5, 6]]);
    array.fill(7);
    assertSame(array.toArray(), [[7, 7], [7, 7]]);
    array.at(0).assign(1.9);
    assertSame(array.toArray(), [[1, 1], [7, 7]]);
    assertThrows(TypeError, () => array.fill([1]));
});

test('functions', () => {
    assertSame(Vast.add([1, 2], [3, 4]).toArray(), [4, 6]);
    assertSame(Vast.add(new Vast.Array([1, 2], 'int8'), 1).toArray(), [2, 3]);
    assertEqual(Vast.add(new Vast.Array([1, 2], 'int8'), 1).scalar_name, 'int8');
    assertEqual(Vast.add(new Vast.Array([1, 2], 'int8'), 0.5).scalar_name, 'float64');
    assertEqual(Vast.add(new Vast.Array([1, 2], 'int8'), 300).scalar_name, 'int64');
    assertEqual(Vast.multiply(new Float32Array([1, 2]), 0.1).scalar_name, 'float32');
    assertSame(Vast.less(new Uint8Array([1, 255]), 256).toArray(), [true, true]);
    assertEqual(Vast.sin(1).at(), Math.sin(1));
    assertEqual(Vast.sum([1, 2, 3]) + 1, 7);
    assertTrue(Vast.sum([1, 2, 3]) > 5);
});

test('options', () => {
    const x = [[1, 2], [3, 4]];
    assertEqual(Vast.sum(x).at(), 10);
    assertSame(Vast.sum(x, {axis: 0}).toArray(), [4, 6]);
    assertSame(Vast.sum(x, {axis: [0, 1], keepdims: true}).toArray(), [[10]]);
    assertSame(Vast.sum(x, {axis: []}).toArray(), x);
    assertSame(Vast.sum(x, [1], null, false).toArray(), [3, 7]);
    assertSame(Vast.sum(x, 1).toArray(), [3, 7]);
    assertEqual(Vast.sum(x, {dtype: 'float32'}).scalar_name, 'float32');
    assertEqual(Vast.argmax(x, {axis: null}).at(), 3);
    assertSame(Vast.argmax(x, {axis: 1}).toArray(), [1, 1]);
    assertSame(Vast.sort([3, 1, 2], {descending: true}).toArray(), [3, 2, 1]);
    assertSame(Vast.cumulativeSum([1, 2, 3]).toArray(), [1, 3, 6]);
    assertEqual(Vast.var([1, 2, 3], {correction: 1}).at(), 1);
    const out = new Vast.Array([0, 0]);
    assertTrue(Vast.sum(x, {axis: 0, out}) === out);
    assertSame(out.toArray(), [4, 6]);
    Vast.sum(new Vast.Array([1, 2]), {axis: [], out});
    assertSame(out.toArray(), [1, 2]);
    assertThrows(TypeError, () => Vast.sum(x, {axes: 0}));
    const error = assertThrows(GLib.Error, () => Vast.sum(x, {axis: 2}));
    assertTrue(error.matches(Vast.Error, Vast.Error.INDEX));
});

test('procedures by name', () => {
    const sum = Vast.Procedure.find('sum');
    assertSame(sum.invoke([[[1, 2], [3, 4]]], {axis: 0}).toArray(), [4, 6]);
    assertEqual(sum.invoke(new Float64Array([1, 2])).at(), 3);
    for (const procedure of Vast.Procedure.list())
        assertEqual(typeof Vast[procedure.get_function_name().slice(5)], 'function');
    const error = assertThrows(GLib.Error, () => Vast.Procedure.find('no such'));
    assertTrue(error.matches(Vast.Error, Vast.Error.NOT_FOUND));
});

test('files', () => {
    const [file] = Gio.File.new_tmp('vast-XXXXXX.npy');
    const array = new Vast.Array([[1, 2], [3, 4]], 'int16');
    array.save(file);
    assertTrue(Vast.Array.load(file.get_path()).equal(array));
    assertTrue(Vast.Array.load(file).equal(array));
    array.save(file.get_path());
    file.delete(null);
    assertThrows(GLib.Error, () => Vast.Array.load(file));
});

test('files without blocking', async () => {
    const [file] = Gio.File.new_tmp('vast-XXXXXX.npy');
    const array = new Vast.Array([1, 2, 3]);
    await array.save_async(file, GLib.PRIORITY_DEFAULT, null);
    const back = await Vast.Array.load_async(file, GLib.PRIORITY_DEFAULT, null);
    assertSame(back.toArray(), [1, 2, 3]);
    file.delete(null);
});

run();
