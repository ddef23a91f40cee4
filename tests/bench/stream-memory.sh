#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later

# How much memory, all processes together, and how long `vast call sin - -o -` takes for a large file through pipes.
# Usage: stream-memory.sh VAST [MIB [NODES…]]; fails beyond 1200 MiB.

set -eu

vast=$1
mib=${2:-1024}
[ $# -gt 2 ] && shift 2 || set -- 0 2
limit=1200

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' INT TERM

python3 - "$directory/big.npy" "$mib" <<'EOF'
import random
import struct
import sys

path, mib = sys.argv[1], int(sys.argv[2])
head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({mib * 131072},), }}".ljust(117) + "\n"
block = struct.pack("<131072d", *(random.gauss(0, 10) for _ in range(131072)))
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
    for _ in range(mib):
        file.write(block)
EOF

# KiB that belong to a process, shared pages counted by their share.
memory_of () {
  pss=$(awk '/^Pss:/ { print $2 }' "/proc/$1/smaps_rollup" 2>/dev/null) || pss=0
  echo "${pss:-0}"
}

for nodes in "$@"; do
  mkfifo "$directory/in" "$directory/out"
  cat "$directory/big.npy" > "$directory/in" &
  cat "$directory/out" > "$directory/out.npy" &
  writer=$!
  began=$(date +%s.%N)
  "$vast" call sin - -o - --nodes "$nodes" < "$directory/in" > "$directory/out" &
  pid=$!
  peak=0
  while kill -0 "$pid" 2>/dev/null; do
    sum=0
    for process in "$pid" $(cat /proc/"$pid"/task/*/children 2>/dev/null); do
      sum=$((sum + $(memory_of "$process")))
    done
    [ "$sum" -gt "$peak" ] && peak=$sum
    sleep 0.02
  done
  wait "$pid"
  wait "$writer"
  seconds=$(echo "$(date +%s.%N) $began" | awk '{ print $1 - $2 }')
  rm "$directory/in" "$directory/out"
  [ "$(stat -c %s "$directory/out.npy")" -eq "$(stat -c %s "$directory/big.npy")" ]
  echo "$mib MiB, nodes $nodes: $((peak / 1024)) MiB at most, $seconds s"
  [ "$((peak / 1024))" -lt "$limit" ]
done
