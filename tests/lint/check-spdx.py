#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every source file begins with the two lines that say whose it is and under which licence: check-spdx.py ROOT"""

import re

import lintlib

SUFFIXES = (*lintlib.CODE, "meson.build", "meson_options.txt", ".toml", ".toml.in", ".service.in", ".rst", ".h.in")
MARK = r"(?:/\*|\*|//|#|;|\.\.|  )? ?"
HEADER = re.compile(rf"(?:#![^\n]*\n|#[^\n]*shellcheck[^\n]*\n|\.\.\n)?{MARK}SPDX-FileCopyrightText: The Vast developers\n"
                    rf" ?{MARK} ?SPDX-License-Identifier: LGPL-3\.0-or-later\n")


def check(root):
    for name in lintlib.project_files(root, SUFFIXES):
        text = lintlib.read(root, name)
        if text and not HEADER.match(text):
            yield f"{name}: does not begin with the SPDX lines of the project"


OWNER, LICENCE = "SPDX-FileCopyrightText: The Vast developers\n", "SPDX-License-Identifier: LGPL-3.0-or-later\n"
CASES = [
    ({"a.h": f"/* {OWNER} * {LICENCE} */\n", "b.cc": f"// {OWNER}// {LICENCE}", "c.py": f"#!/usr/bin/env python3\n# {OWNER}# {LICENCE}",
      "d.rst": f"..\n  {OWNER}  {LICENCE}", "meson.build": f"# {OWNER}# {LICENCE}", "README.md": "x\n"}, []),
    ({"a.h": "#pragma once\n", "b.cc": f"// {OWNER}", "c.py": f"# {OWNER}# SPDX-License-Identifier: MIT\n",
      "x/meson.build": f"\n# {OWNER}# {LICENCE}"}, ["a.h", "b.cc", "c.py", "x/meson.build"]),
]

if __name__ == "__main__":
    lintlib.main(check, CASES)
