#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every public symbol is documented, says since when it is there and who owns what, can be used by the languages, and is
declared in a public header: check-gir.py ROOT BUILD NAME.gir..."""

import re
import sys
import tempfile
from pathlib import Path

import girlib
import lintlib
from girlib import C, GLIB, child, children, tag

VERSIONED = (*girlib.TYPES, "constant", "property", *girlib.CALLABLES)
DOCUMENTED = (*VERSIONED, "member", "field")
PRIVATE_NAME = re.compile(r"_.*|impl|priv|.*_impl|.*Impl|.*Private")


class Checker:
    """Walks one namespace; `declared` are the identifiers of the public headers, or None where they are not known."""

    def __init__(self, space, declared, allowed):
        self.declared = declared
        self.allowed = allowed
        self.used = set()
        self.faults = []
        for element in space:
            self.visit(element, space.get("name"))

    def fault(self, path, words):
        self.faults.append(f"{path}: {words}")

    def visit(self, element, parent):
        kind = tag(element)
        if kind not in DOCUMENTED or self.is_detail(element, kind):
            return
        name = element.get("name") or ""
        path = f"{parent}.{name}"
        identifier = element.get(C + "identifier") or element.get(C + "type")
        if PRIVATE_NAME.fullmatch(name):
            self.fault(path, "is a private name")
        if child(element, "doc") is None:
            self.fault(path, "is not documented")
        if kind in VERSIONED and not element.get("version"):
            self.fault(path, "has no Since")
        if element.get("introspectable") == "0":
            if identifier in self.allowed:
                self.used.add(identifier)
            else:
                self.fault(path, "cannot be used by the languages (introspectable=0)")
        if self.declared is not None and identifier and kind not in ("field", "member") and \
                identifier.rstrip("*") not in self.declared:
            self.fault(path, f"{identifier} is declared in no public header")
        if kind in girlib.CALLABLES:
            self.visit_callable(element, path)
        for inner in element:
            self.visit(inner, path)

    @staticmethod
    def is_detail(element, kind):
        """What the scanner adds by itself: class structs, instance structs' fields, what no language sees."""
        if element.get(GLIB + "is-gtype-struct-for") or element.get("private") == "1" or element.get("disguised") == "1":
            return True
        if kind == "virtual-method":  # documented in the class structure, by the signal or the method it belongs to
            return True
        return kind == "field" and (element.get("readable") == "0" or element.get("name") == "parent_instance")

    def visit_callable(self, element, path):
        returns = child(element, "return-value")
        if returns is not None and not self.is_void(returns):
            if child(returns, "doc") is None:
                self.fault(path, "does not say what it returns")
            if not returns.get("transfer-ownership"):
                self.fault(path, "does not say who owns what it returns")
        for group in children(element, "parameters"):
            for parameter in children(group, "parameter", "instance-parameter"):
                if child(parameter, "varargs") is None and child(parameter, "doc") is None:
                    self.fault(path, f"parameter {parameter.get('name')} is not documented")
                if child(parameter, "varargs") is None and not parameter.get("transfer-ownership"):
                    self.fault(path, f"parameter {parameter.get('name')} does not say who owns it")

    @staticmethod
    def is_void(returns):
        kind = child(returns, "type")
        return kind is not None and kind.get("name") == "none"


def declared_identifiers(root, build):
    """Identifiers in the public headers of the project and in generated ones."""
    words = set()
    headers = [root / name for name in lintlib.project_files(root, (".h",), ("vast", "subprojects"))]
    headers += [path for path in build.rglob("*.h") if path.is_file()]
    for header in headers:
        if not header.name.endswith(("-private.h", "config.h")) and "tests" not in header.parts:
            words |= set(re.findall(r"\w+", header.read_text(encoding="utf-8", errors="replace")))
    return words


def check(root, build, names):
    allowed = girlib.allowances(Path(__file__).with_name("gir-allow.list"))
    declared = declared_identifiers(root, build)
    used = set()
    for name in names:
        checker = Checker(girlib.namespace(girlib.locate(build, name)), declared, allowed)
        yield from checker.faults
        used |= checker.used
    for name in sorted(set(allowed) - used):
        yield f"gir-allow.list: {name} needs no exception"


GIR = """<?xml version="1.0"?><repository xmlns="http://www.gtk.org/introspection/core/1.0"
 xmlns:c="http://www.gtk.org/introspection/c/1.0" xmlns:glib="http://www.gtk.org/introspection/glib/1.0">
<namespace name="T">{}</namespace></repository>"""
FUNCTION = """<function name="{name}" c:identifier="t_{name}" {attributes}>{doc}<return-value {transfer}>{returns}
<type name="{type}"/></return-value><parameters><parameter name="x" transfer-ownership="none">{parameter}<type name="gint"/>
</parameter></parameters></function>"""
GOOD = {"name": "f", "attributes": 'version="1.0"', "doc": "<doc>d</doc>", "transfer": 'transfer-ownership="full"',
        "returns": "<doc>r</doc>", "type": "utf8", "parameter": "<doc>p</doc>"}
DETAIL = """<class name="A" c:type="TA" version="1.0"><doc>d</doc><field name="parent_instance"/>
<property name="p" version="1.0" {1}><doc>d</doc></property><glib:signal name="s" {0}><doc>d</doc>
<return-value transfer-ownership="none"><type name="none"/></return-value></glib:signal></class>
<record name="AClass" c:type="TAClass" glib:is-gtype-struct-for="A"/>
<enumeration name="E" c:type="TE" version="1.0"><doc>d</doc><member name="m">{2}</member></enumeration>"""


def self_test():
    def faults(body, declared=None, allowed=()):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "T.gir"
            path.write_text(GIR.format(body))
            return Checker(girlib.namespace(path), declared, dict.fromkeys(allowed, "reason")).faults

    def expect(words, found):
        if len(found) != len(words) or not all(any(word in fault for fault in found) for word in words):
            sys.exit(f"self-test: the faults are {found}, not one for each of {words}")

    def function(**changes):
        return FUNCTION.format(**{**GOOD, **changes})

    since = 'version="1.0"'
    expect([], faults(function() + DETAIL.format(since, "", "<doc>d</doc>")))
    expect([], faults(function(type="none", returns="")))
    expect(["T.f: is not documented"], faults(function(doc="")))
    expect(["T.f: has no Since"], faults(function(attributes="")))
    expect(["T.f: does not say who owns"], faults(function(transfer="")))
    expect(["T.f: does not say what it returns"], faults(function(returns="")))
    expect(["parameter x is not documented"], faults(function(parameter="")))
    expect(["T._f: is a private name"], faults(function(name="_f")))
    expect(["T.impl: is a private name"], faults(function(name="impl")))
    hidden = function(attributes=since + ' introspectable="0"')
    expect(["introspectable=0"], faults(hidden))
    expect([], faults(hidden, allowed=["t_f"]))
    expect(["t_f is declared in no public header"], faults(function(), declared={"t_g"}))
    expect(["T.A.s: has no Since"], faults(DETAIL.format("", "", "<doc>d</doc>")))
    expect(["T.A.p: cannot"], faults(DETAIL.format(since, 'introspectable="0"', "<doc>d</doc>")))
    expect(["T.E.m: is not documented"], faults(DETAIL.format(since, "", "")))


if __name__ == "__main__":
    self_test()
    lintlib.run(check, Path(sys.argv[1]), [Path(sys.argv[2]), sys.argv[3:]])
