#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Builds Vast, computes on measured data with two nodes of this machine, and checks the results with NumPy.
set -eu

source_dir=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$source_dir/data/setup.sh"

sh "$source_dir/data/install-deps.sh" build demo
build_dir=$(vast_build_dir)
vast_build "$build_dir" --buildtype=release

sample=jacksboro-elevation
input=$source_dir/data/samples/$sample.npy
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# run ARGUMENT...: the vast command of the build folder, shown before it runs
run () {
  printf '\n$ vast'
  printf ' %s' "$@"
  printf '\n'
  meson devenv -C "$build_dir" vast "$@" </dev/null
}

echo
echo "Input: data/samples/$sample.npy"
cat "$source_dir/data/samples/$sample.source"

run call sin "$input" -o "$results/sin.npy" --nodes 2 --verbose
run call mean "$input" -p axis=0 -o "$results/mean.npy" --nodes 2 --verbose

echo
/usr/bin/python3 -B "$source_dir/data/check-demo.py" "$input" "$results/sin.npy" "$results/mean.npy"
