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
  "$vastnet" run "$dir" "$1" sh -c "sleep infinity | '$node' --name '$2' --insecure --broadcast tcp:0.0.0.0:0" \
    >>"$dir/node$1.out" 2>>"$dir/node$1.err" &
}

echo "# three hosts"
"$vastnet" up 3 "$dir"

echo "# a node on each of two, found from the third, and computed on"
start_node 1 first
start_node 2 second
"$vastnet" run "$dir" 3 "$client" 2 >"$dir/client.out" 2>"$dir/client.err" || fail "the client failed"
cat "$dir/client.out"
[ "$(grep -c '^node ' "$dir/client.out")" = 2 ] || fail "two nodes were expected"
grep -q '^node first tcp:10.77.0.1:' "$dir/client.out" || fail "host1 was not found"
grep -q '^node second tcp:10.77.0.2:' "$dir/client.out" || fail "host2 was not found"
grep -q '^part tcp:10.77.0.1:' "$dir/client.out" || fail "nothing was computed on host1"
grep -q '^part tcp:10.77.0.2:' "$dir/client.out" || fail "nothing was computed on host2"

echo "# a node finds others, but not itself, and not one whose cable is cut"
"$vastnet" run "$dir" 1 "$client" 2 >"$dir/client.out" 2>"$dir/client.err" || fail "a client beside a node failed"
"$vastnet" cut "$dir" 2
"$vastnet" run "$dir" 3 "$client" 1 >"$dir/client.out" 2>"$dir/client.err" || fail "the client failed after a cut"
grep -q '^part tcp:10.77.0.2:' "$dir/client.out" && fail "a host without a cable computed"
"$vastnet" heal "$dir" 2

if command -v avahi-browse >/dev/null; then
  echo "# what a node tells of itself"
  "$vastnet" run "$dir" 3 avahi-browse -rtp _vast._tcp >"$dir/browse.out"
  for key in uuid version cores load seq; do
    grep -q "^=.*;first;.*\"$key=" "$dir/browse.out" || fail "the record has no $key"
  done
fi

echo "# nodes that want the same name, on one host and on another"
start_node 3 first
start_node 3 first
"$vastnet" run "$dir" 2 "$client" 4 >"$dir/client.out" 2>"$dir/client.err" || fail "nodes of one name were not all found"
[ "$(grep -c '^node first ' "$dir/client.out")" = 3 ] || fail "three nodes of one name were expected"

echo "# the daemon of a host ends and comes back: its node is announced anew"
"$vastnet" stop-avahi "$dir" 1
sleep 1
"$vastnet" start-avahi "$dir" 1
"$vastnet" run "$dir" 2 "$client" 4 >"$dir/client.out" 2>"$dir/client.err" || fail "the node of host1 did not come back"
grep -q '^part tcp:10.77.0.1:' "$dir/client.out" || fail "nothing was computed on host1 after its daemon came back"

echo "# without a daemon there is an error that says so"
"$vastnet" stop-avahi "$dir" 3
sleep 1
if "$vastnet" run "$dir" 3 "$client" 1 >"$dir/client.out" 2>"$dir/client.err"; then
  fail "a client without a daemon found nodes"
fi
grep -q 'Avahi daemon' "$dir/client.err" || fail "the error does not speak of the daemon"
echo "ok"
