# SPDX-License-Identifier: Apache-2.0
# network.listen: narrow: what listens on every address does so unasked, and this machine alone reaches
# it: on 127.0.0.1, on ::1 and on localhost, from no other address. `ask` asks, `allow` opens it, rules come first.
# Clients that bind before they connect or send are as bare.
. "$LIB/case.sh"
listen() { printf 'network: {listen: %s}\n%s\n' "$1" "${2:-}" >"$CASE_ROOM/$1.yaml"; GUARD_POLICY=$CASE_ROOM/$1.yaml; }
export GUARD_POLICY
cat >serve.py <<'PYTHON'
# serve FAMILY PORT HOW: a server, and who reaches it. No address: listen alone.
import socket, sys
family, address, how = sys.argv[1:4]
door = socket.socket(getattr(socket, family))
if family == "AF_INET6" and how != "v6only":
    door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
elif family == "AF_INET6":
    door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
try:
    if address: door.bind((address, 0))
    door.listen(8)
except PermissionError:
    print("refused"); sys.exit()
reached = []
for to in ("127.0.0.1", "::1", "localhost"):
    try:
        with socket.create_connection((to, door.getsockname()[1]), 5) as guest:
            inside, _ = door.accept()
            inside.sendall(b"hello"); inside.close()
            assert guest.recv(9) == b"hello"
        reached.append(to)
    except OSError: pass
print(*reached)
PYTHON
reaches() { # TEXT WORD...
  local wanted=$1
  shift
  guard_run --on-ask deny -- python3 serve.py "$@"
  assert_content "$OUT" "$wanted"
}
has_v6() { [[ -e /proc/net/if_inet6 ]] && grep -q ' lo$' /proc/net/if_inet6; }

listen narrow
reaches "127.0.0.1 localhost" AF_INET 0.0.0.0 both
reaches "127.0.0.1 localhost" AF_INET "" unbound
if has_v6; then
  reaches "127.0.0.1 ::1 localhost" AF_INET6 :: both
  reaches "127.0.0.1 ::1 localhost" AF_INET6 "" unbound
  reaches "127.0.0.1 localhost" AF_INET6 ::ffff:0.0.0.0 mapped
fi
assert_nothing_asked
assert_recorded "r['rule'] == 'network.listen_narrowed' and r['syscall'] == 'listen' and r['risk_tier'] == 1"
grep -q '^guard: python3[0-9.]* listens on port [1-9][0-9]*, which only this machine can reach (localhost)' "$ERR" ||
  fail "no notice: $(<"$ERR")"
assert_says "$ERR" 'network: {listen: allow}'

# One line a program, however many ports; the port is the wanted one, taken as the program asked for it.
cat >many.py <<'PYTHON'
import socket
doors = [socket.socket() for _ in range(20)]
for door in doors:
    door.bind(("", 0)); door.listen()
fixed = socket.socket(); fixed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
port = door.getsockname()[1]
door.close()
fixed.bind(("0.0.0.0", port)); fixed.listen()
print(fixed.getsockname() == ("0.0.0.0", port))
fixed.listen(9)
again = socket.socket(); again.bind(("", 0))
try: socket.socket().bind(("", port))
except OSError as error: print(error.strerror)
PYTHON
guard_run --on-ask deny -- python3 many.py
assert_content "$OUT" $'True\nAddress already in use'
[[ $(grep -c 'only this machine' "$ERR") -eq 1 ]] || fail "notices: $(<"$ERR")"

# Clients: TCP from a fixed port, UDP from one of the kernel's choice, both bound to every address.
cat >client.py <<'PYTHON'
import socket
door = socket.socket(); door.bind(("127.0.0.1", 0)); door.listen()
guest = socket.socket(); guest.bind(("0.0.0.0", 0)); guest.connect(door.getsockname())
print(guest.getsockname()[0], guest.getsockopt(socket.SOL_SOCKET, 44), len(guest.getsockopt(socket.SOL_SOCKET, 25, 16)))
sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); sink.bind(("127.0.0.1", 0))
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); out.bind(("0.0.0.0", 0))
out.sendto(b"ask", sink.getsockname())
print(sink.recv(9).decode(), out.getsockopt(socket.SOL_SOCKET, 44))
# A UDP server is narrowed where it binds to a fixed port; it hears this machine.
port = out.getsockname()[1]; out.close()
heard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); heard.bind(("0.0.0.0", port)); heard.settimeout(9)
sink.sendto(b"heard", ("127.0.0.1", port))
print(heard.recv(9).decode(), heard.getsockopt(socket.SOL_SOCKET, 44))
loud = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); loud.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
heard.close()
try: loud.bind(("0.0.0.0", port))
except PermissionError: print("broadcasts are asked about")
PYTHON
guard_run --on-ask deny -- python3 client.py
assert_content "$OUT" $'127.0.0.1 0 0\nask 0\nheard 1\nbroadcasts are asked about'

# A thread that puts a filter and an interface of its own in the place of guard's gains nothing: what
# listens keeps the one or the other.
cat >race.py <<'PYTHON'
import ctypes, socket, struct, threading
FILTER, INTERFACE = 26, 25
step = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xffffffff))
mine = struct.pack("@HxxxxxxP", 1, ctypes.addressof(step))
door, stop = None, False
def put():
    while not stop:
        for option, value in ((FILTER, mine), (INTERFACE, b"\0")):
            try: door.setsockopt(socket.SOL_SOCKET, option, value)
            except (AttributeError, OSError): pass
threading.Thread(target=put).start()
open_doors = 0
for _ in range(100):
    door = socket.socket(); door.bind(("", 0))
    try: door.listen()
    except PermissionError: continue
    for option, value in ((FILTER, mine), (INTERFACE, b"\0")):
        try: door.setsockopt(socket.SOL_SOCKET, option, value)
        except PermissionError: pass
    filtered = len(door.getsockopt(socket.SOL_SOCKET, FILTER, 64)) == 4
    if not filtered and door.getsockopt(socket.SOL_SOCKET, INTERFACE, 16) != b"lo\0": open_doors += 1
stop = True
print(open_doors)
PYTHON
guard_run --on-ask deny -- python3 race.py
assert_content "$OUT" 0

listen narrow 'rules: [{id: shut, when: {act: listen}, decision: deny}]'
reaches refused AF_INET 0.0.0.0 both
assert_recorded "r['rule'] == 'shut'"
listen ask
reaches refused AF_INET 0.0.0.0 both
listen allow
reaches "127.0.0.1 localhost" AF_INET 0.0.0.0 both
assert_recorded "r['rule'] == 'network.listen_allowed'"
assert_silent "$ERR" "only this machine"
