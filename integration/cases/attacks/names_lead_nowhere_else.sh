# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# Where guard answers for the name servers, no other host is reached under a name that is allowed, and nothing leaves in
# lookups: another name on the same address, the address itself, mapped and made-up addresses, resolvers and proxies of the
# program's own, addresses that an allowed host tells (DNS over HTTPS), records that would have to be asked for, DNS over TLS,
# search domains, hosts files of one's own, datagrams, names that lead inside. As root and as an ordinary user. Threat 58.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network: {names: fake, allow: [good.test, inner.test, meta.test]}
YAML
cat >attack.py <<'PYTHON'
import subprocess, sys, threading
from name_attacks import *

def sends(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.connect((address, 443))
        door.send(b"quic")
        door.send(b"quic")
        return "sent"

# A server of the session's own, on loopback, that does what its clients may not.
def served(work):
    listener = socket.create_server(("127.0.0.1", 0))
    def serve():
        peer, _ = listener.accept()
        try:
            answer = work(peer.recv(512))
        except OSError as error:
            answer = error.strerror
        peer.sendall(answer.encode())
        peer.close()
    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()

def by_proxy(name):
    with socket.create_connection(served(lambda wanted: reach(socket.gethostbyname(wanted.decode())))) as peer:
        peer.sendall(name.encode())
        return peer.recv(512).decode()

def own_resolver_on_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
            door.sendto(query("said.leak.test"), server.getsockname())
            server.recvfrom(512)
        return reach(OTHER_WEB)

def with_hosts_of_its_own():
    words = ["unshare", "-Urm", "sh", "-c", "mount --bind hosts /etc/hosts && exec python3 -B -c "
             "'from name_attacks import *; print(reach(socket.gethostbyname(\"good.test\")))'"]
    return "reached" if b"reached" in subprocess.run(words, capture_output=True).stdout else "not reached"

fake = socket.gethostbyname("good.test")
other = socket.gethostbyname("other.test")
told("name", lambda: reach(fake))
told("other name", lambda: reach(other))
told("address", lambda: reach(WEB))
told("mapped", lambda: reach("::ffff:" + WEB))
told("mapped stand-in", lambda: reach("::ffff:" + fake))
told("mapped stand-in of the other", lambda: reach("::ffff:" + other))
told("behind a translator", lambda: reach("64:ff9b::" + WEB))
told("made up", lambda: reach("198.19.7.7"))
told("made up, v6", lambda: reach("2001:2::7:7"))
told("of another session", lambda: reach(sys.argv[1]))
told("inside", lambda: reach(socket.gethostbyname("inner.test")))
told("metadata", lambda: reach(socket.gethostbyname("meta.test")))
told("told by an allowed host", lambda: reach(fetch(fake, "/told")))
told("proxy", lambda: by_proxy("good.test"))
told("proxy to the other", lambda: by_proxy("other.test"))
for label, kind in (("TXT", 16), ("NULL", 10), ("MX", 15), ("ANY", 255), ("AXFR", 252)):
    told(label, lambda: ask(query(label.lower() + ".leak.test", kind)))
told("HTTPS", lambda: ask(query("https.leak.test", 65)))
told("extended", lambda: ask(query("edns.leak.test", 1, True)))
told("letters", lambda: ask(query("MiXeD.LeAk.TeSt")))
told("two questions", lambda: ask(query("two.leak.test", questions=2)))
told("long", lambda: ask(query(".".join(["x" * 60] * 4) + ".leak.test")))
told("stream", lambda: ask_by_stream(query("tcp.leak.test")))
told("search", lambda: reach(socket.gethostbyname("searched")))
told("own resolver", lambda: ask(query("own.leak.test"), ("203.0.113.1", 53)))
told("own resolver on loopback", own_resolver_on_loopback)
told("other port", lambda: ask(query("port.leak.test"), (NAME_SERVER, 5353)))
told("TLS", lambda: reach(NAME_SERVER, 853))
told("datagrams", lambda: sends(other))
told("hosts of its own", with_hosts_of_its_own)
PYTHON
echo "203.0.113.11 good.test" >hosts
echo 203.0.113.11 >told
NET_RESOLV_OPTIONS="search leak.test"
net_room policy.yaml attack.py hosts "$LIB/name_attacks.py"
cat >other_session.py <<'PYTHON'
import socket
print([socket.gethostbyname(f"name{number}.test") for number in range(50)][-1])
PYTHON
for as in root user; do
  given=$(as_in_room "$as" ./guard run --policy policy.yaml --on-ask deny -- python3 -c "$(<other_session.py)" 2>"$ERR")
  [[ $given == 198.18.* ]] || fail "as $as: no address for a name: $given"
  as_in_room "$as" ./guard run --policy policy.yaml --on-ask deny -- python3 -B attack.py "$given" >"$OUT" 2>"$ERR" ||
    fail "as $as: guard ended with $?"
  assert_content "$OUT" "name reached
other name Operation not permitted
address Operation not permitted
mapped Operation not permitted
mapped stand-in reached
mapped stand-in of the other Operation not permitted
behind a translator Operation not permitted
made up Operation not permitted
made up, v6 Operation not permitted
of another session Operation not permitted
inside Operation not permitted
metadata Operation not permitted
told by an allowed host Operation not permitted
proxy reached
proxy to the other Operation not permitted
TXT code 5 of 0 from 203.0.113.53
NULL code 5 of 0 from 203.0.113.53
MX code 5 of 0 from 203.0.113.53
ANY code 5 of 0 from 203.0.113.53
AXFR code 5 of 0 from 203.0.113.53
HTTPS code 0 of 0 from 203.0.113.53
extended code 0 of 1 from 203.0.113.53
letters code 0 of 1 from 203.0.113.53
two questions code 1 of 0 from 203.0.113.53
long code 0 of 1 from 203.0.113.53
stream code 0
search Operation not permitted
own resolver Operation not permitted
own resolver on loopback Operation not permitted
other port Operation not permitted
TLS Operation not permitted
datagrams Connection refused
hosts of its own not reached"
done
if grep -E 'leak|other|searched|name[0-9]' asked; then fail "a name that nobody allowed was asked for"; fi
