# SPDX-License-Identifier: Apache-2.0
# Two machines (network namespaces) on one wire: a server on every address of the one is reached from the other
# where the policy or a rule allows it, and not where it is narrowed; nor can root below guard undo that.
unshare -Urn true 2>/dev/null || { echo "user and network namespaces are not to be had here"; exit 77; }
if [[ -z ${ON_A_WIRE:-} ]]; then
  [[ ${GUARD_BACKEND:-} != preload || $EUID -eq 0 ]] ||
    { echo "as root of a user namespace this backend has no place for its sockets"; exit 77; }
  command -v ip >/dev/null || { echo "no ip(8) here"; exit 77; }
  ON_A_WIRE=1 exec unshare -Urn bash "$0"
fi
. "$LIB/case.sh"
unshare -n sleep 100 &
other=$!
trap 'kill "$other"' EXIT
until_true 5 eval '[[ $(readlink /proc/$other/ns/net) != $(readlink /proc/self/ns/net) ]]'
ip link set lo up
ip link add here type veth peer name there netns "$other" || skip "no veth here"
ip address add 192.0.2.1/24 dev here
ip link set here up
nsenter -t "$other" -n sh -c 'ip address add 192.0.2.2/24 dev there && ip link set there up'
cat >server.py <<'PYTHON'
import os, socket, sys, time
family, kind = getattr(socket, sys.argv[1]), getattr(socket, sys.argv[2])
door = socket.socket(family, kind)
if family == socket.AF_INET6: door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
door.bind(("::" if family == socket.AF_INET6 else "0.0.0.0", 4000))
if kind == socket.SOCK_STREAM: door.listen()
for option, value in ((27, 0), (44, 0), (25, b"\0")):  # the filter, its lock, the interface
    try: door.setsockopt(socket.SOL_SOCKET, option, value)
    except OSError: pass
open("ready", "w").close()
door.settimeout(0.5)
while not os.path.exists("enough"):
    try:
        if kind == socket.SOCK_STREAM: door.accept()[0].sendall(b"reached")
        else: door.sendto(b"reached", door.recvfrom(9)[1])
    except TimeoutError: pass
PYTHON
cat >guest.py <<'PYTHON'
import socket, sys
kind, address = getattr(socket, sys.argv[1]), sys.argv[2]
guest = socket.socket(socket.AF_INET, kind)
guest.settimeout(2)
try:
    guest.connect((address, 4000)); guest.send(b"x")
    print(guest.recv(9).decode())
except OSError: print("not")
PYTHON
expect() { # FROM-THERE FROM-HERE FAMILY KIND
  rm -f ready enough
  start_guarded --on-ask deny -- python3 server.py "$3" "$4"
  until_true 20 test -e ready || fail "no server: $*: $(<"$ERR")"
  local there here
  there=$(nsenter -t "$other" -n python3 guest.py "$4" 192.0.2.1)
  here=$(python3 guest.py "$4" 127.0.0.1)
  touch enough
  finish_guarded
  [[ "$there $here" == "$1 $2" ]] || fail "reached from there: $there, from here: $here ($3 $4 $GUARD_POLICY)"
}
export GUARD_POLICY=$CASE_ROOM/p.yaml
for policy in 'network: {listen: allow, allow: 192.0.2.2}' 'network: {listen: narrow, allow: 192.0.2.2}
rules: [{id: open, when: {act: listen}, decision: allow}]'; do
  printf '%s\n' "$policy" >"$GUARD_POLICY"
  expect reached reached AF_INET SOCK_STREAM
done
expect reached reached AF_INET SOCK_DGRAM
printf 'network: {listen: narrow, allow: 192.0.2.2}\n' >"$GUARD_POLICY"
expect not reached AF_INET SOCK_STREAM
expect not reached AF_INET6 SOCK_STREAM
expect not reached AF_INET SOCK_DGRAM
assert_recorded "r['rule'] == 'network.listen_narrowed' and r['syscall'] == 'bind'"
