#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Makes jacksboro-elevation.npy from the npz file named in README.md: make-jacksboro.py jacksboro_fault_dem.npz OUT.npy"""

import hashlib
import sys

import numpy

SHA256 = "d493f50a33e82a4420494c54d1fca1539d177bdc27ab190bc5fe6e92f62fb637"


def main():
    source, target = sys.argv[1:]
    with open(source, "rb") as stream:
        found = hashlib.sha256(stream.read()).hexdigest()
    if found != SHA256:
        sys.exit(f"{source}: SHA-256 is {found}, not {SHA256}: another version of the file")
    elevation = numpy.load(source)["elevation"]
    numpy.save(target, numpy.ascontiguousarray(elevation, dtype="<i2"), allow_pickle=False)


main()
