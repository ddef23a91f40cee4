// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

/* What Vast is in JavaScript beside what the introspection data says.
 *
 * new Vast.Array (values, type)    of nested lists, a typed array or a single value; the elements are copied
 * array.at (i, j), array.set (i, j, value), for (const row of array), array.length, array.shape
 * array.toArray ()                 nested lists
 * array.toTypedArray ()            a copy in one typed array, in C order
 * array.typedArray                 the array's own memory as a typed array: what is written in one is seen in the other
 * Vast.sum (x, {axis: 0})          every procedure takes anything that makes an array, and its options by name
 * await cluster.callAsync ('sin', x, {}, null)
 *
 * Elements of 64-bit integer types are Numbers where a Number is exact, and BigInts beyond. */

const {Gio, GLib} = imports.gi;

const TYPED_ARRAYS = {
    bool: Uint8Array,
    int8: Int8Array,
    int16: Int16Array,
    int32: Int32Array,
    int64: BigInt64Array,
    uint8: Uint8Array,
    uint16: Uint16Array,
    uint32: Uint32Array,
    uint64: BigUint64Array,
    float32: Float32Array,
    float64: Float64Array,
    complex64: Float32Array, // real and imaginary parts in turn
    complex128: Float64Array,
};
const TYPE_NAMES = new Map([
    [Uint8ClampedArray, 'uint8'],
    ...Object.entries(TYPED_ARRAYS)
        .filter(([name]) => !/^(bool|complex)/.test(name))
        .map(([name, type]) => [type, name]),
]);
const SLICE_OPEN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const isBig = type => type === 'int64' || type === 'uint64';
const isComplex = type => type.startsWith('complex');
const isFloating = type => type.startsWith('float') || isComplex(type);
const isText = type => type.startsWith('S');

/* --- values --- */

function _exact(big) {
    const number = Number(big);
    return Number.isSafeInteger(number) ? number : big;
}

function _isComplexNumber(value) {
    return typeof value?.real === 'number' && typeof value.imag === 'number';
}

/* Appends the values of nested lists; gives their shape. */
function _flatten(values, flat) {
    if (ArrayBuffer.isView(values))
        values = Array.from(values);
    if (!Array.isArray(values)) {
        flat.push(values);
        return [];
    }
    const shapes = values.map(value => _flatten(value, flat));
    for (const shape of shapes) {
        if (String(shape) !== String(shapes[0]))
            throw new RangeError(`lists of different lengths: [${shapes[0]}] and [${shape}]`);
    }
    return [values.length, ...shapes[0] ?? []];
}

function _typeOf(flat) {
    const kinds = new Set(flat.map(value => _isComplexNumber(value) ? 'complex' : typeof value));
    for (const kind of kinds) {
        if (!['boolean', 'number', 'bigint', 'string', 'complex'].includes(kind))
            throw new TypeError(`a value of type ${kind} is no element of an array`);
    }
    if (kinds.has('string')) {
        if (kinds.size > 1)
            throw new TypeError('an array cannot hold both strings and numbers');
        return `S${Math.max(1, ...flat.map(text => new TextEncoder().encode(text).length))}`;
    }
    if (kinds.size === 1 && kinds.has('boolean'))
        return 'bool';
    if (kinds.has('complex'))
        return 'complex128';
    if (!kinds.has('bigint'))
        return 'float64';
    if (flat.some(value => typeof value === 'number' && !Number.isSafeInteger(value)))
        throw new TypeError('an array cannot hold both BigInts and numbers that are no integers');
    return flat.some(value => value > INT64_MAX) ? 'uint64' : 'int64';
}

/* Puts a value into a typed array, where an integer out of range would come back as another. */
function _store(target, i, value, type) {
    if (isComplex(type)) {
        [target[2 * i], target[2 * i + 1]] = _isComplexNumber(value) ? [value.real, value.imag] : [Number(value), 0];
        return;
    }
    if (isFloating(type)) {
        target[i] = Number(value);
        return;
    }
    if (type === 'bool') {
        target[i] = value ? 1 : 0;
        return;
    }
    if (typeof value === 'number' && !Number.isFinite(value))
        throw new RangeError(`${value} is out of the range of type ${type}`);
    const whole = typeof value === 'number' ? Math.trunc(value) : value;
    target[i] = isBig(type) ? BigInt(whole) : Number(whole);
    if (BigInt(target[i]) !== BigInt(whole))
        throw new RangeError(`${value} is out of the range of type ${type}`);
}

function _load(source, i, type) {
    if (isComplex(type))
        return {real: source[2 * i], imag: source[2 * i + 1]};
    if (type === 'bool')
        return source[i] !== 0;
    return isBig(type) ? _exact(source[i]) : source[i];
}

function _nested(flat, shape) {
    if (shape.length === 0)
        return flat[0];
    const [length, ...rest] = shape;
    if (rest.length === 0)
        return flat;
    const step = length > 0 ? flat.length / length : 0;
    return Array.from({length}, (_, i) => _nested(flat.slice(i * step, (i + 1) * step), rest));
}

function _isOptions(value) {
    return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function _variant(name, value) {
    switch (typeof value) {
    case 'boolean':
        return GLib.Variant.new_boolean(value);
    case 'number':
        return Number.isSafeInteger(value) ? GLib.Variant.new_int64(value) : GLib.Variant.new_double(value);
    case 'bigint':
        return GLib.Variant.new_int64(value);
    case 'string':
        return GLib.Variant.new_string(value);
    }
    if (value instanceof GLib.Variant)
        return value;
    if (Array.isArray(value))
        return new GLib.Variant('ax', value);
    throw new TypeError(`the option ${name} cannot be a ${typeof value}`);
}

/* Named options as the library takes them; one that is null or undefined has its default. */
function _options(options) {
    if (options === null || options === undefined || options instanceof GLib.Variant)
        return options ?? null;
    const given = Object.entries(options)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [name, _variant(name, value)]);
    return given.length ? new GLib.Variant('a{sv}', Object.fromEntries(given)) : null;
}

const _file = file => typeof file === 'string' ? Gio.File.new_for_path(file) : file;

const _camelCase = name => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/* --- arrays --- */

class Converter {
    constructor(Vast) {
        this.Vast = Vast;
        this.newNamed = Vast.Array.new_named;
    }

    fromValues(values, type = null) {
        const flat = [];
        const shape = _flatten(values, flat);
        type ??= _typeOf(flat);
        const array = this.newNamed(type, shape);
        if (isText(type)) {
            this.writeTexts(array, flat);
            return array;
        }
        const target = array.typedArray;
        flat.forEach((value, i) => _store(target, i, value, type));
        return array;
    }

    writeTexts(array, texts) {
        const size = array.get_scalar_size();
        const bytes = this.bytesOf(array);
        texts.forEach((text, i) => bytes.set(new TextEncoder().encode(text).subarray(0, size), i * size));
    }

    fromTypedArray(values, type = null) {
        const own = TYPE_NAMES.get(values.constructor);
        if (own === undefined)
            throw new TypeError(`a ${values.constructor.name} is no array of numbers`);
        const array = this.newNamed(own, [values.length]);
        array.typedArray.set(values);
        return type === null || type === own ? array : array.astype(type);
    }

    fromAny(value, type = null) {
        if (value instanceof this.Vast.Array)
            return type === null || value.scalar_name === type ? value : value.astype(type);
        if (ArrayBuffer.isView(value))
            return this.fromTypedArray(value, type);
        return this.fromValues(value, type);
    }

    /* The bytes of the elements in C order: the array's own memory if they lie together. */
    bytesOf(array) {
        return array.dup_bytes().toArray();
    }

    view(array) {
        const bytes = this.bytesOf(array);
        const type = TYPED_ARRAYS[array.scalar_name];
        if (type === undefined)
            throw new TypeError(`there is no typed array for elements of type ${array.scalar_name}`);
        return new type(bytes.buffer, bytes.byteOffset, bytes.byteLength / type.BYTES_PER_ELEMENT);
    }

    /* All elements as values. */
    flat(array) {
        const type = array.scalar_name;
        const bytes = this.bytesOf(array);
        const size = array.get_scalar_size();
        if (isText(type)) {
            return Array.from({length: array.size}, (_, i) =>
                new TextDecoder().decode(bytes.subarray(i * size, (i + 1) * size)).replace(/\0+$/, ''));
        }
        const source = this.view(array);
        return Array.from({length: array.size}, (_, i) => _load(source, i, type));
    }

    element(array, index) {
        const type = array.scalar_name;
        if (!isComplex(type) && !isText(type)) {
            const number = array.get_double(index);
            if (type === 'bool')
                return number !== 0;
            if (!isBig(type) || Number.isSafeInteger(number))
                return number;
        }
        if (index.length !== array.rank)
            throw new RangeError(`${index.length} positions are no index of an array of rank ${array.rank}`);
        return this.flat(this.part(array, index))[0];
    }

    part(array, index) {
        return index.reduce((part, position) => part.index(0, position), array);
    }

    /* The type that a single value takes beside an array: the array's own, if it can hold the value. */
    typeBeside(value, type) {
        if (typeof value === 'boolean')
            return 'bool';
        if (_isComplexNumber(value))
            return isComplex(type) ? type : type === 'float32' ? 'complex64' : 'complex128';
        if (typeof value !== 'number' && typeof value !== 'bigint' || isText(type))
            return null;
        if (isFloating(type))
            return type;
        if (typeof value === 'number' && !Number.isInteger(value))
            return 'float64';
        if (type !== 'bool') {
            const limit = type.startsWith('u') ? BigInt.asUintN : BigInt.asIntN;
            if (limit(Number(type.match(/\d+/)[0]), BigInt(value)) === BigInt(value))
                return type;
        }
        return typeof value === 'bigint' ? null : Number.isSafeInteger(value) ? 'int64' : 'float64';
    }

    /* Arrays of what is computed together: single values adapt to the first array there is. */
    inputs(values) {
        const array = values.find(value => value instanceof this.Vast.Array || ArrayBuffer.isView(value));
        if (!array)
            return values.map(value => this.fromAny(value));
        const type = this.fromAny(array).scalar_name;
        return values.map(value => this.fromAny(value, this.isSingle(value) ? this.typeBeside(value, type) : null));
    }

    isSingle(value) {
        return typeof value !== 'object' || _isComplexNumber(value);
    }

    /* A list is a list of inputs; anything else is the only one. */
    inputList(inputs) {
        return this.inputs(Array.isArray(inputs) ? inputs : [inputs]);
    }
}

const _result = arrays => arrays.length === 1 ? arrays[0] : arrays;

function _extendArray(Vast, converter) {
    const prototype = Vast.Array.prototype;
    const {_init: init, slice, assign, fill, equal} = prototype;

    prototype._init = function (values, type = null) {
        // No values at all, or none but construct properties, of which there are none that can be set.
        return values === undefined ? init.call(this) : converter.fromAny(values, type);
    };

    Object.defineProperties(prototype, {
        shape: {get() { return this.get_shape(); }},
        strides: {get() { return this.get_strides(); }},
        length: {
            get() {
                if (this.rank === 0)
                    throw new TypeError('an array of rank 0 has no length');
                return this.get_shape()[0];
            },
        },
        typedArray: {
            get() {
                if (!this.is_contiguous())
                    throw new TypeError('the elements do not lie together in C order: use toTypedArray ()');
                // JavaScript knows no read-only memory, and a write to a mapped file would end the process.
                if (!this.is_writable())
                    throw new TypeError('the array is read-only: use toTypedArray ()');
                return converter.view(this);
            },
        },
    });

    Object.assign(prototype, {
        at(...index) {
            return index.length < this.rank ? converter.part(this, index) : converter.element(this, index);
        },

        set(...indexAndValue) {
            const index = indexAndValue.slice(0, -1);
            const [value] = indexAndValue.slice(-1);
            if (index.length > this.rank)
                throw new RangeError(`${index.length} positions are no index of an array of rank ${this.rank}`);
            converter.part(this, index).assign(value);
        },

        * [Symbol.iterator]() {
            for (let i = 0; i < this.length; i++)
                yield this.at(i);
        },

        toArray() {
            return _nested(converter.flat(this), this.get_shape());
        },

        toTypedArray() {
            return converter.view(this).slice();
        },

        toString() {
            return this.to_string();
        },

        /* So that a single number is computed with as such. */
        valueOf() {
            return this.size === 1 ? converter.flat(this)[0] : this;
        },

        slice(axis, start = null, stop = null, step = 1) {
            return slice.call(this, axis, start ?? SLICE_OPEN, stop ?? SLICE_OPEN, step);
        },

        assign(source) {
            const type = converter.isSingle(source) ? converter.typeBeside(source, this.scalar_name) : null;
            assign.call(this, converter.fromAny(source, type));
        },

        fill(value) {
            if (!converter.isSingle(value))
                throw new TypeError('an array is filled with a single value');
            this.assign(value);
        },

        equal(other) {
            return equal.call(this, converter.fromAny(other));
        },
    });

    const {load} = Vast.Array;
    Vast.Array.load = (file, cancellable = null) => load(_file(file), cancellable);
    const {save} = prototype;
    prototype.save = function (file, cancellable = null) {
        return save.call(this, _file(file), cancellable);
    };
    Gio._promisify(Vast.Array, 'load_async', 'load_finish');
    Gio._promisify(prototype, 'save_async', 'save_finish');
}

/* --- functions --- */

/* How an option is passed to the C function: axes as a list, everything else as it is. */
function _argument(Vast, parameter, value) {
    const isList = parameter.kind === Vast.ParameterKind.AXES ||
        parameter.kind === Vast.ParameterKind.AXIS && parameter.default === null;
    return isList && typeof value === 'number' ? [value] : value;
}

function _makeFunction(Vast, converter, procedure, name) {
    const call = Vast[name], into = Vast[`${name}_into`];
    const nInputs = procedure.get_input_names().length;
    const parameters = procedure.get_parameter_names().map(parameter => ({
        name: parameter,
        kind: procedure.get_parameter_kind(parameter),
        default: procedure.dup_parameter_default(parameter)?.deepUnpack() ?? null,
    }));

    return function (...values) {
        const inputs = converter.inputs(values.slice(0, nInputs));
        const rest = values.slice(nInputs);
        const named = rest.length === 1 && _isOptions(rest[0]) ? rest[0]
            : Object.fromEntries(rest.map((value, i) => [parameters[i]?.name ?? `number ${i}`, value]));
        const {out = null, ...given} = named;
        for (const option of Object.keys(given)) {
            if (!parameters.some(parameter => parameter.name === option))
                throw new TypeError(`${name} has no option ${option}`);
        }
        const options = parameters.map(parameter =>
            _argument(Vast, parameter, given[parameter.name] ?? parameter.default));
        if (options.some(value => Array.isArray(value) && value.length === 0))
            return _callByName(procedure, inputs, given, out);
        if (out === null)
            return call(...inputs, ...options);
        into(...inputs, out, ...options);
        return out;
    };
}

/* The C functions take no axes at all for all of them; the options of a call by name tell the two apart. */
function _callByName(procedure, inputs, options, out) {
    if (out === null)
        return procedure.invoke(inputs, options);
    procedure.invoke_into(inputs, _options(options), [out]);
    return out;
}

function _extendProcedures(Vast, converter) {
    const {invoke} = Vast.Procedure.prototype;
    Vast.Procedure.prototype.invoke = function (inputs, options = null) {
        return _result(invoke.call(this, converter.inputList(inputs), _options(options)));
    };

    for (const procedure of Vast.Procedure.list()) {
        const name = procedure.get_function_name().replace(/^vast_/, '');
        if (Vast[name] === undefined)
            continue;
        Vast[name] = _makeFunction(Vast, converter, procedure, name);
        Vast[_camelCase(name)] = Vast[name];
    }
}

/* Clusters and single nodes are called alike. */
function _extendRemote(prototype, converter) {
    const {call, call_async: callAsync, call_finish: finish} = prototype;

    prototype.call = function (procedure, inputs, options = null, cancellable = null) {
        return _result(call.call(this, procedure, converter.inputList(inputs), _options(options), cancellable));
    };

    prototype.callAsync = function (procedure, inputs, options = null, cancellable = null) {
        return new Promise((resolve, reject) => {
            const done = (_, result) => {
                try {
                    resolve(_result(finish.call(this, result)));
                } catch (error) {
                    reject(error);
                }
            };
            callAsync.call(this, procedure, converter.inputList(inputs), _options(options), cancellable, done);
        });
    };
}

function _init() {
    const Vast = this;
    const converter = new Converter(Vast);
    _extendArray(Vast, converter);
    _extendProcedures(Vast, converter);
    _extendRemote(Vast.Cluster.prototype, converter);
    _extendRemote(Vast.Node.prototype, converter);
    Gio._promisify(Vast.Cluster.prototype, 'add_node_async', 'add_node_finish');
}
