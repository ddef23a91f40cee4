# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the lints share: the list of the project's files, and the frame that proves a lint can fail before it is believed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = (".c", ".cc", ".h", ".hh", ".vala", ".js", ".py", ".sh")


def git_files(root):
    """Tracked files and those that are not ignored, or None if `root` is not the top of a git checkout."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True).stdout

    try:
        if Path(git("rev-parse", "--show-toplevel").rstrip("\n")).resolve() != root.resolve():
            return None
        names = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    except (OSError, subprocess.CalledProcessError):
        return None
    return [name for name in names if name and (root / name).is_file()]


def is_build_folder(path):
    return (path / "meson-private").is_dir()


def walked_files(root):
    names = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "__pycache__")
                      and not is_build_folder(Path(folder) / name)]
        names += [str((Path(folder) / name).relative_to(root)) for name in files]
    return names


def project_files(root, suffixes=None, under=()):
    """Paths relative to `root`, sorted: those with one of the suffixes, in one of the folders."""
    names = git_files(root)
    if names is None:
        names = walked_files(root)
    builds = tuple(f"{path.name}/" for path in root.iterdir() if is_build_folder(path))
    return sorted(name for name in set(names)
                  if not name.startswith(builds)
                  and (suffixes is None or name.endswith(tuple(suffixes)))
                  and (not under or name.startswith(tuple(folder + "/" for folder in under))))


def read(root, name):
    return (root / name).read_text(encoding="utf-8", errors="replace")


def write_tree(root, files):
    for name, text in files.items():
        path = Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def expect(check, cases):
    """Runs `check (root)` on small trees: each case is (files, words): every word must be in some fault of its own, and
    there must be as many faults as words."""
    for files, words in cases:
        with tempfile.TemporaryDirectory() as folder:
            write_tree(folder, files)
            faults = list(check(Path(folder)))
        if len(faults) != len(words) or not all(any(word in fault for fault in faults) for word in words):
            sys.exit(f"self-test: on {sorted(files)} the faults are {faults}, not one for each of {words}")


def main(check, cases):
    """A lint of the form `script ROOT`: the self-test, then the project."""
    expect(check, cases)
    run(check, Path(sys.argv[1]))


def run(check, root, arguments=()):
    faults = list(check(root, *arguments))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)
