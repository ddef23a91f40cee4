# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The procedure tables (*.toml): reads them, and refuses faults with a message that names file, row and what is wrong."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOAT = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
C_TYPES = {"bool": "bool", **{name: name + "_t" for name in SIGNED + UNSIGNED}, "float32": "float", "float64": "double",
           "complex64": "complex64", "complex128": "complex128"}
GROUPS = {
    "signed": SIGNED,
    "unsigned": UNSIGNED,
    "integer": SIGNED + UNSIGNED,
    "float": FLOAT,
    "complex": COMPLEX,
    "real": SIGNED + UNSIGNED + FLOAT,
    "numeric": SIGNED + UNSIGNED + FLOAT + COMPLEX,
    "all": ["bool"] + SIGNED + UNSIGNED + FLOAT + COMPLEX,
}
REAL_OF = {"complex64": "float32", "complex128": "float64"}
PARTITIONS = ["elementwise", "reduction", "scan", "contraction", "axis", "whole"]
ARITIES = {1: "unary", 2: "binary", 3: "ternary"}

# The kinds of parameters, with that of their default; the last two have none.
KINDS = {"boolean": bool, "integer": int, "floating": float, "string": str, "scalar_type": str, "axis": int,
         "optional_axis": None, "axes": None}

NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*(<[A-Za-z_][A-Za-z0-9_:]*>)?")
TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\S")
ROW_KEYS = {"doc": str, "since": str, "inputs": dict, "returns": str, "types": list, "kernel": str, "parameters": list,
            "gradient": dict, "cost": (int, float), "partition": str, "combine": dict, "rejects_boolean": bool,
            "test": dict}
REQUIRED = ["doc", "since", "inputs", "types", "kernel", "cost", "partition", "test"]
TEST_KEYS = {"reference", "range", "ranges", "complex_range", "ulp"}


class TableError(Exception):
    """A fault in a table: the message names file, row and what is wrong."""


@dataclass
class Row:
    family: str
    name: str
    data: dict
    parameters: list = field(default_factory=list)
    loops: list = field(default_factory=list)  # ([input types], output type)

    @property
    def c_name(self):
        return self.name.replace(".", "_")

    @property
    def inputs(self):
        return self.data["inputs"]

    @property
    def elementwise(self):
        return self.data["partition"] == "elementwise"

    @property
    def gradient(self):
        return self.data.get("gradient", {})

    def fail(self, message):
        raise TableError(f"{self.family}.toml: {self.name}: {message}")


def expand_signature(row, text):
    """"numeric numeric -> numeric" as the list of its loops; a group takes the same type everywhere in one of them."""
    left, arrow, output = (part.strip() for part in text.partition("->"))
    inputs = left.split()
    if not arrow or not inputs or not output or " " in output:
        row.fail(f"signature “{text}” is not of the form “types -> type”")
    for word in [*inputs, output]:
        if word not in GROUPS and word not in C_TYPES and not (word == "component" and word == output):
            row.fail(f"unknown dtype “{word}” in signature “{text}”")
    groups = {word for word in inputs if word in GROUPS}
    if len(groups) > 1 or (output in GROUPS and output not in groups):
        row.fail(f"signature “{text}” has more than one group of types")
    if len(inputs) != len(row.inputs):
        row.fail(f"signature “{text}” has {len(inputs)} inputs, not {len(row.inputs)}")
    loops = []
    for member in GROUPS[groups.pop()] if groups else [None]:
        kinds = [member if word in GROUPS else word for word in inputs]
        real = REAL_OF.get(kinds[-1], kinds[-1])
        loops.append((kinds, member if output in GROUPS else real if output == "component" else output))
    return loops


def check_parameter(family, key, parameter):
    where = f"{family}.toml: parameter {key}"
    kind = parameter.get("kind")
    if kind not in KINDS:
        raise TableError(f"{where}: unknown kind “{kind}”")
    if not parameter.get("doc"):
        raise TableError(f"{where}: missing doc")
    default = parameter.get("default")
    if default is not None and type(default) is not KINDS[kind]:
        raise TableError(f"{where}: default {default!r} is not of kind {kind}")
    if default is None and kind in ("boolean", "integer", "floating", "axis"):
        raise TableError(f"{where}: a parameter of kind {kind} needs a default")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", parameter.get("name", key)):
        raise TableError(f"{where}: “{parameter['name']}” is no name")
    return {"name": key, **parameter}


def check_text(row, what, text):
    if not isinstance(text, str) or not text.strip():
        row.fail(f"missing {what}")
    if "*/" in text:
        row.fail(f"{what} holds the end of a C comment")


def check_test(row, test):
    if not isinstance(test.get("reference"), str):
        row.fail("test names no reference")
    if unknown := set(test) - TEST_KEYS:
        row.fail(f"unknown key “{min(unknown)}” in test")
    ranges = [test[key] for key in ("range", "complex_range") if key in test] + list(test.get("ranges", {}).values())
    if any(len(r) != 2 or not r[0] < r[1] for r in ranges):
        row.fail("a range of the test is not of the form [low, high]")
    if unknown := set(test.get("ranges", {})) - set(row.inputs):
        row.fail(f"test gives a range for the unknown input “{min(unknown)}”")


def check_keys(row):
    if unknown := set(row.data) - set(ROW_KEYS):
        row.fail(f"unknown key “{min(unknown)}”")
    for key, kind in ROW_KEYS.items():
        value = row.data.get(key)
        if value in (None, "", [], {}) and key in REQUIRED:
            row.fail(f"missing {key}")
        if value is not None and not isinstance(value, kind):
            row.fail(f"{key} is {value!r}, which is of the wrong kind")


def check_row(row, parameters):
    data = row.data
    if not NAME.fullmatch(row.name):
        row.fail("is no procedure name")
    check_keys(row)
    check_text(row, "doc", data["doc"])
    for name, doc in row.inputs.items():
        check_text(row, f"doc of input {name}", doc)
    if len(row.inputs) > max(ARITIES):
        row.fail(f"has {len(row.inputs)} inputs, more than {max(ARITIES)}")
    if data["partition"] not in PARTITIONS:
        row.fail(f"unknown partition “{data['partition']}”")
    if not IDENTIFIER.fullmatch(data["kernel"]):
        row.fail(f"kernel “{data['kernel']}” is no C++ name")
    if not data["cost"] > 0:
        row.fail(f"cost {data['cost']!r} is not positive")
    if (data["partition"] == "reduction") != ("combine" in data):
        row.fail("a reduction, and only a reduction, says how its parts combine")
    check_test(row, data["test"])
    for key in data.get("parameters", []):
        if key not in parameters:
            row.fail(f"unknown parameter “{key}”")
        row.parameters.append(parameters[key])
    if row.elementwise and row.parameters:
        row.fail("an element-wise procedure has no parameters")
    for text in data["types"]:
        row.loops += expand_signature(row, text)
    seen = [inputs for inputs, _ in row.loops]
    if duplicate := [inputs for inputs in seen if seen.count(inputs) > 1]:
        row.fail(f"two loops for the types {', '.join(duplicate[0])}")


def check_expression(row, text, names):
    """Checks calls, variables and brackets of a gradient such as "multiply (g, cos (x))"."""
    tokens = TOKEN.findall(text) + ["end"]
    variables = {"g", "y", "true", "false", *row.inputs, *(parameter["name"] for parameter in row.parameters)}
    variables |= {"n"} if row.data["partition"] == "reduction" else set()

    def take(*allowed):
        if allowed and tokens[0] not in allowed:
            row.fail(f"gradient “{text}”: “{tokens[0]}” instead of “{allowed[0]}”")
        return tokens.pop(0)

    def value():
        token = take()
        if tokens and tokens[0] == "(":
            if token not in names:
                row.fail(f"gradient “{text}” names the unknown procedure “{token}”")
            take()
            argument()
            while take(",", ")") == ",":
                argument()
        elif not token[0].isdigit() and token not in variables:
            row.fail(f"gradient “{text}” names the unknown variable “{token}”")

    def argument():
        if tokens[1:2] == ["="]:
            del tokens[:2]
        value()

    value()
    if tokens != ["end"]:
        row.fail(f"gradient “{text}” goes on after its end with “{tokens[0]}”")


def check_references(rows, code_names):
    names = {row.name for row in rows} | set(code_names)
    for row in rows:
        for name, text in row.gradient.items():
            if name not in row.inputs:
                row.fail(f"gradient for the unknown input “{name}”")
            check_expression(row, text, names)
        combine = row.data.get("combine", {})
        for partial in combine.get("partials", []):
            if partial not in names:
                row.fail(f"combine names the unknown procedure “{partial}”")
        if combine and not IDENTIFIER.fullmatch(str(combine.get("function", ""))):
            row.fail("combine names no function")


def read_tables(paths):
    parameters, rows, tables = {}, [], []
    for path in sorted(Path(p) for p in paths):
        try:
            tables.append((path.stem, tomllib.loads(path.read_text(encoding="utf-8"))))
        except tomllib.TOMLDecodeError as error:
            raise TableError(f"{path.name}: {error}") from error
    for family, table in tables:
        for key, parameter in table.pop("parameter", {}).items():
            parameters[key] = check_parameter(family, key, parameter)
    for family, table in tables:
        for name, data in table.items():
            if not isinstance(data, dict):
                raise TableError(f"{family}.toml: “{name}” stands outside a row")
            row = Row(family, name, data)
            if earlier := [other for other in rows if other.c_name == row.c_name]:
                row.fail(f"duplicate name, already in {earlier[0].family}.toml")
            check_row(row, parameters)
            rows.append(row)
    return rows
