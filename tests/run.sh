#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Installs what is missing, builds, and runs every test: all suites in a release build, then those that need no
# introspection again under AddressSanitizer with UndefinedBehaviorSanitizer.
# The last line printed is "N passed, N failed, N skipped". VAST_TEST_SANITIZERS=no leaves the sanitizers out,
# VAST_TEST_SANITIZERS=all adds a build under ThreadSanitizer.
set -u

source_dir=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$source_dir/data/setup.sh"

build_dir=$(vast_build_dir)

# No result of an earlier run may stand in for one that this run did not get.
rm -f "$build_dir"/meson-logs/testlog* "$build_dir"-*/meson-logs/testlog*

# run_tests NAME FOLDER MESON-TEST-OPTION...: what it finds is left in the folder's log, for summary.py
run_tests () {
  name=$1
  folder=$2
  shift 2
  printf 'Testing %s\n' "$folder" >&2
  meson test -C "$folder" --no-rebuild "$@" >"$folder/test.log" 2>&1
  status=$?
  [ "$status" -eq 0 ] || printf '%s: meson test ended with status %s; its output is in %s\n' "$name" "$status" "$folder/test.log"
}

# finish RUN...: the summary, and the script's status
finish () {
  exec /usr/bin/python3 -B "$source_dir/tests/summary.py" "$@"
}

sh "$source_dir/data/install-deps.sh" build demo test || finish "packages="

if vast_build "$build_dir" --buildtype=release; then
  run_tests release "$build_dir"
fi
set -- "release=$build_dir"

if [ "${VAST_TEST_SANITIZERS:-yes}" != no ]; then
  folder=$build_dir-asan
  if vast_build "$folder" --buildtype=debugoptimized -Dintrospection=disabled -Db_sanitize=address,undefined -Db_lundef=false; then
    run_tests asan "$folder" --timeout-multiplier=4 --suite=core --suite=c --suite=rpc --suite=cluster --suite=cli
  fi
  set -- "$@" "asan=$folder"
fi

if [ "${VAST_TEST_SANITIZERS:-yes}" = all ]; then
  folder=$build_dir-tsan
  if vast_build "$folder" --buildtype=debugoptimized -Dintrospection=disabled -Db_sanitize=thread -Db_lundef=false; then
    run_tests tsan "$folder" --timeout-multiplier=8 --suite=rpc --suite=cluster
  fi
  set -- "$@" "tsan=$folder"
fi

finish "$@"
