#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The library exports what its public interface names and nothing else: check-exports.py ROOT BUILD LIBRARY.so NAME.gir PREFIX

Every exported symbol begins with PREFIX and is in the GIR or, with a reason, in exports-allow.list. The library needs
no libgirepository."""

import re
import subprocess
import sys
from pathlib import Path

import girlib
import lintlib

# Marks that the linker itself adds.
LINKER = {"_init", "_fini", "__bss_start", "_edata", "_end"}


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", str(library)],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[0].partition("@")[0] for line in lines} - LINKER


def needed(library):
    text = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def compare(symbols, public, allowed, prefix):
    for symbol in sorted(symbols):
        if not symbol.startswith(prefix):
            yield f"{symbol}: is exported and does not begin with {prefix}"
        elif symbol not in public and symbol not in allowed:
            yield f"{symbol}: is exported and not in the GIR"
    for symbol in sorted(public - symbols):
        yield f"{symbol}: is in the GIR and not exported"
    for symbol in sorted(name for name in allowed if name.startswith(prefix)):
        if symbol in public or symbol not in symbols:
            yield f"exports-allow.list: {symbol} needs no exception"


def check(_root, build, library_name, gir_name, prefix):
    library = girlib.locate(build, library_name)
    public = {name for name in girlib.symbols(girlib.namespace(girlib.locate(build, gir_name))) if name.startswith(prefix)}
    allowed = girlib.allowances(Path(__file__).with_name("exports-allow.list"))
    yield from compare(exported(library), public, allowed, prefix)
    for name in needed(library):
        if "girepository" in name:
            yield f"{library_name}: needs {name}"


def self_test():
    def expect(words, *arguments):
        found = list(compare(*arguments, "vast_"))
        if len(found) != len(words) or not all(any(word in fault for fault in found) for word in words):
            sys.exit(f"self-test: the faults are {found}, not one for each of {words}")

    expect([], {"vast_a", "vast_v"}, {"vast_a"}, {"vast_v": "varargs"})
    expect(["_ZN4vast1fEv: is exported and does not begin"], {"vast_a", "_ZN4vast1fEv"}, {"vast_a"}, {})
    expect(["vast_b: is exported and not in the GIR"], {"vast_a", "vast_b"}, {"vast_a"}, {})
    expect(["vast_a: is in the GIR and not exported"], set(), {"vast_a"}, {})
    expect(["vast_a needs no exception"], {"vast_a"}, {"vast_a"}, {"vast_a": "no more"})


if __name__ == "__main__":
    self_test()
    lintlib.run(check, Path(sys.argv[1]), [Path(sys.argv[2]), *sys.argv[3:]])
