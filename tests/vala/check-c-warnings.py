#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The C code that valac makes of a program compiles without a warning: check-c-warnings.py VALAC CC VAPI-DIR... -- SOURCE.vala C-ARGUMENT...

Meson itself silences warnings of C code that valac makes. valac's own warnings are faults as well."""

import subprocess
import sys
import tempfile
from pathlib import Path


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    output = done.stdout + done.stderr
    if done.returncode or output.strip():
        print(output)
        sys.exit(f"{command[0]} ended with status {done.returncode}")


def main():
    split = sys.argv.index("--")
    valac, compiler, *vapi_dirs = sys.argv[1:split]
    source, *c_arguments = sys.argv[split + 1:]
    with tempfile.TemporaryDirectory(prefix="vast-vala-") as folder:
        run(valac, "--quiet", "--fatal-warnings", "--ccode", *(f"--vapidir={name}" for name in vapi_dirs), "--pkg=vast-1.0",
            f"--directory={folder}", f"--basedir={Path(source).parent}", source)
        made = Path(folder) / Path(source).with_suffix(".c").name
        run(compiler, "-Wall", "-Werror", "-c", str(made), "-o", f"{folder}/out.o", *c_arguments)


main()
