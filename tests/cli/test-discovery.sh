#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# `vast-node --broadcast`, `vast nodes` and `vast call --cluster` between hosts: test-discovery.sh VAST VAST-NODE
set -eu

vast=$1 node=$2
vastnet=$(dirname "$0")/../cluster/vastnet.sh
"$vastnet" check

dir=$(mktemp -d)
finish () {
  "$vastnet" down "$dir"
  rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' INT TERM

fail () {
  echo "not ok: $1"
  for log in "$dir"/*.out "$dir"/*.err; do
    [ ! -e "$log" ] || { echo "--- $log"; cat "$log"; }
  done
  exit 1
}

# on HOST NAME COMMAND…: its output is in the files of that name
on () {
  host=$1 name=$2
  shift 2
  "$vastnet" run "$dir" "$host" env XDG_RUNTIME_DIR="$dir/host$host" "$@" >"$dir/$name.out" 2>"$dir/$name.err"
}

echo "# three hosts, two nodes"
"$vastnet" up 3 "$dir"
for i in 1 2; do
  on "$i" "node$i" sh -c "echo \$\$ >'$dir/node$i.pid'; exec '$node' --insecure --broadcast --listen tcp:0.0.0.0:0 \
    --name node-$i" </dev/null &
done

echo "# a table of both"
for _ in $(seq 10); do
  on 3 nodes "$vast" nodes --timeout 1 || fail "the list failed"
  [ "$(wc -l <"$dir/nodes.out")" -lt 3 ] || break
done
grep -Eq '^tcp:10\.77\.0\.1:[0-9]+ +node-1 +[0-9.]+ +ready$' "$dir/nodes.out" || fail "the first node was not found"
grep -Eq '^tcp:10\.77\.0\.2:[0-9]+ +node-2 +[0-9.]+ +ready$' "$dir/nodes.out" || fail "the second node was not found"

echo "# both compute"
/usr/bin/env python3 - "$dir/x.npy" <<'END'
import struct
import sys

head = "{'descr': '<f8', 'fortran_order': False, 'shape': (3000000,), }".ljust(117) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
    file.write(struct.pack("<3000000d", *range(3000000)))
END
on 3 here "$vast" call sum "$dir/x.npy" || fail "the call on one host failed"
on 3 call "$vast" call sum "$dir/x.npy" --cluster --verbose || fail "the call failed"
[ "$(cat "$dir/here.out")" = "$(cat "$dir/call.out")" ] || fail "the results differ"
grep -q 'on tcp:10.77.0.1:' "$dir/call.err" || fail "nothing was computed on the first host"
grep -q 'on tcp:10.77.0.2:' "$dir/call.err" || fail "nothing was computed on the second host"

echo "# a node that ends is not listed any more"
address=$(head -n 1 "$dir/node1.out")
on 1 stop kill "$(cat "$dir/node1.pid")" || fail "the first node did not run"
for _ in $(seq 10); do
  on 3 nodes "$vast" nodes --timeout 1 || fail "the list failed"
  grep -q node-1 "$dir/nodes.out" || break
done
grep -q node-1 "$dir/nodes.out" && fail "the node at $address is listed after its end"

echo "# without a daemon there is one line that says so"
"$vastnet" stop-avahi "$dir" 3
sleep 1
for arguments in nodes 'call sin 1 --cluster'; do
  # shellcheck disable=SC2086
  on 3 none "$vast" $arguments && fail "vast $arguments did well without a daemon"
  [ "$(wc -l <"$dir/none.err")" = 1 ] || fail "one line was expected"
  grep -q '^vast: .*Avahi' "$dir/none.err" || fail "the error does not speak of Avahi"
done
on 3 node3 "$node" --insecure --broadcast --listen tcp:0.0.0.0:0 </dev/null && fail "a node did well without a daemon"
grep -q '^vast-node: .*Avahi' "$dir/node3.err" || fail "the error does not speak of Avahi"
echo "ok"
