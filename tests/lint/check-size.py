#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""No source file is longer than 800 lines: check-size.py ROOT"""

import lintlib

MAX_LINES = 800
SUFFIXES = (*lintlib.CODE, "meson.build", "meson_options.txt", ".toml", ".in", ".inc", ".supp")


def check(root):
    for name in lintlib.project_files(root, SUFFIXES):
        lines = lintlib.read(root, name).count("\n")
        if lines > MAX_LINES:
            yield f"{name}: {lines} lines, more than {MAX_LINES}: split it"


CASES = [
    ({"a.cc": "\n" * 800, "COPYING": "\n" * 900, "po/de.po": "\n" * 900}, []),
    ({"a.cc": "\n" * 801, "b/meson.build": "\n" * 801, "t.toml": "\n" * 2000}, ["a.cc", "b/meson.build", "t.toml"]),
]

if __name__ == "__main__":
    lintlib.main(check, CASES)
