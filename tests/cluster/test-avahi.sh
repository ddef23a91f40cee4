#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Nodes on hosts of their own find each other by Avahi and compute together: test-avahi.sh TEST-NODE AVAHI-CLIENT
set -eu

node=$1 client=$2
vastnet=$(dirname "$0")/vastnet.sh
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

start_node () {
  # Its input is held open by a process of that host, and it ends with that.
  "$vastnet" run "$dir" "$1" sh -c "sleep infinity | '$node' --insecure --broadcast tcp:0.0.0.0:0" \
    >"$dir/node$1.out" 2>"$dir/node$1.err" &
}

echo "# three hosts"
"$vastnet" up 3 "$dir"

echo "# a node on each of two, found from the third, and computed on"
start_node 1
start_node 2
"$vastnet" run "$dir" 3 "$client" 2 >"$dir/client.out" 2>"$dir/client.err" || fail "the client failed"
cat "$dir/client.out"
[ "$(grep -c '^node ' "$dir/client.out")" = 2 ] || fail "two nodes were expected"
grep -q '^node host1-.* tcp:10.77.0.1:' "$dir/client.out" || fail "host1 was not found"
grep -q '^node host2-.* tcp:10.77.0.2:' "$dir/client.out" || fail "host2 was not found"
grep -q '^part tcp:10.77.0.1:' "$dir/client.out" || fail "nothing was computed on host1"
grep -q '^part tcp:10.77.0.2:' "$dir/client.out" || fail "nothing was computed on host2"

echo "# a node finds others, but not itself, and not one whose cable is cut"
"$vastnet" run "$dir" 1 "$client" 2 >"$dir/client.out" 2>"$dir/client.err" || fail "a client beside a node failed"
"$vastnet" cut "$dir" 2
"$vastnet" run "$dir" 3 "$client" 1 >"$dir/client.out" 2>"$dir/client.err" || fail "the client failed after a cut"
grep -q '^part tcp:10.77.0.2:' "$dir/client.out" && fail "a host without a cable computed"
"$vastnet" heal "$dir" 2

echo "# the daemon of a host ends and comes back: its node is announced anew"
"$vastnet" stop-avahi "$dir" 1
sleep 1
"$vastnet" start-avahi "$dir" 1
"$vastnet" run "$dir" 2 "$client" 2 >"$dir/client.out" 2>"$dir/client.err" || fail "the node of host1 did not come back"
grep -q '^part tcp:10.77.0.1:' "$dir/client.out" || fail "nothing was computed on host1 after its daemon came back"

echo "# without a daemon there is an error that says so"
"$vastnet" stop-avahi "$dir" 3
sleep 1
if "$vastnet" run "$dir" 3 "$client" 1 >"$dir/client.out" 2>"$dir/client.err"; then
  fail "a client without a daemon found nodes"
fi
grep -q 'Avahi daemon' "$dir/client.err" || fail "the error does not speak of the daemon"
echo "ok"
