#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Installs, by apt-get, what is missing of the packages in data/packages/LIST:
#   sh data/install-deps.sh [LIST]...      LIST: build, demo or test; all three if none is named
# Nothing is asked of the network when nothing is missing.
set -eu

lists=$(CDPATH='' cd -- "$(dirname -- "$0")/packages" && pwd -P)
[ $# -gt 0 ] || set -- build demo test
for list; do
  [ -f "$lists/$list" ] || { echo "install-deps.sh: no list $list in $lists" >&2; exit 2; }
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "install-deps.sh: not a Debian system; the packages are named in $lists" >&2
  exit 1
fi

wanted=$(for list; do sed -n 's/^\([a-z0-9][a-z0-9.+-]*\).*/\1/p' "$lists/$list"; done | LC_ALL=C sort -u)
# The names come from the lists above and hold no blanks.
# shellcheck disable=SC2086
present=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' $wanted 2>/dev/null | sed -n 's/ installed$//p')
missing=$(for package in $wanted; do
  printf '%s\n' "$present" | grep -Fqx -e "$package" || printf '%s ' "$package"
done)
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install-deps.sh: as root, install: $missing" >&2; exit 1; }
  root=sudo
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

install_missing () {
  # shellcheck disable=SC2086
  $root env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
    $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 --no-install-recommends install $missing
}

echo "Installing: $missing" >&2
install_missing >"$log" 2>&1 && exit 0
sleep 3
install_missing >"$log" 2>&1 && exit 0
echo "install-deps.sh: apt-get failed:" >&2
tail -n 30 "$log" >&2
exit 1
