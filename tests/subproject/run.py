#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Builds a project that has Vast as a subproject, and runs its program: run.py ROOT LANGUAGE MESON-OPTION...

The project is the folder LANGUAGE beside this file. It gets a copy of what the source tree holds, and nothing of
what a build has left there."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lint"))
import lintlib  # noqa: E402

# The sine of an array of zeros, 2 × 3.
EXPECTED = [0.0] * 6


def copy_project(root, target):
    for name in lintlib.project_files(root):
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, path)


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        print(result.stdout[-8000:])
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}")
    return result.stdout


def main():
    root, language, *options = sys.argv[1:]
    # The outer build's variables are not the inner one's.
    for name in ("MESON_BUILD_ROOT", "MESON_SOURCE_ROOT", "GI_TYPELIB_PATH", "LD_LIBRARY_PATH", "NINJA_STATUS"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(prefix="vast-subproject-") as folder:
        project = Path(folder) / language
        shutil.copytree(HERE / language, project)
        copy_project(Path(root), project / "subprojects" / "vast")
        build = project / "build"
        run("meson", "setup", build, project, "--buildtype=release", *options)
        run("ninja", "-C", build, "main")
        printed = run(build / "main")
    print(printed, end="")
    numbers = [float(text) for text in re.findall(r"-?\d[\d.e+-]*", printed)]
    if numbers != EXPECTED:
        sys.exit(f"the program printed {numbers}, not {EXPECTED}")


main()
