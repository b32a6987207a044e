# SPDX-License-Identifier: Apache-2.0
# Where lookups are left to the name servers, a question about an address says which host that is, where the tree asked a name server for the host or a
# program was given its web address, and guard's own lookup of it leads there; a name that leads elsewhere is
# not taken for it. A grant that is remembered for the host holds for its other addresses. By a name server in a
# network namespace of the case's own. (getaddrinfo(3) connects to what it found, to sort it.)
. "$LIB/case.sh"
inside=(unshare -n -m)
[[ $UID -eq 0 ]] || inside=(unshare -U -r -n -m)
"${inside[@]}" true 2>/dev/null || skip "this user may make no network namespace"
cat >connect.py <<'PYTHON'
import socket, sys
def connect(address):
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        out.connect((address, 9))
        print(address, "connected")
    except OSError as error:
        print(address, error.strerror)
connect(sys.argv[1])
for name in ("two.test", "liar.test"):
    socket.getaddrinfo(name, 9)
for address in sys.argv[3:]:
    connect(address)
PYTHON
cat >inside.sh <<'BASH'
set -e
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
ip addr add 192.0.2.1/24 dev lo && ip route add default dev lo
python3 -B "$LIB/name_server.py" 192.0.2.1 two.test=192.0.2.70,192.0.2.71 said.test=192.0.2.80 liar.test=192.0.2.5 &
named=$!
until [[ -e named ]]; do sleep 0.05; done
"$GUARD" run --policy policy.yaml --on-ask deny -- python3 connect.py 192.0.2.70 http://said.test:9/x 192.0.2.70 192.0.2.80 192.0.2.81 || true
"$GUARD" run --policy policy.yaml -- python3 connect.py 192.0.2.6 none 192.0.2.70 192.0.2.71 &
run=$!
answered=""
for address in 192.0.2.6 192.0.2.70; do
  for ((tries = 0; tries < 200; ++tries)); do
    question=$("$GUARD" pending --json)
    [[ $question == *"($address)"* || ($address == 192.0.2.6 && $question == *" $address "*) ]] && break
    sleep 0.1
  done
  printf '%s\n' "$question" >>questions
  id=$(python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])' <<<"$question")
  "$GUARD" approve "$id" --scope session >/dev/null
done
wait "$run" || true
kill "$named"
BASH
echo "nameserver 192.0.2.1" >resolv.conf
echo "network: {names: off}" >policy.yaml
LIB=$LIB GUARD=$GUARD "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "192.0.2.70 Operation not permitted
192.0.2.70 Operation not permitted
192.0.2.80 Operation not permitted
192.0.2.81 Operation not permitted
192.0.2.6 connected
192.0.2.70 connected
192.0.2.71 connected"
said() { grep -a "denied connect to $1 port 9" "$ERR" | wc -l; }
[[ $(said "192.0.2.70") == 1 ]] || fail "before the tree asked for a name"
[[ $(said "two.test (192.0.2.70)") == 1 ]] || fail "a name that the tree asked for"
[[ $(said "said.test (192.0.2.80)") == 1 ]] || fail "a name in a web address"
[[ $(said "192.0.2.81") == 1 ]] || fail "no name leads here"
[[ $(grep -c '"what": "connect to' questions) == 2 && $(grep -c '"what": "connect to two.test (192.0.2.70)' questions) == 1 ]] || fail "asked: $(<questions)"
assert_recorded "r['rule'] == 'grant' and r['reason'] == 'remembered: connections to two.test:9/udp'"
