#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Starts the server of the first argument, runs the client of the others, and looks at its answer.

set -eu
server=$1
shift
folder=$(mktemp -d)
"$server" "unix:$folder/socket" > "$folder/address" &
server_pid=$!
trap 'kill "$server_pid"; rm -r "$folder"' EXIT
for _ in $(seq 100); do
  [ -S "$folder/socket" ] && break
  sleep 0.05
done
answer=$("$@" "unix:$folder/socket")
echo "$answer"
[ "$answer" = 3.0 ]
