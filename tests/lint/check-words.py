#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""No note of work left undone, and nothing that ends the process: check-words.py ROOT"""

import re

import lintlib

# A program ends itself; a library does not.
LIBRARY_WORDS = [
    (re.compile(r"(?<![\w.>])(std::)?_?exit *\("), "the library never ends the process"),
]
WORDS = [
    (re.compile(r"\b(TODO|FIXME|XXX)\b"), "work left undone belongs in the issue tracker"),
    (re.compile(r"\b(g_error|g_assert_not_reached|g_abort|G_BREAKPOINT)\b *\("), "the library never ends the process"),
    (re.compile(r"(?<![\w.>])(std::)?(abort|terminate|quick_exit) *\("), "the library never ends the process"),
]
SOURCES = (".c", ".cc", ".h", ".hh", ".inc", ".vala", ".py", ".js", ".toml", "meson.build")


def check(root):
    for name in lintlib.project_files(root, SOURCES, ("vast", "vast-node", "subprojects")):
        if "/tests/" in name:
            continue
        for number, line in enumerate(lintlib.read(root, name).splitlines(), 1):
            for pattern, why in WORDS if name.startswith("vast-node/") else WORDS + LIBRARY_WORDS:
                match = pattern.search(line)
                if match:
                    yield f"{name}:{number}: {match.group(0)}: {why}"


CASES = [
    ({"vast/a.cc": "g_set_error (e); std::abs (x); task.abort (); // TODOS\n", "tests/b.c": "g_assert_not_reached ();\n",
      "subprojects/m/tests/t.c": "abort ();\n"}, []),
    ({"vast/a.cc": "// TODO: more\ng_error (\"x\");\n  std::abort ();\n_exit (1);\n", "vast-node/b.cc": "abort();\nexit (1);\n", "subprojects/m/c.c":
      "g_assert_not_reached ();\n"}, ["vast/a.cc:1", "vast/a.cc:2", "vast/a.cc:3", "vast/a.cc:4", "vast-node/b.cc:1", "c.c:1"]),
]

if __name__ == "__main__":
    lintlib.main(check, CASES)
