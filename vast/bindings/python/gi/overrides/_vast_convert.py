# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Between Python's objects and arrays: memory by the buffer protocol, nested lists, scalars, names of element types."""

import array
import ctypes
import functools
import operator
import re
import struct
import sys
from collections.abc import Sequence

from gi.module import get_introspection_module
from gi.repository import GLib, GObject

Vast = get_introspection_module("Vast")

SCALARS = (bool, int, float, complex)

# By name of the element type: its kind, in order of generality, and the code of its parts in Python's struct module.
BOOL, INT, FLOAT, COMPLEX = range(4)
CODES = {"bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I",
         "uint64": "Q", "float32": "f", "float64": "d", "complex64": "f", "complex128": "d"}
KINDS = {name: {"b": BOOL, "c": COMPLEX, "f": FLOAT}.get(name[0], INT) for name in CODES}
PART = {name: struct.Struct("=" + code) for name, code in CODES.items()}
PYTHON_TYPES = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
INT64_MAX, UINT64_MAX = (1 << 63) - 1, (1 << 64) - 1


# --- names of element types ---

def dtype_name(dtype):
    """The library's name for a NumPy dtype, a Python type or a name."""
    if dtype is None or isinstance(dtype, str):
        return dtype
    if dtype in PYTHON_TYPES:
        return PYTHON_TYPES[dtype]
    if not hasattr(dtype, "kind"):
        import numpy

        dtype = numpy.dtype(dtype)
    return f"S{dtype.itemsize}" if dtype.kind == "S" else dtype.name


def typestr(name, size):
    """NumPy's short name of an element type, as its array interface has it."""
    if name not in KINDS:
        return f"|S{size}" if re.fullmatch(r"S\d+", name) else f"|V{size}"
    letter = "u" if name[0] == "u" else "bifc"[KINDS[name]]
    return f"{'|' if size == 1 else '<' if sys.byteorder == 'little' else '>'}{letter}{size}"


# --- memory that others own ---

class _Buffer(ctypes.Structure):
    """Python's own struct Py_buffer, of which only the address is wanted: the rest a memoryview tells."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_void_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]
    FULL_READ_ONLY = 0x11C  # PyBUF_FULL_RO: anything goes


_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int]
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = [ctypes.POINTER(_Buffer)]


def _address(view):
    """Where the first element of a memoryview is. It stays there as long as the view lives."""
    buffer = _Buffer()
    _get_buffer(view, buffer, _Buffer.FULL_READ_ONLY)
    address = buffer.buf
    _release_buffer(buffer)
    return address or 0


def memory_of(obj):
    """A memoryview of an object that has the buffer protocol, or None."""
    try:
        return memoryview(obj)
    except TypeError:
        return None
    except (ValueError, BufferError) as error:
        raise TypeError(f"the memory of a {_describe(obj)} cannot be used: {error}") from None


def _element_type(text, itemsize):
    """(name, whether the bytes are in the other order) of a format as the struct module has it, or (None, False)."""
    order, code = (text[0], text[1:]) if text[:1] in tuple("@=<>!^") else ("@", text)
    swapped = order in (">", "!") if sys.byteorder == "little" else order == "<"
    if code == "?":
        return "bool", False
    if code in tuple("bhilqn"):
        return f"int{8 * itemsize}", swapped and itemsize > 1
    if code in tuple("BHILQN"):
        return f"uint{8 * itemsize}", swapped and itemsize > 1
    if code in ("e", "f", "d", "Zf", "Zd"):
        return f"{'complex' if code[0] == 'Z' else 'float'}{8 * itemsize}", swapped
    if code == "c" or re.fullmatch(r"\d*s", code):
        return f"S{itemsize}", False
    return None, False


def from_memory(view, may_copy=True):
    """An array on the memory of a memoryview, or on a copy where the elements must be turned or moved."""
    name, swapped = _element_type(view.format, view.itemsize)
    if name is None:
        raise TypeError(f"elements of a {_describe(view.obj)} (format “{view.format}”) are none of an array's")
    address = _address(view)
    if not swapped and name != "float16" and _is_aligned(name, address, view):
        return _on_memory(view, name, view.shape, view.strides, address)
    if not may_copy:
        raise TypeError(f"results cannot be written to a {_describe(view.obj)} as its elements lie")
    return _from_copy(view, name, swapped)


def _on_memory(view, name, shape, strides, address):
    # The owner is Python's own kind of boxed value: no code of Python runs when it is let go, which may be while an
    # error is on its way, and in any thread.
    owner = GObject.Value(GObject.TYPE_PYOBJECT, view)
    return Vast.Array.new_from_owner(name, list(shape), list(strides), address, not view.readonly, owner)


def _own(data, name, shape):
    """An array on fresh memory, which holds the elements in C order."""
    view = memoryview(data)
    return _on_memory(view, name, shape, (), _address(view))


def from_bytes(name, shape, data):
    """An array of elements in C order; the bytes are copied, so that it may be written to."""
    return _own(bytearray(data), name, shape)


def _is_aligned(name, address, view):
    part = PART[name].size if name in PART else 1
    return (address % part == 0 and not view.suboffsets
            and all(length < 2 or stride % view.itemsize == 0 for length, stride in zip(view.shape, view.strides)))


def _from_copy(view, name, swapped):
    """The elements in C order and this machine's byte order, in memory of their own."""
    data = bytearray(view.tobytes())
    part = 2 if name == "float16" else PART[name].size if name in PART else 1
    if swapped:
        # Any type of that size will do for turning bytes.
        units = array.array({2: "H", 4: "I", 8: "Q"}[part], bytes(data))
        units.byteswap()
        data = bytearray(units.tobytes())
    if name == "float16":
        return _own(array.array("f", struct.unpack(f"={len(data) // 2}e", data)), "float32", view.shape)
    return _own(data, name, view.shape)


def _describe(obj):
    dtype = getattr(obj, "dtype", None)
    return type(obj).__name__ + (f" of type {dtype}" if dtype is not None else "")


# --- scalars ---

@functools.lru_cache(maxsize=1024)
def _constant(name, data):
    """A read-only array of rank 0: one is made for every use of the same number."""
    return Vast.Array.new_from_bytes(name, [], GLib.Bytes.new(data))


def _pack(value, name):
    kind = KINDS[name]
    if kind == INT:
        try:
            return PART[name].pack(value)
        except struct.error:
            raise OverflowError(f"{value} is out of the range of type {name}") from None
    if kind == BOOL:
        return b"\1" if value else b"\0"
    parts = (value.real, value.imag) if kind == COMPLEX else (float(value),)
    try:
        return b"".join(PART[name].pack(part) for part in parts)
    except OverflowError:  # which NumPy makes infinite
        return b"".join(bytes(ctypes.c_float(part)) for part in parts)


def _scalar_type(value, name):
    """The element type that a scalar takes beside an array of type `name`: not wider than its kind needs."""
    level = SCALARS.index(type(value))
    if KINDS.get(name, -1) >= level:
        return name
    if level == COMPLEX:
        return "complex64" if name == "float32" else "complex128"
    if level == INT and name is None and value > INT64_MAX:
        return "uint64"
    return ("bool", "int64", "float64")[level]


def scalar(value, name=None, comparing=False):
    """An array of rank 0 for a Python scalar that meets an array of type `name`."""
    chosen = _scalar_type(value, name)
    try:
        return _constant(chosen, _pack(value, chosen))
    except OverflowError:
        # Every element compares with a number beyond its type as with an infinite one.
        if not comparing:
            raise
        return _constant("float64", _pack(float("inf") if value > 0 else float("-inf"), "float64"))


def element_of_bytes(single):
    """The Python scalar of an array of one element, whatever its type."""
    name, data = single.dup_scalar_name(), single.dup_bytes().get_data()
    kind = KINDS.get(name)
    if kind is None:
        return data.rstrip(b"\0").decode(errors="replace") if name[0] == "S" else bytes(data)
    if kind == COMPLEX:
        middle = len(data) // 2
        return complex(*(PART[name].unpack(data[i:i + middle])[0] for i in (0, middle)))
    return PART[name].unpack(data)[0]


# --- nested lists ---

def _flatten(obj, flat, depth=0):
    """Appends the scalars of nested sequences; gives their shape."""
    if depth > 32:
        raise ValueError("lists are nested deeper than an array has dimensions")
    if hasattr(obj, "tolist") and not isinstance(obj, memoryview):
        obj = obj.tolist()
    if isinstance(obj, (str, bytes)) or not isinstance(obj, Sequence):
        flat.append(_as_scalar(obj))
        return ()
    shapes = [_flatten(part, flat, depth + 1) for part in obj]
    if any(shape != shapes[0] for shape in shapes):
        other = next(shape for shape in shapes if shape != shapes[0])
        raise ValueError(f"lists of different lengths: parts have shapes {shapes[0]} and {other}")
    return (len(shapes), *(shapes[0] if shapes else ()))


def _as_scalar(obj):
    if isinstance(obj, (str, bytes)) or type(obj) in SCALARS:
        return obj
    for kind, method in ((int, "__index__"), (float, "__float__"), (complex, "__complex__")):
        if hasattr(obj, method):
            return kind(obj)
    raise TypeError(f"a {type(obj).__name__} is no element of an array")


def _list_type(flat):
    if any(isinstance(value, (str, bytes)) for value in flat):
        if not all(isinstance(value, (str, bytes)) for value in flat):
            raise TypeError("an array cannot hold both strings and numbers")
        return f"S{max(1, *(len(_encoded(value)) for value in flat))}"
    level = max((SCALARS.index(type(value)) for value in flat), default=FLOAT)
    if level == INT and max(flat) > INT64_MAX:
        if max(flat) > UINT64_MAX or min(flat) < 0:
            raise OverflowError("integers are out of the range of both int64 and uint64")
        return "uint64"
    return ("bool", "int64", "float64", "complex128")[level]


def _encoded(value):
    return value.encode() if isinstance(value, str) else value


def from_list(obj, name=None):
    flat = []
    shape = _flatten(obj, flat)
    name = name or _list_type(flat)
    kind = KINDS.get(name)
    if kind is None:
        size = int(name[1:]) if re.fullmatch(r"S[1-9]\d*", name) else 0
        data = bytearray(b"".join(_encoded(value)[:size].ljust(size, b"\0") for value in flat)) if size else bytearray()
    elif kind == BOOL:
        data = bytearray(map(bool, flat))
    elif kind == COMPLEX:
        data = array.array(CODES[name], [part for value in flat for part in (value.real, value.imag)])
    elif kind == FLOAT:
        data = array.array(CODES[name], map(float, flat))
    else:
        data = array.array(CODES[name], map(int, flat))
    return _own(data, name, shape)


def to_list(source):
    """The elements as nested lists of Python scalars."""
    name, shape = source.dup_scalar_name(), source.get_shape()
    kind, data = KINDS.get(name), source.dup_bytes().get_data()
    size = source.get_scalar_size()
    if kind is None:
        parts = [data[i:i + size] for i in range(0, len(data), size)]
        flat = [part.rstrip(b"\0").decode(errors="replace") for part in parts] if name[0] == "S" else parts
    else:
        flat = memoryview(data).cast(CODES[name]).tolist()
        if kind == COMPLEX:
            flat = list(map(complex, flat[::2], flat[1::2]))
    return _nested(flat, shape)


def _nested(flat, shape):
    if not shape:
        return flat[0]
    for length in shape[:0:-1]:
        n_rows = len(flat) // length if length else 0
        flat = [flat[i * length:(i + 1) * length] for i in range(n_rows)]
    return flat if len(flat) == shape[0] else _empty(shape)


def _empty(shape):
    return [_empty(shape[1:]) for _ in range(shape[0])] if len(shape) > 1 else []


# --- anything ---

def as_array(obj, dtype=None):
    """An array of anything array-like: the object itself, a view of its memory, or a copy of its elements."""
    dtype = dtype_name(dtype)
    if isinstance(obj, Vast.Array):
        result = obj
    elif type(obj) in (list, tuple) or type(obj) in SCALARS:
        return from_list(obj, dtype)
    elif (view := memory_of(obj)) is not None:
        result = from_memory(view)
    elif hasattr(obj, "__array_interface__") or hasattr(obj, "__array__"):
        import numpy

        result = from_memory(memory_of(numpy.asarray(obj)))
    else:
        return from_list(obj, dtype)
    return result if dtype in (None, result.dup_scalar_name()) else Vast.Array.astype(result, dtype)


def as_output(obj):
    """An array on the very memory of an object, to be written to."""
    if isinstance(obj, Vast.Array):
        return obj
    view = memory_of(obj)
    if view is None:
        raise TypeError(f"results cannot be written to a {type(obj).__name__}")
    return from_memory(view, may_copy=False)


def operands(*values, comparing=False):
    """Arrays of values that are computed with each other. Scalars take the type of the most general of the arrays."""
    arrays = [None if type(value) in SCALARS else as_array(value) for value in values]
    names = [each.dup_scalar_name() for each in arrays if each is not None]
    name = max(names, key=lambda n: (KINDS.get(n, -1), PART[n].size if n in PART else 0), default=None)
    return [scalar(value, name, comparing) if each is None else each for value, each in zip(values, arrays)]


def arrays(values):
    """The list of arrays that a procedure takes."""
    return operands(*values) if any(not isinstance(value, Vast.Array) for value in values) else list(values)


def _variant(name, value):
    if isinstance(value, GLib.Variant):
        return value
    if isinstance(value, bool):
        return GLib.Variant("b", value)
    if isinstance(value, float):
        return GLib.Variant("d", value)
    if isinstance(value, str):
        return GLib.Variant("s", value)
    if hasattr(value, "__index__"):
        return GLib.Variant("x", operator.index(value))
    if isinstance(value, type) or hasattr(value, "kind"):
        return GLib.Variant("s", dtype_name(value))
    if hasattr(value, "__iter__"):
        return GLib.Variant("ax", [operator.index(part) for part in value])
    raise TypeError(f"the option {name} cannot be a {type(value).__name__}")


def options(values):
    """Named options as the library takes them: None where all have their defaults. One that is None is left out."""
    if values is None or isinstance(values, GLib.Variant):
        return values
    given = {name: _variant(name, value) for name, value in values.items() if value is not None}
    return GLib.Variant("a{sv}", given) if given else None
