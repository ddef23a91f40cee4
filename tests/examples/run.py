#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Runs an example with the addresses of two nodes of its own: run.py VAST-NODE COMMAND...

It must print the sine of the array as NumPy computes and prints it, and it must have had it from the nodes."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TIMEOUT = 60  # seconds, for what should take a fraction of one


class Node:
    def __init__(self, program, address):
        self.process = subprocess.Popen([program, "--listen", address], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            sys.exit("a node did not start")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()


def numbers(text):
    return np.array([float(word) for word in re.findall(r"-?\d[\d.]*(?:e[-+]\d+)?", text)])


def run(command, nodes, folder):
    x = np.linspace(-3, 3, 1200).reshape(3, 400) ** 3
    np.save(folder / "x.npy", x)
    example = subprocess.run([*command, folder / "x.npy", *(node.address for node in nodes)], capture_output=True,
                             text=True,
                             timeout=TIMEOUT)
    print(example.stdout + example.stderr)
    if example.returncode:
        sys.exit(f"the example ended with status {example.returncode}")
    expected = numbers(str(np.sin(x)))
    if not np.allclose(numbers(example.stdout), expected, rtol=1e-7, atol=1e-8):
        sys.exit(f"the example printed something else than {expected}")
    # Nodes that are not there are an error, so that what was printed before came from them.
    nowhere = subprocess.run([*command, folder / "x.npy", f"unix:{folder}/nowhere.sock"], capture_output=True,
                             text=True,
                             timeout=TIMEOUT)
    if nowhere.returncode == 0 or "nowhere.sock" not in nowhere.stderr + nowhere.stdout:
        sys.exit(f"a node that is not there: status {nowhere.returncode}, {nowhere.stderr}")


def main():
    program, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="vast-example-") as folder:
        nodes = []
        try:
            for address in (f"unix:{folder}/node.sock", "tcp:127.0.0.1:0"):
                nodes.append(Node(program, address))
            run(command, nodes, Path(folder))
        finally:
            for node in nodes:
                node.stop()


main()
