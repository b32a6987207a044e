# SPDX-License-Identifier: Apache-2.0
# A network namespace with a name server of the case's own at 203.0.113.53, and web servers behind the names:
# good.test and other.test share 203.0.113.10, two.test also has an address where nobody is, six.test has v6 alone,
# inner.test and meta.test lead inside. ./asked lists what the name server was asked for, ./heard what came to two of
# them on port 9.
# chain.test, far.test are other names of good.test; low.test and meta2.test of names that lead inside, loop.test of itself,
# tracker.test of bad.test; stream.test is answered by streams alone; many.test and crowd.test have a hundred addresses.
# in_named_network COMMAND...: runs as root, with lines of $NET_RESOLV_OPTIONS in resolv.conf. net_room FILE...: a folder with guard and these for everybody;
# as_in_room root|user COMMAND...: COMMAND there, with a home of its own.
NET_NAMES=(good.test=203.0.113.10 other.test=203.0.113.10 two.test=203.0.113.99,203.0.113.10
  six.test=2001:db8:1::10 inner.test=10.9.9.9 meta.test=169.254.169.254 deep.good.test=203.0.113.11
  "chain.test=>good.test" "far.test=>chain.test" "low.test=>inner.test" "meta2.test=>meta.test" "loop.test=>loop2.test"
  "loop2.test=>loop.test" "tracker.test=>deep.bad.test" deep.bad.test=203.0.113.11 stream.test=stream,203.0.113.10
  many.test=10.8.0.1*99,203.0.113.10 crowd.test=10.8.0.1*99)

cat >named_network.inside.sh <<'BASH'
set -e
echo "0 2147483647" >/proc/sys/net/ipv4/ping_group_range
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
for address in 203.0.113.53 203.0.113.10 203.0.113.11 10.9.9.9; do ip addr add "$address/32" dev lo; done
ip -6 addr add 2001:db8:1::10/128 dev lo
ip addr add 203.0.113.1/24 dev lo && ip route add default dev lo
rm -f named asked heard hearing
python3 -B "$LIB/name_server.py" 203.0.113.53 $NET_NAMES &
names=$!
python3 -B -m http.server 80 --bind :: >/dev/null 2>&1 &
web=$!
python3 -B -c 'import socket, threading
def note(address, data):
    open("heard", "a").write(f"{address} {data.decode()}\n")
def hear(address):
    door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    door.bind((address, 9))
    while True:
        note(address, door.recv(64))
def accept(address):
    door = socket.create_server((address, 9))
    while True:
        note(address, door.accept()[0].recv(64))
for address in ("203.0.113.10", "203.0.113.11"):
    for work in (hear, accept):
        threading.Thread(target=work, args=(address,)).start()
open("hearing", "w").close()' &
ears=$!
until [[ -e named && -e hearing ]] && python3 -c 'import socket; socket.create_connection(("203.0.113.10", 80))' 2>/dev/null; do
  sleep 0.05
done
status=0
"$@" || status=$?
# Everything that was sent before has been heard by then.
python3 -B -c 'import socket
for address in ("203.0.113.10", "203.0.113.11"):
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"end", (address, 9))'
until [[ $(grep -c " end$" heard 2>/dev/null) == 2 ]]; do sleep 0.05; done
sed -i "/ end$/d" heard
[[ -s heard ]] || rm heard
kill "$names" "$web" "$ears"
exit "$status"
BASH

in_named_network() {
  printf 'nameserver 203.0.113.53\n%s\n' "${NET_RESOLV_OPTIONS:-}" >resolv.conf
  NET_NAMES="${NET_NAMES[*]}" LIB=$LIB unshare -n -m bash named_network.inside.sh "$@" </dev/null
}

net_room() { # FILE...
  NET_ROOM=$(mktemp -d /tmp/guard-names.XXXXXX)
  trap 'rm -rf "$NET_ROOM"' EXIT
  install -d -o 64005 -m 755 "$NET_ROOM" "$NET_ROOM/home"
  cp "$GUARD" "$@" "$NET_ROOM/"
}

as_in_room() { # root|user COMMAND...
  local become=()
  [[ $1 == root ]] ||
    become=(setpriv --reuid 64005 --regid 64005 --clear-groups env -u XDG_RUNTIME_DIR -u GUARD_STATE_DIR -u XDG_STATE_HOME
      -u XDG_CONFIG_HOME "HOME=$NET_ROOM/home")
  in_named_network "${become[@]}" env --chdir "$NET_ROOM" "${@:2}"
}
