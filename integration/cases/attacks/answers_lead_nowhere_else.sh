# SPDX-License-Identifier: Apache-2.0
# timeout: 300
# Whoever answers for an allowed name leads nobody inside, nor to a host that a rule denies: chains of other names (CNAME),
# to an internal name, to a denied one, to themselves; answers by streams alone, of a hundred addresses; a name that
# changes to a metadata service or to this machine after it was approved, while its question waits and later. As root and as
# an ordinary user. Threat 58.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network:
  names: fake
  allow: [chain.test, far.test, low.test, meta2.test, loop.test, tracker.test, stream.test, many.test, crowd.test]
  deny: ["*.bad.test"]
YAML
cat >attack.py <<'PYTHON'
from name_attacks import *
for host in ("chain", "far", "low", "meta2", "loop", "tracker", "stream", "many", "crowd"):
    told(host, lambda: reach(socket.gethostbyname(host + ".test")))
PYTHON
net_room policy.yaml attack.py "$LIB/name_attacks.py"
for as in root user; do
  as_in_room "$as" ./guard run --policy policy.yaml --on-ask deny -- python3 -B attack.py >"$OUT" 2>"$ERR" ||
    fail "as $as: guard ended with $?"
  assert_content "$OUT" "chain reached
far reached
low Operation not permitted
meta2 Operation not permitted
loop No route to host
tracker Operation not permitted
stream reached
many reached
crowd Operation not permitted"
  assert_says "$ERR" "low.test leads to 10.9.9.9, an internal address"
  assert_says "$ERR" "meta2.test leads to 169.254.169.254, a metadata service"
  assert_says "$ERR" "tracker.test is another name of deep.bad.test"
done

# A person approves a host for the session; whoever answers for it then changes the answer.
cat >rebound.py <<'PYTHON'
import pathlib, time
from name_attacks import *
def each(moment):
    for name in ("metadata", "machine", "inside"):
        told(f"{name} {moment}", lambda: reach(socket.gethostbyname(f"{name}.shift.test")))
told("waited", lambda: reach(socket.gethostbyname("waited.shift.test")))
each("first")
pathlib.Path("first").touch()
while not pathlib.Path("later").exists():
    time.sleep(0.05)
each("later")
PYTHON
cat >person.sh <<'BASH'
./guard run --policy asks.yaml -- python3 -B rebound.py &
session=$!
approve_next() {
  local id
  until id=$(./guard pending --json | grep -o '"id": "[^"]*"' | head -1 | cut -d'"' -f4) && [[ $id != "" && $id != "$last" ]]; do sleep 0.1; done
  [[ $last != "" ]] || echo "waited.shift.test=169.254.169.254" >>changed
  ./guard approve "$id" --scope session >/dev/null
  last=$id
}
last=
for question in waited metadata machine inside; do approve_next; done
until [[ -e first ]]; do sleep 0.1; done
printf '%s.shift.test=%s\n' metadata 169.254.169.254 machine 127.0.0.1 inside 10.9.9.9 >changed
sleep 61 # as long as guard keeps what a name led to
touch later
wait "$session"
BASH
# Anybody may talk to this machine unasked. Where a rule forbids it, no name gets around the rule.
cat >asks.yaml <<'YAML'
network: {names: fake, deny: ["127.0.0.1"]}
YAML
NET_NAMES+=({waited,metadata,machine,inside}.shift.test=203.0.113.10)
cp person.sh rebound.py asks.yaml "$NET_ROOM/"
install -o 64005 /dev/null "$NET_ROOM/changed"
ln -s "$NET_ROOM/changed" changed
as_in_room user bash person.sh >"$OUT" 2>"$ERR" || fail "guard ended with $?"
assert_content "$OUT" "waited Operation not permitted
metadata first reached
machine first reached
inside first reached
metadata later Operation not permitted
machine later Operation not permitted
inside later Operation not permitted"
assert_says "$ERR" "denied connect to machine.shift.test port 80: the policy denies it"
