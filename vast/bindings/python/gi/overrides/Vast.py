# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What Vast is in Python beside what the introspection data says: arrays are made of anything array-like and shared
with NumPy without a copy, they are indexed and computed with by Python's operators, and every procedure is a function
that takes array-like inputs and named options. NumPy is not needed."""

import operator
import os

from gi.module import get_introspection_module
from gi.overrides import _vast_convert as convert
from gi.overrides import override
from gi.overrides._vast_functions import make_functions
from gi.repository import Gio, GLib

Vast = get_introspection_module("Vast")

__all__ = ["Array", "ArrayIterator", "Cluster", "Node", "Procedure"]

OPEN = -(1 << 63)  # VAST_SLICE_OPEN
FARTHEST = (1 << 63) - 1


def _file(file):
    return file if isinstance(file, Gio.File) else Gio.File.new_for_path(os.fspath(file))


def _python_error(error):
    """Python's own error for a bad index, which loops and unpacking look for; others stay what they are."""
    return IndexError(error.message) if error.matches(Vast.error_quark(), Vast.Error.INDEX) else error


def _bound(value):
    """A bound of a slice as the library has it; no element lies beyond what it can count."""
    return OPEN if value is None else max(OPEN + 1, min(operator.index(value), FARTHEST))


def _position(part):
    """The position that a part of an index means, or None for a slice and the like."""
    if isinstance(part, slice) or part is None:
        return None
    # True and False would be a mask.
    if not isinstance(part, bool) and str(getattr(part, "dtype", "")) != "bool":
        try:
            return operator.index(part)
        except TypeError:
            pass
    raise TypeError(f"an array is indexed by integers, slices, ... and None, not by {type(part).__name__}")


def _key_parts(key, rank):
    """An index as a list, in which the ellipsis is written out."""
    parts = list(key) if isinstance(key, tuple) else [key]
    ellipses = [i for i, part in enumerate(parts) if part is Ellipsis]
    n_axes = sum(part is not None for part in parts) - len(ellipses)
    if len(ellipses) > 1:
        raise IndexError("an index can have one ellipsis only")
    if n_axes > rank:
        raise IndexError(f"{n_axes} indices are too many for an array of rank {rank}")
    for i in ellipses:
        parts[i:i + 1] = [slice(None)] * (rank - n_axes)
    return parts, bool(ellipses)


def _lengths(arguments):
    """reshape (2, 3) and reshape ((2, 3)) mean the same."""
    if len(arguments) == 1 and not hasattr(arguments[0], "__index__"):
        arguments = arguments[0]
    return [operator.index(length) for length in arguments]


class Array(Vast.Array):
    """An n-dimensional array.

    Array(obj) takes NumPy arrays and other objects with Python's buffer protocol without a copy: both share the
    memory, and each keeps it alive. Read-only memory gives a read-only array. What Vast cannot use as it is (another
    byte order, elements that are not aligned, half precision) is copied, as nested lists and scalars are.

    Indices are NumPy's: one that names a single element gives a Python scalar, every other one a view, and
    numpy.asarray() of an array is a view as well. Masks and arrays are no indices.
    """

    __hash__ = None
    __array_priority__ = 1000.0
    __array_ufunc__ = None  # so that numpy.ndarray leaves operators to this class

    def __new__(cls, obj=(), dtype=None, copy=False):
        array = convert.as_array(obj, dtype)
        return array.copy() if copy else array

    def __init__(self, *_arguments, **_keywords):
        """Nothing is left to do after __new__."""

    # --- what it is ---

    @property
    def shape(self):
        return tuple(self.get_shape())

    @property
    def ndim(self):
        return self.get_rank()

    @property
    def size(self):
        return self.get_size()

    @property
    def dtype(self):
        """NumPy's name of the element type."""
        return self.dup_scalar_name()

    @property
    def itemsize(self):
        return self.get_scalar_size()

    @property
    def nbytes(self):
        return self.get_n_bytes()

    @property
    def strides(self):
        """In bytes, as NumPy has them; get_strides() counts elements."""
        size = self.get_scalar_size()
        return tuple(stride * size for stride in self.get_strides())

    @property
    def T(self):
        return self.transpose()

    @property
    def __array_interface__(self):
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": convert.typestr(self.dtype, self.itemsize),
            "data": (self.get_data() or 0, not self.is_writable()),
            "strides": self.strides,
        }

    def __repr__(self):
        text = str(self)
        return f"<Vast.Array {self.dtype} {self.shape}:{chr(10) if chr(10) in text else ' '}{text}>"

    def __str__(self):
        return self.to_string()

    def __len__(self):
        shape = self.get_shape()
        if not shape:
            raise TypeError("an array of rank 0 has no length")
        return shape[0]

    def __iter__(self):
        """Goes along the first axis."""
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        return bool(Vast.any(Vast.equal(*convert.operands(self, value, comparing=True)), None, False))

    def iterator(self):
        """Goes through all elements in C order."""
        iterator = super().iterator()
        iterator.array = self
        return iterator

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _memo):
        return self.copy()

    def __reduce__(self):
        """For pickle: the elements travel as bytes."""
        return convert.from_bytes, (self.dtype, self.shape, self.dup_bytes().get_data())

    # --- elements as Python scalars ---

    def item(self, *index):
        """The element at an index, or the only one of an array that has one."""
        if not index and self.get_size() != 1:
            raise ValueError(f"an array of shape {self.shape} is not one element")
        try:
            return self._element([operator.index(i) for i in index] or [0] * self.get_rank())
        except GLib.Error as error:
            raise _python_error(error) from None

    def get_value(self, index):
        """The element at an index."""
        try:
            return self._element(list(index))
        except GLib.Error as error:
            raise _python_error(error) from None

    def _element(self, index):
        dtype = self.dup_scalar_name()
        if dtype == "float64" or dtype == "float32":
            return self.get_double(index)
        if dtype == "bool":
            return self.get_int(index) != 0
        if convert.KINDS.get(dtype) == convert.INT and dtype != "uint64":
            return self.get_int(index)
        if len(index) != self.get_rank():
            raise IndexError(f"{len(index)} positions are no index of an array of rank {self.get_rank()}")
        single = self
        for position in index:
            single = single.index(0, position)
        return convert.element_of_bytes(single)

    def _single(self, what):
        if self.get_size() != 1:
            raise TypeError(f"an array of shape {self.shape} is no {what}")
        return self._element([0] * self.get_rank())

    def __bool__(self):
        if self.get_size() != 1:
            raise ValueError(f"an array of shape {self.shape} is neither true nor false; use Vast.any or Vast.all")
        return bool(self._element([0] * self.get_rank()))

    def __int__(self):
        return int(self._single("integer"))

    def __float__(self):
        return float(self._single("number"))

    def __complex__(self):
        return complex(self._single("number"))

    def __index__(self):
        if self.get_rank() != 0 or convert.KINDS.get(self.dtype) != convert.INT:
            raise TypeError(f"an array of type {self.dtype} and shape {self.shape} is no index")
        return self._element([])

    def tolist(self):
        """The elements as nested lists of Python scalars."""
        return convert.to_list(self)

    # --- parts ---

    def __getitem__(self, key):
        try:
            if type(key) is int:
                return self._element([key]) if self.get_rank() == 1 else self.index(0, key)
            parts, has_ellipsis = _key_parts(key, self.get_rank())
            positions = [_position(part) for part in parts]
            if len(parts) == self.get_rank() and None not in positions and not has_ellipsis:
                return self._element(positions)
            return self._view(parts, positions)
        except GLib.Error as error:
            raise _python_error(error) from None

    def _view(self, parts, positions):
        view, axis = self, 0
        for part, position in zip(parts, positions):
            if position is not None:
                view = view.index(axis, position)
                continue
            if part is None:
                view = view.expand_dims(axis)
            elif part != slice(None):
                step = 1 if part.step is None else _bound(part.step)
                if step == 0:
                    raise ValueError("the step of a slice cannot be 0")
                view = view.slice(axis, _bound(part.start), _bound(part.stop), step)
            axis += 1
        return view

    def __setitem__(self, key, value):
        try:
            parts, _ = _key_parts(key, self.get_rank())
            self._view(parts, [_position(part) for part in parts]).assign(value)
        except GLib.Error as error:
            raise _python_error(error) from None

    def assign(self, source):
        """Sets all elements to those of something whose shape broadcasts to this array's."""
        if type(source) in convert.SCALARS:
            source = convert.scalar(source, self.dup_scalar_name())
        else:
            source = convert.as_array(source)
            if source is self or self._is_same_view(source):
                return  # as at the end of a[i] += x
        # Axes in front that have one position are left out, as NumPy does.
        while source.get_rank() > self.get_rank() and source.get_shape()[0] == 1:
            source = source.index(0, 0)
        super().assign(source)

    def _is_same_view(self, other):
        return (other.get_data() == self.get_data() and other.get_shape() == self.get_shape()
                and other.get_strides() == self.get_strides() and other.dup_scalar_name() == self.dup_scalar_name()
                and self.is_writable())

    def fill(self, value):
        """Sets all elements to one value."""
        if type(value) not in convert.SCALARS:
            value = convert.as_array(value)
            if value.get_rank() != 0:
                raise TypeError(f"an array of shape {value.shape} is not one value")
        self.assign(value)

    def astype(self, dtype):
        return super().astype(convert.dtype_name(dtype))

    def reshape(self, *shape):
        return super().reshape(_lengths(shape))

    def broadcast_to(self, *shape):
        return super().broadcast_to(_lengths(shape))

    def transpose(self, *axes):
        return super().transpose(None if axes in ((), (None,)) else _lengths(axes))

    # --- files in NumPy's format ---

    @staticmethod
    def load(file, cancellable=None):
        """Maps a file, named by a path or a Gio.File: a read-only array."""
        return Vast.Array.load(_file(file), cancellable)

    def save(self, file, cancellable=None):
        """Saves to a file, named by a path or a Gio.File."""
        return super().save(_file(file), cancellable)


def _binary(procedure, reflected=False, comparing=False):
    function = getattr(Vast, procedure)

    def operate(self, other):
        if type(other) is not Array:
            try:
                self, other = convert.operands(self, other, comparing=comparing)
            except TypeError:
                return NotImplemented
        return function(other, self) if reflected else function(self, other)

    return operate


def _in_place(procedure):
    function = getattr(Vast, procedure + "_into")

    def operate(self, other):
        if type(other) is not Array:
            try:
                other = convert.operands(self, other)[1]
            except TypeError:
                return NotImplemented
        function(self, other, self)
        return self

    return operate


def _unary(procedure):
    function = getattr(Vast, procedure)
    return lambda self: function(self)


def _add_operators():
    arithmetic = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
                  "mod": "remainder", "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or",
                  "xor": "bitwise_xor", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}
    comparisons = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
                   "ge": "greater_equal"}
    unary = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}
    for name, procedure in arithmetic.items():
        setattr(Array, f"__{name}__", _binary(procedure))
        setattr(Array, f"__r{name}__", _binary(procedure, reflected=True))
        setattr(Array, f"__i{name}__", _in_place(procedure))
    for name, procedure in comparisons.items():
        setattr(Array, f"__{name}__", _binary(procedure, comparing=True))
    for name, procedure in unary.items():
        setattr(Array, f"__{name}__", _unary(procedure))
    Array.__divmod__ = lambda self, other: (self // other, self % other)
    Array.__rdivmod__ = lambda self, other: (other // self, other % self)


_add_operators()
Array = override(Array)


class ArrayIterator(Vast.ArrayIterator):
    """Goes through all elements of an array in C order, also in a `for` loop. Array.iterator() makes one."""

    array = None

    def __iter__(self):
        return self

    def __next__(self):
        if not self.next():
            raise StopIteration
        return self.get_value()

    def get_value(self):
        return self.array.get_value(self.get_index())

    def set_value(self, value):
        self.array[tuple(self.get_index())] = value


ArrayIterator = override(ArrayIterator)


def _results(arrays):
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


class Procedure(Vast.Procedure):
    """Something that can be computed on arrays, known by its name. It is called like a function:
    find("sum")(x, axis=0)."""

    def __call__(self, *inputs, **options):
        return _results(self.invoke(inputs, options))

    def invoke(self, inputs, options=None):
        """Computes it on a sequence of array-likes with a dict of options. Gives a list of arrays."""
        return super().invoke(convert.arrays(inputs), convert.options(options))

    def invoke_into(self, inputs, options, outputs):
        return super().invoke_into(convert.arrays(inputs), convert.options(options),
                                   [convert.as_output(output) for output in outputs])

    def invoke_in_parts(self, inputs, options, n_parts):
        return super().invoke_in_parts(convert.arrays(inputs), convert.options(options), n_parts)

    def invoke_async(self, inputs, options, cancellable, callback, *user_data):
        super().invoke_async(convert.arrays(inputs), convert.options(options), cancellable, callback, *user_data)


Procedure = override(Procedure)


class _Remote:
    """The calls that clusters and single nodes have in common."""

    def call(self, procedure, *inputs, cancellable=None, **options):
        """Computes a procedure elsewhere: call("sum", x, axis=0). Gives an array, or a tuple of several."""
        return _results(super().call(procedure, convert.arrays(inputs), convert.options(options), cancellable))

    def call_async(self, procedure, inputs, options, cancellable, callback, *user_data):
        """As call(), but inputs are a sequence and options a dict; call_finish() gives a list of arrays."""
        super().call_async(procedure, convert.arrays(inputs), convert.options(options), cancellable, callback,
                           *user_data)


class Cluster(_Remote, Vast.Cluster):
    """This process and those that compute for it."""


class Node(_Remote, Vast.Node):
    """One other process that computes."""


Cluster = override(Cluster)
Node = override(Node)

_functions = make_functions(Array)
__all__ += list(_functions)


def __getattr__(name):
    # Not in this module's own namespace, where they would hide Python's abs, sum, …
    try:
        return _functions[name]
    except KeyError:
        raise AttributeError(f"module {__name__} has no attribute {name}") from None
