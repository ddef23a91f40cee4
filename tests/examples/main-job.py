#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Computes the sine of an array on other nodes: main-job.py FILE.npy ADDRESS..."""

import sys

import gi

gi.require_version("Vast", "1.0")
from gi.repository import Vast  # noqa: E402

x = Vast.Array.load(sys.argv[1])
cluster = Vast.Cluster(use_local=False)
for address in sys.argv[2:]:
    cluster.add_node(address)
y = cluster.call("sin", x)
print(y)
if not y.equal(Vast.sin(x)):
    sys.exit("the nodes computed something else")
