# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the lints of the public interface share: reading GIR files and the lists of allowed exceptions."""

import xml.etree.ElementTree as ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"

CALLABLES = ("function", "method", "constructor", "virtual-method", "callback", "signal", "function-inline", "method-inline")
TYPES = ("class", "interface", "record", "union", "enumeration", "bitfield", "alias", "callback")


def tag(element):
    return element.tag.rpartition("}")[2]


def children(element, *names):
    return [child for child in element if tag(child) in names]


def child(element, name):
    return next(iter(children(element, name)), None)


def namespace(path):
    return ElementTree.parse(path).getroot().find(CORE + "namespace")


def symbols(space):
    """Every C function the namespace names, with those that give the types."""
    found = set()
    for element in space.iter():
        for attribute in (C + "identifier", GLIB + "get-type", GLIB + "ref-func", GLIB + "unref-func"):
            if element.get(attribute):
                found.add(element.get(attribute))
    return found - {"intern"}


def allowances(path):
    """{name: reason} of a list: one name a line, then blanks, then the reason."""
    allowed = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(" ")
            if not reason.strip():
                raise SystemExit(f"{path}: {name}: no reason is given")
            allowed[name] = reason.strip()
    return allowed


def locate(build, name):
    """The one file of that name in the build folder."""
    found = sorted(path for path in build.rglob(name) if path.is_file())
    if len(found) != 1:
        raise SystemExit(f"{name}: found {len(found)} times in {build}")
    return found[0]
