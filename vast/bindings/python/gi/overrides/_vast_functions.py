# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The functions of the namespace, one for each registered procedure: Vast.sum (x, axis=0, keepdims=True, out=y)."""

import inspect
import operator

from gi.module import get_introspection_module
from gi.overrides import _vast_convert as convert

Vast = get_introspection_module("Vast")

PREFIX = "vast_"


def _axes(value):
    """A list of axes as the C functions take it: None for all of them."""
    if value is None:
        return None
    return [operator.index(value)] if hasattr(value, "__index__") else [operator.index(axis) for axis in value]


def _optional(kind):
    return lambda value: None if value is None else kind(value)


def _conversion(kind, default):
    kinds = Vast.ParameterKind
    if kind == kinds.AXES or (kind == kinds.AXIS and default is None):
        return _axes
    if kind == kinds.SCALAR_TYPE:
        return convert.dtype_name
    return {kinds.BOOLEAN: bool, kinds.INTEGER: operator.index, kinds.DOUBLE: float, kinds.STRING: _optional(str),
            kinds.AXIS: operator.index}[kind]


class _Parameter:
    def __init__(self, procedure, name):
        default = procedure.dup_parameter_default(name)
        self.name = name
        self.default = default.unpack() if default is not None else None
        self.convert = _conversion(procedure.get_parameter_kind(name), self.default)


def _signature(inputs, parameters):
    Parameter = inspect.Parameter
    return inspect.Signature(
        [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in inputs]
        + [Parameter(p.name, Parameter.POSITIONAL_OR_KEYWORD, default=p.default) for p in parameters]
        + [Parameter("out", Parameter.KEYWORD_ONLY, default=None)])


def _doc(procedure, parameters):
    options = "".join(f"\n{p.name}: {procedure.get_parameter_doc(p.name)}" for p in parameters)
    return procedure.get_doc() + "\n" + (options + "\n" if options else "") + "\nout: an array to fill with the result"


def _make_function(procedure, name, array_type):
    function, into = getattr(Vast, name), getattr(Vast, name + "_into")
    inputs = procedure.get_input_names()
    parameters = [_Parameter(procedure, parameter) for parameter in procedure.get_parameter_names()]
    n_inputs = len(inputs)
    names = [*inputs, *(parameter.name for parameter in parameters)]
    defaults = [parameter.default for parameter in parameters]

    def bind(arguments, keywords):
        """All arguments in order: Python's own rules, for a function that is made at run time."""
        values = [*arguments, *defaults[max(0, len(arguments) - n_inputs):]] if len(arguments) >= n_inputs else None
        if len(arguments) > len(names):
            raise TypeError(f"{name}() takes at most {len(names)} arguments, not {len(arguments)}")
        if unknown := set(keywords) - set(names[len(arguments):]):
            raise TypeError(f"{name}() got an unexpected argument {min(unknown)!r}")
        if values is None:
            given = dict(zip(names, arguments)) | keywords
            if missing := [wanted for wanted in inputs if wanted not in given]:
                raise TypeError(f"{name}() misses the argument {missing[0]!r}")
            values = [given[wanted] for wanted in inputs] + defaults
        for keyword, value in keywords.items():
            values[names.index(keyword)] = value
        return values

    def call(*arguments, out=None, **keywords):
        # What most calls are, and what small arrays are too small for anything slower.
        if out is None and not keywords and len(arguments) == n_inputs:
            for argument in arguments:
                if type(argument) is not array_type:
                    break
            else:
                return function(*arguments, *defaults)
        values = bind(arguments, keywords) if parameters or keywords or len(arguments) != n_inputs else arguments
        arrays = convert.arrays(values[:n_inputs])
        options = [p.convert(value) for p, value in zip(parameters, values[n_inputs:])]
        if [] in options:
            # The C functions take no axes at all for all of them; the options of a call by name tell the two apart.
            return _call_by_name(procedure, arrays, dict(zip(names[n_inputs:], options)), out)
        if out is None:
            return function(*arrays, *options)
        into(*arrays, convert.as_output(out), *options)
        return out

    call.__name__ = call.__qualname__ = name
    call.__module__ = "gi.repository.Vast"
    call.__doc__ = _doc(procedure, parameters)
    call.__signature__ = _signature(inputs, parameters)
    return call


def _call_by_name(procedure, arrays, options, out):
    if out is None:
        return procedure.invoke(arrays, convert.options(options))[0]
    procedure.invoke_into(arrays, convert.options(options), [convert.as_output(out)])
    return out


def make_functions(array_type):
    """By name: the functions of all procedures that have one in C. Arrays are of the given class."""
    functions = {}
    for procedure in Vast.Procedure.list():
        name = procedure.get_function_name()
        if name.startswith(PREFIX) and hasattr(Vast, name[len(PREFIX):]):
            functions[name[len(PREFIX):]] = _make_function(procedure, name[len(PREFIX):], array_type)
    return functions
