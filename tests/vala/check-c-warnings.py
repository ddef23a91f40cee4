#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The C code that valac makes of a program compiles without a warning: check-c-warnings.py BUILD VALAC SOURCE CC...

Meson itself silences warnings of such code. valac's own warnings are faults as well."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGES = ["gio-2.0", "msgpack-glib-1.0", "vast-1.0"]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode or done.stdout.strip():
        print(done.stdout)
        sys.exit(f"{command[0]} ended with status {done.returncode}")


def c_flags(build):
    env = {**os.environ, "PKG_CONFIG_PATH": f"{build}/meson-uninstalled"}
    text = subprocess.run(["pkg-config", "--cflags", "vast-1.0"], capture_output=True, text=True, check=True,
                          env=env).stdout
    return shlex.split(text)


def main():
    build, valac, source, *compiler = sys.argv[1:]
    vapi_dirs = {str(path.parent) for path in Path(build).rglob("*.vapi")}
    with tempfile.TemporaryDirectory(prefix="vast-vala-") as folder:
        run(valac, "--quiet", "--fatal-warnings", "--ccode", *(f"--vapidir={name}" for name in sorted(vapi_dirs)),
            *(f"--pkg={name}" for name in PACKAGES),
            f"--directory={folder}", f"--basedir={Path(source).parent}", source)
        made = Path(folder) / Path(source).with_suffix(".c").name
        run(*compiler, "-Werror", "-c", str(made), "-o", f"{folder}/out.o", *c_flags(build))


main()
