#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Procedures on large arrays, Vast and NumPy in turn in one process: medians in milliseconds and NumPy's ÷ Vast's.

Each gets a fresh result array unless the row says otherwise. Argument: how many elements (default 10 000 000)."""

import statistics
import sys
import time

import gi
import numpy as np

gi.require_version("Vast", "1.0")
from gi.repository import Vast  # noqa: E402

ROUNDS = 7


def rows(size):
    """(name, what Vast runs, what NumPy runs)"""
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal(size), rng.standard_normal(size)
    a, b = Vast.Array(x), Vast.Array(y)
    positive, out = np.abs(x), np.empty(size)
    p, o = Vast.Array(positive), Vast.Array(out)
    side = int(size**0.5)
    square = x[: side * side].reshape(side, side)
    s = Vast.Array(square)
    for name, ours, theirs, one, peer_one in (
        ("sin", Vast.sin, np.sin, a, x),
        ("exp", Vast.exp, np.exp, a, x),
        ("log", Vast.log, np.log, p, positive),
        ("sqrt", Vast.sqrt, np.sqrt, p, positive),
    ):
        yield name, lambda f=ours, v=one: f(v), lambda f=theirs, v=peer_one: f(v)
    yield "add", lambda: Vast.add(a, b), lambda: np.add(x, y)
    yield "add, into an array", lambda: Vast.add_into(a, b, o), lambda: np.add(x, y, out=out)
    yield "add, every other element", lambda: Vast.add(a[::2], b[::2]), lambda: np.add(x[::2], y[::2])
    yield "less", lambda: Vast.less(a, b), lambda: np.less(x, y)
    yield "sum", lambda: Vast.sum(a), lambda: np.sum(x)
    yield "max", lambda: Vast.max(a), lambda: np.max(x)
    yield "var", lambda: Vast.var(a), lambda: np.var(x)
    yield "argmax", lambda: Vast.argmax(a), lambda: np.argmax(x)
    yield "sum along axis 0", lambda: Vast.sum(s, axis=0), lambda: np.sum(square, axis=0)
    yield "sum along axis 1", lambda: Vast.sum(s, axis=1), lambda: np.sum(square, axis=1)
    yield "cumulative_sum", lambda: Vast.cumulative_sum(a), lambda: np.cumsum(x)
    yield "sort", lambda: Vast.sort(a), lambda: np.sort(x)
    yield "transpose into contiguous", lambda: s.T.copy(), lambda: np.ascontiguousarray(square.T)


def measure(run):
    start = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - start)


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    print(f"{size} elements of float64, {ROUNDS} rounds\n{'procedure':28}{'Vast':>10}{'NumPy':>10}{'ratio':>8}")
    for name, ours, theirs in rows(size):
        times, peer_times = [], []
        ours()
        theirs()
        for _ in range(ROUNDS):
            times.append(measure(ours))
            peer_times.append(measure(theirs))
        mine, peer = statistics.median(times), statistics.median(peer_times)
        print(f"{name:28}{mine:10.2f}{peer:10.2f}{peer / mine:8.2f}", flush=True)


if __name__ == "__main__":
    main()
