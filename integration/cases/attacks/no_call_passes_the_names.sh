# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# No form of a call reaches a host past its name: several datagrams in one call, data with the first packet of a stream
# (MSG_FASTOPEN, TCP_FASTOPEN_CONNECT), a socket that is set free (AF_UNSPEC) and goes elsewhere, rings, packets of
# the program's own. By ptrace, where lookups are left to the name servers, the same is held for addresses. As root and
# as an ordinary user. Threats 58, 59.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >calls.py <<'PYTHON'
import struct, sys
from name_attacks import *
good, other, literal = socket.gethostbyname("good.test"), socket.gethostbyname("other.test"), OTHER_WEB
MSG_FASTOPEN, TCP_FASTOPEN_CONNECT = 0x20000000, 30

def datagram_after(first, *then):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        connect_raw(door, address_of(first, 9))
        for address in then:
            connect_raw(door, address)
        door.send(b"leak")
        door.send(b"leak")
        return "sent"

def stream():
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_SYNCNT, 1)  # where nobody is it ends soon
    return door

def stream_after(first, *then):
    with stream() as door:
        connect_raw(door, address_of(first, 80))
        for address in then:
            connect_raw(door, address)
        return "reached"

def fast_open(host):
    with stream() as door:
        return f"{door.sendto(b'GET /leak', MSG_FASTOPEN, (host, 80))} sent"

def fast_connect(host):
    with stream() as door:
        door.setsockopt(socket.IPPROTO_TCP, TCP_FASTOPEN_CONNECT, 1)
        door.connect((host, 80))
        return f"{door.send(b'GET /leak')} sent"

def ring():
    return f"{checked(LIBC.syscall(425, 4, ctypes.byref(ctypes.create_string_buffer(120))))} made"

def packet(*kind):
    with socket.socket(*kind) as door:
        door.sendto(struct.pack("!BBHHH", 8, 0, 0, 7, 1) + b"leak", (literal, 0))
        return "sent"

free = address_of("0.0.0.0", 0, socket.AF_UNSPEC)
for label, host in (("other name", other), ("address", literal), ("made up", "198.19.7.7")):
    if label == "other name" and sys.argv[1] == "addresses":
        continue
    told(f"{label}: many", lambda: send_many(good, host))
    told(f"{label}: many, it first", lambda: send_many(host, good))
    told(f"{label}: fast open", lambda: fast_open(host))
    told(f"{label}: fast connect", lambda: fast_connect(host))
    told(f"{label}: again", lambda: datagram_after(good, address_of(host, 9)))
    told(f"{label}: set free", lambda: datagram_after(good, free, address_of(host, 9)))
    told(f"{label}: stream set free", lambda: stream_after(good, free, address_of(host, 80)))
told("stream set free, to the same", lambda: stream_after(good, free, address_of(good, 80)))
told("ring", ring)
told("raw", lambda: packet(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
told("echo", lambda: packet(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP))
told("link", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).send(b"leak"))
PYTHON
tried_for() { # LABEL WHAT_A_DATAGRAM_SAYS
  printf "$1: %s\n" "many 1 sent" "many, it first Operation not permitted" "fast open Operation not permitted" "fast connect Operation not permitted" "again $2" \
    "set free $2" "stream set free Operation not permitted"
}
net_room calls.py "$LIB/name_attacks.py"
printf 'network: {names: fake, allow: [good.test]}\n' >"$NET_ROOM/fake.yaml"
printf 'network: {allow: [good.test]}\n' >"$NET_ROOM/addresses.yaml"
for as in root user; do
  for way in addresses fake; do
    backend=notify
    [[ $way == fake ]] || backend=ptrace
    as_in_room "$as" ./guard run --backend "$backend" --policy "$way.yaml" --on-ask deny -- python3 -B calls.py "$way" >"$OUT" 2>"$ERR" ||
      fail "as $as, $way: guard ended with $?"
    wanted=""
    # To a name that nobody allowed a datagram socket is connected to nowhere.
    [[ $way == addresses ]] || wanted+="$(tried_for "other name" "Connection refused")"$'\n'
    wanted+="$(tried_for address "Operation not permitted")"$'\n'"$(tried_for "made up" "Operation not permitted")"
    assert_content "$OUT" "$wanted
stream set free, to the same reached
ring Function not implemented
raw Operation not permitted
echo Operation not permitted
link Operation not permitted"
    # The one that went with each of the calls for several.
    [[ $(sort -u heard) == "203.0.113.10 leak" ]] || fail "as $as, $way: heard $(<heard)"
  done
done
