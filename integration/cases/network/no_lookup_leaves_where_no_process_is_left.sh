# SPDX-License-Identifier: Apache-2.0
# A program that uses up the processes of its user, so that guard can make no network of its own for answers, does not
# send its lookups to the name server: they fail, and are answered again once there is room. Threat 58.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >exhaust.py <<'PYTHON'
import socket, struct
from all_processes import give_back, take_all
def ask(name):
    question = struct.pack("!HHHHHH", 7, 0x0100, 1, 0, 0, 0)
    question += b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0" + struct.pack("!HH", 1, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.settimeout(5)
        try:
            door.sendto(question, ("203.0.113.53", 53))
            return door.recv(512)[-4:]
        except OSError as error:
            return type(error).__name__
children = take_all()
full = ask("full.leak.test")
give_back(children)
free = ask("free.leak.test")
print("full", full, flush=True)
print("free", free)
PYTHON
cat >limited.sh <<'BASH'
ulimit -u 150
exec ./guard run --policy policy.yaml --on-ask deny -- python3 exhaust.py
BASH
echo 'network: {allow: [good.test]}' >policy.yaml
net_room "$LIB/all_processes.py" exhaust.py limited.sh policy.yaml
as_in_room user bash limited.sh >"$OUT" 2>"$ERR" || fail "guard ended with $?: $(<"$ERR")"
grep -q '^full ' "$OUT" || fail "it said $(<"$OUT")"
grep -qx "free b'.*'" "$OUT" || fail "no answer once there was room: $(<"$OUT")"
if grep leak asked; then fail "a lookup left"; fi
