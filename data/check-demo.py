#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Compares what data/demo.sh computed with NumPy: check-demo.py INPUT.npy SIN.npy MEAN.npy

The reference is NumPy in extended precision: in double precision, its own sine may be off by more than two ulp. The
error is counted in ulp, the distance to the next number of the result's type."""

import sys

import numpy as np

MAX_ULP = 1.0


def errors_in_ulp(result, exact):
    spacing = np.spacing(np.abs(exact.astype(result.dtype)))
    return np.abs(result.astype(np.longdouble) - exact) / spacing


def fault(name, result, exact):
    """What is wrong with the result, or None."""
    if result.dtype.kind != "f":
        return f"{name}: elements are {result.dtype}, not floating point"
    if result.shape != exact.shape:
        return f"{name}: shape is {result.shape}, not {exact.shape}"
    worst = errors_in_ulp(result, exact).max()
    if not worst <= MAX_ULP:
        return f"{name}: off by {worst} ulp, more than {MAX_ULP}"
    return None


def print_row(name, result, exact):
    errors = errors_in_ulp(result, exact)
    print(f"{name:22} {str(result.shape):12} {result.dtype.name:8} {result.flat[0]:12.6f} {result.flat[-1]:12.6f}"
           f" {errors.max():9.3g} {np.count_nonzero(errors <= 0.5) / errors.size:9.2%}")


def main():
    x, sine, mean = (np.load(path, allow_pickle=False) for path in sys.argv[1:])
    wide = x.astype(np.longdouble)
    cases = [("sin (x)", sine, np.sin(wide)), ("mean (x, axis=0)", mean, np.mean(wide, axis=0))]

    print(f"{'checked with NumPy':22} {'shape':12} {'elements':8} {'first':>12} {'last':>12} {'max. ulp':>9} {'nearest':>9}")
    faults = []
    for name, result, exact in cases:
        wrong = fault(name, result, exact)
        if wrong:
            faults.append(wrong)
        else:
            print_row(name, result, exact)
    for wrong in faults:
        print(wrong)
    print("WRONG" if faults else f"RIGHT: all {sine.size + mean.size} numbers are within {MAX_ULP:g} ulp of the exact result")
    return 1 if faults else 0


sys.exit(main())
