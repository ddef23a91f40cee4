# shellcheck shell=sh disable=SC2154
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Functions shared by data/demo.sh and tests/run.sh, which source this file after setting `source_dir`.

# The system's own Python first: another one on the path may lack GObject Introspection.
PATH=/usr/bin:$PATH
export PATH

# Prints the build folder: $VAST_BUILD_DIR, or `build` in the source tree, or a place in the user's cache if the
# source tree cannot be written to.
vast_build_dir () {
  if [ -n "${VAST_BUILD_DIR:-}" ]; then
    case $VAST_BUILD_DIR in
      /*) printf '%s\n' "$VAST_BUILD_DIR" ;;
      *) printf '%s\n' "$PWD/$VAST_BUILD_DIR" ;;
    esac
  elif [ -w "$source_dir" ]; then
    printf '%s\n' "$source_dir/build"
  else
    printf '%s/vast/build-%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}" "$(printf '%s' "$source_dir" | cksum | cut -d' ' -f1)"
  fi
}

# vast_logged LOG COMMAND...: runs the command; its output is seen only if it fails.
vast_logged () {
  vast_log=$1
  shift
  if ! "$@" >"$vast_log" 2>&1; then
    tail -n 40 "$vast_log" >&2
    printf 'Failed: %s\nThe whole output is in %s\n' "$*" "$vast_log" >&2
    return 1
  fi
}

# vast_build FOLDER MESON-OPTION...: configures the folder unless it is configured, and builds.
vast_build () {
  vast_folder=$1
  shift
  mkdir -p "$vast_folder" || return
  if [ ! -f "$vast_folder/build.ninja" ]; then
    printf 'Configuring %s\n' "$vast_folder" >&2
    vast_logged "$vast_folder/configure.log" meson setup "$@" "$vast_folder" "$source_dir" || return
  fi
  printf 'Building %s\n' "$vast_folder" >&2
  vast_logged "$vast_folder/build.log" ninja -C "$vast_folder" -j"$(nproc)"
}
