#!/bin/sh
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
#
# Several “hosts” on one machine, each with a network, a system bus and an Avahi daemon of its own:
#
#   vastnet.sh check           whether this can be done here (exit 77 and a reason if not)
#   vastnet.sh up N DIR        N hosts, named host1 …, at 10.77.0.1 …; DIR is empty and absolute
#   vastnet.sh run DIR I CMD…  a command on a host
#   vastnet.sh stop-avahi DIR I  ends the daemon of a host; start-avahi starts it again
#   vastnet.sh cut DIR I       takes a host's cable out; `heal` puts it back
#   vastnet.sh down DIR        ends all of it
#
# A host is a process that holds network, mount, host name and process namespaces; everything that runs there ends
# with it. All hosts hang on a bridge in a further namespace, so nothing is seen of, or sent to, the machine's own
# interfaces. The mount namespace is needed because the daemon's paths below /run are compiled in.
set -eu

skip () {
  echo "skipped: $1"
  exit 77
}

check () {
  [ "$(id -u)" = 0 ] || skip "network namespaces need root"
  for tool in unshare nsenter ip dbus-daemon dbus-send avahi-daemon; do
    command -v "$tool" >/dev/null || skip "$tool is not installed"
  done
  unshare --mount --uts --net --pid --fork --kill-child --mount-proc --propagation private true 2>/dev/null ||
    skip "namespaces are not permitted here"
  # In a namespace of its own: the kernel must know bridges and virtual cables.
  unshare --net sh -c 'ip link add br0 type bridge && ip link add v0 type veth peer name v1' 2>/dev/null ||
    skip "the kernel makes no bridge or veth"
}

# Starts a holder of namespaces; DIR/NAME.pid is its first process as seen from here, DIR/NAME.unshare what to end.
hold () {
  unshare --mount --uts --net --pid --fork --kill-child --mount-proc --propagation private \
    sh -c 'hostname "$0"; exec sleep infinity' "$1" </dev/null >/dev/null 2>&1 &
  echo $! >"$2/$1.unshare"
  for _ in $(seq 200); do
    pid=$(tr -d ' ' <"/proc/$!/task/$!/children" 2>/dev/null || :)
    if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]; then
      echo "$pid" >"$2/$1.pid"
      return
    fi
    sleep 0.02
  done
  echo "the namespaces of $1 did not come up" >&2
  exit 1
}

enter () {
  holder=$(cat "$1/host$2.pid")
  shift 2
  nsenter -t "$holder" -m -u -n -p env DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket "$@"
}

write_bus_configuration () {
  cat >"$1/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
  </policy>
</busconfig>
END
}

write_avahi_configuration () {
  cat >"$1/avahi$2.conf" <<END
[server]
host-name=host$2
use-ipv4=yes
use-ipv6=no
allow-interfaces=eth0
enable-dbus=yes
[wide-area]
enable-wide-area=no
[publish]
publish-workstation=no
publish-hinfo=no
END
}

start_host () {
  hold "host$2" "$1"
  pid=$(cat "$1/host$2.pid")
  nsenter -t "$switch" -n ip link add "v$2" type veth peer name eth0 netns "$pid"
  nsenter -t "$switch" -n ip link set "v$2" master br0 up
  # Without a default route multicast has no way out.
  nsenter -t "$pid" -n sh -c "ip link set lo up && ip addr add 10.77.0.$2/24 dev eth0 && ip link set eth0 up &&
    ip route add default dev eth0"
  write_avahi_configuration "$1" "$2"
  enter "$1" "$2" sh -c "mkdir -p /run/dbus /run/avahi-daemon && mount -t tmpfs none /run/dbus &&
    mount -t tmpfs none /run/avahi-daemon && dbus-daemon --config-file=$1/bus.conf --fork --nopidfile"
  start_avahi "$1" "$2"
}

start_avahi () {
  enter "$1" "$2" sh -c "avahi-daemon --file=$1/avahi$2.conf --no-drop-root --no-rlimits --no-chroot \
    </dev/null >$1/avahi$2.log 2>&1 &"
}

wait_for_avahi () {
  for _ in $(seq 200); do
    if enter "$1" "$2" dbus-send --system --print-reply --dest=org.freedesktop.Avahi / \
      org.freedesktop.Avahi.Server.GetState 2>/dev/null | grep -q 'int32 2'; then
      return
    fi
    sleep 0.05
  done
  echo "Avahi does not run on host$2:" >&2
  cat "$1/avahi$2.log" >&2
  exit 1
}

command=$1
shift
case $command in
check) check ;;
up)
  write_bus_configuration "$2"
  hold switch "$2"
  switch=$(cat "$2/switch.pid")
  # It need not learn who listens to which group, and forwards at once.
  nsenter -t "$switch" -n ip link add br0 type bridge mcast_snooping 0 forward_delay 0
  nsenter -t "$switch" -n ip link set br0 up
  for i in $(seq "$1"); do start_host "$2" "$i"; done
  for i in $(seq "$1"); do wait_for_avahi "$2" "$i"; done
  ;;
run)
  dir=$1 host=$2
  shift 2
  enter "$dir" "$host" "$@"
  ;;
start-avahi)
  start_avahi "$1" "$2"
  wait_for_avahi "$1" "$2"
  ;;
stop-avahi)
  # Not by its own --kill, which waits for a parent that reaps.
  enter "$1" "$2" sh -c 'kill "$(cat /run/avahi-daemon/pid)"'
  ;;
cut) nsenter -t "$(cat "$1/switch.pid")" -n ip link set "v$2" down ;;
heal) nsenter -t "$(cat "$1/switch.pid")" -n ip link set "v$2" up ;;
down)
  for holder in "$1"/*.unshare; do
    [ ! -e "$holder" ] || kill -9 "$(cat "$holder")" 2>/dev/null || :
  done
  ;;
*)
  echo "vastnet.sh: unknown command $command" >&2
  exit 2
  ;;
esac
