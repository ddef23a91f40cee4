#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""No output of a build is kept in the source tree: check-generated.py ROOT BUILD

What a build makes is read from the build folder: the outputs of its custom targets, and every file of it that has the
place and name of a file in the source tree."""

import json
import posixpath
import sys
import tempfile
from pathlib import Path

import lintlib

MADE = (".gir", ".typelib", ".vapi", ".mo", ".gmo", ".o", ".a", ".so", ".pyc", ".pot~", ".gresource", ".pc",
        "-enums.c", "-enums.h", "-enum-types.c", "-enum-types.h", "-marshal.c", "-marshal.h", ".1", ".deps")
# Files that a custom target only copies, with their reason: none so far.
COPIED = {}


def outputs_of_targets(build):
    targets = json.loads((build / "meson-info" / "intro-targets.json").read_text())
    return {posixpath.basename(output) for target in targets if target["type"] == "custom" for output in target["filename"]}


def check(root, build):
    outputs = outputs_of_targets(build)
    for name in lintlib.project_files(root):
        base = posixpath.basename(name)
        if name in COPIED or base == "meson.build" or name.startswith("."):
            continue
        if base.endswith(MADE):
            yield f"{name}: is of a kind that builds make"
        elif base in outputs:
            yield f"{name}: has the name of an output of the build"
        elif build.resolve() != root.resolve() and (build / name).is_file():
            yield f"{name}: is made by the build in the same place"


def self_test():
    targets = [{"type": "custom", "filename": ["/b/vast/vast-math.h"]}, {"type": "executable", "filename": ["/b/vast-node/vast"]}]
    build_files = {"meson-info/intro-targets.json": json.dumps(targets), "data/x.service": ""}
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder)
        lintlib.write_tree(build, build_files)
        lintlib.expect(lambda root: check(root, build), [
            ({"vast/a.cc": "", "vast-node/vast": "", "meson.build": "", "data/x.service.in": ""}, []),
            ({"vast/procedures/vast-math.h": "", "Vast-1.0.gir": "", "vast/vast-enums.c": "", "data/x.service": ""},
             ["vast-math.h: has the name", "Vast-1.0.gir", "vast-enums.c", "data/x.service: is made"]),
        ])


if __name__ == "__main__":
    self_test()
    lintlib.run(check, Path(sys.argv[1]), [Path(sys.argv[2])])
