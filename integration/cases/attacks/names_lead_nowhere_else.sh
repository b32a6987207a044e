# SPDX-License-Identifier: Apache-2.0
# Where guard answers for the name servers, no other host is reached under a name that is allowed, and nothing leaves in
# lookups: another name on the same address, the address itself, mapped and made-up addresses, a resolver of the
# program's own, records that would have to be asked for, DNS over TLS, datagrams, names that lead inside. Threat 58.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network: {names: fake, allow: [good.test, inner.test, meta.test]}
YAML
cat >attack.py <<'PYTHON'
import os, socket, struct

def query(name, kind=1, extended=False):
    labels = b"".join(bytes([len(one)]) + one.encode() for one in name.split("."))
    opt = b"\0\0\x29\x10\0\0\0\0\0\0\0" if extended else b""
    return struct.pack("!HHHHHH", 7, 0x100, 1, 0, 0, 1 if opt else 0) + labels + struct.pack("!BHH", 0, kind, 1) + opt

def told(label, work):
    try:
        print(label, work())
    except OSError as error:
        print(label, error.strerror or error)

def reach(address, port=80):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as peer:
        peer.settimeout(5)
        peer.connect((address, port))
        return "reached"

def ask(question, to=("203.0.113.53", 53)):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.settimeout(3)
        door.sendto(question, to)
        answer, peer = door.recvfrom(2048)
        return f"code {answer[3] & 15} of {struct.unpack('!H', answer[6:8])[0]} from {peer[0]}"

def by_stream(question):
    with socket.create_connection(("203.0.113.53", 53), 3) as door:
        door.sendall(struct.pack("!H", len(question)) + question)
        return f"code {door.recv(512)[5] & 15}"

def sends(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.connect((address, 443))
        door.send(b"quic")
        door.send(b"quic")
        return "sent"

fake = socket.gethostbyname("good.test")
other = socket.gethostbyname("other.test")
told("name", lambda: reach(fake))
told("other name", lambda: reach(other))
told("address", lambda: reach("203.0.113.10"))
told("mapped", lambda: reach("::ffff:203.0.113.10"))
told("mapped stand-in of the other", lambda: reach("::ffff:" + other))
told("made up", lambda: reach("198.19.7.7"))
told("inside", lambda: reach(socket.gethostbyname("inner.test")))
told("metadata", lambda: reach(socket.gethostbyname("meta.test")))
told("TXT", lambda: ask(query("txt.leak.test", 16)))
told("extended", lambda: ask(query("edns.leak.test", 1, True)))
told("letters", lambda: ask(query("MiXeD.LeAk.TeSt")))
told("stream", lambda: by_stream(query("tcp.leak.test")))
told("own resolver", lambda: ask(query("own.leak.test"), ("203.0.113.1", 53)))
told("other port", lambda: ask(query("port.leak.test"), ("203.0.113.53", 5353)))
told("TLS", lambda: reach("203.0.113.53", 853))
told("datagrams", lambda: sends(other))
PYTHON
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 attack.py >"$OUT" 2>"$ERR" ||
  fail "guard ended with $?"
assert_content "$OUT" "name reached
other name Operation not permitted
address Operation not permitted
mapped Operation not permitted
mapped stand-in of the other Operation not permitted
made up Operation not permitted
inside Operation not permitted
metadata Operation not permitted
TXT code 5 of 0 from 203.0.113.53
extended code 0 of 1 from 203.0.113.53
letters code 0 of 1 from 203.0.113.53
stream code 0
own resolver Operation not permitted
other port Operation not permitted
TLS Operation not permitted
datagrams Connection refused"
if grep -E 'leak|other' asked; then fail "a name that nobody allowed was asked for"; fi
