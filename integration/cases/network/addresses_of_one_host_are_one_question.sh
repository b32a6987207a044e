# SPDX-License-Identifier: Apache-2.0
# A program that tries the IPv6 and the IPv4 address of a host, in turn or at once, is asked about once, where guard's
# own lookup leads from one name to both: a Yes lets it try the other address for a moment, a No refuses that too. The
# same address again is another act. Addresses without a name are two questions. By a name server in a network
# namespace of the case's own.
. "$LIB/case.sh"
inside=(unshare -n -m)
[[ $UID -eq 0 ]] || inside=(unshare -U -r -n -m)
"${inside[@]}" true 2>/dev/null || skip "this user may make no network namespace"
cat >connect.py <<'PYTHON'
import errno, os, socket, sys, threading, time
SIX, FOUR = "2001:db8::70", "192.0.2.70"
def connect(address, port=9):
    out = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    ended = out.connect_ex((address, port))
    print(address, port, {errno.ECONNREFUSED: "tried", errno.EPERM: "denied", errno.EACCES: "denied"}.get(ended, ended), flush=True)
if sys.argv[1] != "nameless":
    ask = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ask.settimeout(5)
    ask.sendto(b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x04dual\x04test\x00\x00\x01\x00\x01", ("192.0.2.1", 53))
    ask.recv(512)
if sys.argv[1] == "at-once":
    tries = [threading.Thread(target=connect, args=(address,)) for address in (SIX, FOUR)]
    for each in tries:
        each.start()
    for each in tries:
        each.join()
else:
    for word in sys.argv[2:]:
        connect({"6": SIX, "4": FOUR}[word[0]], int(word[2:] or 9))
PYTHON
cat >inside.sh <<'BASH'
set -e
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
for address in 192.0.2.1 192.0.2.70; do ip addr add "$address/32" dev lo; done
ip -6 addr add 2001:db8::70/128 dev lo
python3 -B "$LIB/name_server.py" 192.0.2.1 dual.test=2001:db8::70,192.0.2.70 &
named=$!
until [[ -e named ]]; do sleep 0.05; done
waiting() { "$GUARD" pending --json | python3 -c 'import json, sys
for question in json.load(sys.stdin): print(question["id"], question["what"])'; }
run() { # HOW_MANY_WAIT ANSWER... -- WORD...: each answer is given to the oldest of so many questions
  local wait=$1 answers=() tries
  shift
  while [[ $1 != -- ]]; do answers+=("$1"); shift; done
  shift
  echo "# $*"
  "$GUARD" run --policy policy.yaml -- python3 connect.py "$@" 2>>said &
  local run=$!
  for answer in "${answers[@]}"; do
    for ((tries = 0; tries < 200; ++tries)); do
      [[ $(waiting | wc -l) -ge $wait ]] && break
      sleep 0.1
    done
    waiting | sed 's/^[^ ]* /asked: /' | sort
    "$GUARD" "$answer" "$(waiting | head -1 | cut -d " " -f 1)" >/dev/null || echo "no question"
  done
  wait "$run" || true
}
run 1 approve -- in-turn 6 4 4
run 1 deny -- in-turn 6 4
run 1 approve deny -- in-turn 4 6 4 6
run 1 approve approve -- in-turn 6 4:10
run 2 approve -- at-once
run 2 deny -- at-once
run 1 approve approve -- nameless 6 4
kill "$named"
BASH
echo "nameserver 192.0.2.1" >resolv.conf
echo "network: {names: off}" >policy.yaml
LIB=$LIB GUARD=$GUARD "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
cat >expected <<'TEXT'
# in-turn 6 4 4
asked: connect to dual.test (2001:db8::70) port 9
2001:db8::70 9 tried
192.0.2.70 9 tried
192.0.2.70 9 tried
# in-turn 6 4
asked: connect to dual.test (2001:db8::70) port 9
2001:db8::70 9 denied
192.0.2.70 9 denied
# in-turn 4 6 4 6
asked: connect to dual.test (192.0.2.70) port 9
192.0.2.70 9 tried
2001:db8::70 9 tried
asked: connect to dual.test (192.0.2.70) port 9
192.0.2.70 9 denied
2001:db8::70 9 denied
# in-turn 6 4:10
asked: connect to dual.test (2001:db8::70) port 9
2001:db8::70 9 tried
asked: connect to dual.test (192.0.2.70) port 10
192.0.2.70 10 tried
# at-once
asked: connect to dual.test (192.0.2.70) port 9
asked: connect to dual.test (2001:db8::70) port 9
192.0.2.70 9 tried
2001:db8::70 9 tried
# at-once
asked: connect to dual.test (192.0.2.70) port 9
asked: connect to dual.test (2001:db8::70) port 9
192.0.2.70 9 denied
2001:db8::70 9 denied
# nameless 6 4
asked: connect to 2001:db8::70 port 9
2001:db8::70 9 tried
asked: connect to 192.0.2.70 port 9
192.0.2.70 9 tried
TEXT
python3 - "$OUT" <<'PYTHON' >seen
import sys
# Threads end in any order.
blocks = open(sys.argv[1]).read().split("# ")[1:]
for block in blocks:
    lines = block.splitlines()
    print("#", lines[0])
    print("\n".join(sorted(lines[1:], key=lambda line: (not line.startswith("asked"), line)) if lines[0] == "at-once" else lines[1:]))
PYTHON
diff expected seen >"$CASE_ROOM/difference" || fail "$(<"$CASE_ROOM/difference")"
assert_recorded "r['rule'] == 'lease' and r['reason'] == 'another address of a host that was approved a moment ago' and r['approval_id']"
