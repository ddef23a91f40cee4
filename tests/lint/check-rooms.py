#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Rooms depend on each other one way only; core knows no GObject; libvast knows no girepository; msgpack-glib stands
alone: check-rooms.py ROOT"""

import posixpath
import re

import lintlib

# A room may use those of the rows above its own, and itself.
LEVELS = [["core"], ["kernels"], ["array"], ["procedures"], ["linalg", "fft", "random"], ["graph"], ["data"], ["cluster"],
          ["jobs"], ["vast-node"]]
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
FIRST_WITH_MSGPACK = LEVEL["array"]

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
GOBJECT = re.compile(r"(glib|gio|gobject|gmodule)(/|[-.\w]*\.h$)")
GIREPOSITORY = re.compile(r"(girepository|girffi)")
MESON_GIREPOSITORY = re.compile(r"""['"](girepository-[\d.]+|gobject-introspection(-no-export)?-[\d.]+)['"]""")


def room_of(name):
    """The room a file is in: a folder of vast/, "vast" for what lies in vast/ itself, vast-node, msgpack-glib or None."""
    parts = name.split("/")
    if parts[0] == "vast":
        return parts[1] if len(parts) > 2 else "vast"
    if parts[0] == "vast-node":
        return "vast-node"
    if parts[:2] == ["subprojects", "msgpack-glib"]:
        return "msgpack-glib"
    return None


def resolve(name, included, files, by_base):
    """The project's file that an include means, or None for one of the system or a generated one."""
    for folder in (posixpath.dirname(name), "vast", "", "vast-node", "subprojects/msgpack-glib"):
        candidate = posixpath.normpath(posixpath.join(folder, included))
        if candidate in files:
            return candidate
    if "/" not in included:
        found = by_base.get(included, [])
        return found[0] if len(found) == 1 else None
    return None


def fault_of_use(room, target):
    if room == "msgpack-glib":
        return "msgpack-glib stands alone" if target != "msgpack-glib" else None
    if target == "msgpack-glib":
        return None if LEVEL.get(room, 99) >= FIRST_WITH_MSGPACK else f"{room} may not use msgpack-glib"
    if target == "vast":
        return f"{room} is inside the library: include what is needed, not what joins all" if room in LEVEL and \
            room != "vast-node" else None
    if room not in LEVEL or target not in LEVEL or room == target:
        return None
    return None if LEVEL[target] < LEVEL[room] else f"{room} may not use {target}"


def check(root):
    headers = lintlib.project_files(root, (".h", ".hh", ".inc"), ("vast", "vast-node", "subprojects/msgpack-glib"))
    files, by_base = set(headers), {}
    for header in headers:
        by_base.setdefault(posixpath.basename(header), []).append(header)

    for name in lintlib.project_files(root, (".c", ".cc", ".h", ".hh", ".inc"),
                                      ("vast", "vast-node", "subprojects/msgpack-glib")):
        room = room_of(name)
        if "/tests/" in name:
            continue
        for included in INCLUDE.findall(lintlib.read(root, name)):
            if room == "core" and GOBJECT.match(included):
                yield f"{name}: includes {included}: core knows no GObject"
            if room != "vast-node" and GIREPOSITORY.match(included):
                yield f"{name}: includes {included}: only vast-node reads typelibs"
            target = resolve(name, included, files, by_base)
            fault = None
            if target:
                fault = fault_of_use(room, room_of(target))
            elif included.startswith("msgpack-glib/"):
                fault = fault_of_use(room, "msgpack-glib")
            if fault:
                yield f"{name}: includes {included}: {fault}"

    for name in lintlib.project_files(root, ("meson.build",), ("vast",)):
        for match in MESON_GIREPOSITORY.finditer(lintlib.read(root, name)):
            yield f"{name}: links {match.group(1)}: only vast-node reads typelibs"


CASES = [
    ({"vast/core/a.hh": '#include <vector>\n#include "b.hh"\n', "vast/core/b.hh": "",
      "vast/array/c.cc": '#include "core/a.hh"\n#include <gio/gio.h>\n#include <msgpack-glib/x.h>\n',
      "vast-node/d.cc": '#include <vast/vast.h>\n#include <girepository.h>\n', "vast/vast.h": ""}, []),
    ({"vast/core/a.cc": "#include <glib.h>\n#include <gio/gio.h>\n#include <glib-object.h>\n"},
     ["includes glib.h", "includes gio/gio.h", "includes glib-object.h"]),
    ({"vast/core/a.cc": '#include "kernels/k.hh"\n', "vast/kernels/k.hh": ""}, ["core may not use kernels"]),
    ({"vast/core/a.cc": '#include "../array/x.hh"\n', "vast/array/x.hh": ""}, ["core may not use array"]),
    ({"vast/array/a.cc": '#include "vast-procedure.h"\n', "vast/procedures/vast-procedure.h": ""},
     ["array may not use procedures"]),
    ({"vast/fft/a.cc": '#include "random/r.hh"\n', "vast/random/r.hh": ""}, ["fft may not use random"]),
    ({"vast/cluster/a.cc": '#include "../../vast-node/n.hh"\n', "vast-node/n.hh": ""}, ["cluster may not use vast-node"]),
    ({"vast/cluster/a.cc": "#include <vast/vast.h>\n", "vast/vast.h": ""}, ["inside the library"]),
    ({"vast/kernels/a.cc": "#include <msgpack-glib/msgpack-glib.h>\n"}, ["kernels may not use msgpack-glib"]),
    ({"subprojects/msgpack-glib/msgpack-glib/a.c": '#include "vast-array.h"\n', "vast/array/vast-array.h": ""},
     ["stands alone"]),
    ({"vast/data/a.cc": "#include <girepository/girepository.h>\n"}, ["only vast-node reads typelibs"]),
    ({"vast/meson.build": "dependency ('gobject-introspection-1.0')\n"}, ["links gobject-introspection-1.0"]),
]

if __name__ == "__main__":
    lintlib.main(check, CASES)
