# SPDX-License-Identifier: Apache-2.0
# A person who lets a connection go may remember the host, or by choice its domain: then the other hosts below it are
# reached, and none beside it. A name that many owners' names end with is not offered, and not taken.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
NET_NAMES+=(api.good.test=203.0.113.10,203.0.113.11 ana.github.io=203.0.113.10)
cat >reach.py <<'PYTHON'
import socket, sys
for host in sys.argv[1:]:
    try:
        socket.create_connection((host, 80), 5).close()
        print(host, "reached", flush=True)
    except OSError as error:
        print(host, error.strerror, flush=True)
PYTHON
cat >session.sh <<'BASH'
# LAST HOST...: approves the first question by "$@" of ./answer, denies the rest.
"$GUARD" run --policy policy.yaml -- python3 reach.py "$@" >reached &
run=$!
rm -f questions
answered=
while kill -0 "$run" 2>/dev/null; do
  question=$("$GUARD" pending --json)
  id=$(python3 -c 'import json, sys; print(next((q["id"] for q in json.load(sys.stdin)), ""))' <<<"$question")
  if [[ -n $id ]]; then
    printf '%s\n' "$question" >>questions
    if [[ -z $answered ]]; then
      bash answer "$id" >>answers 2>&1
      answered=1
    else
      "$GUARD" deny "$id" >/dev/null 2>&1 || true
    fi
  fi
  sleep 0.05
done
wait "$run"
BASH
export GUARD
echo 'network: {names: fake}' >policy.yaml
run_session() { rm -f answers; in_named_network bash session.sh "$@" >"$OUT" 2>"$ERR" || fail "ended with $?"; }
echo '"$GUARD" approve "$1" --scope session --domain' >answer
run_session deep.good.test api.good.test deep.good.test good.test other.test
assert_content reached "deep.good.test reached
api.good.test reached
deep.good.test reached
good.test Operation not permitted
other.test Operation not permitted"
grep -q '"wider": "\*.good.test:80/tcp"' questions || fail "offered: $(<questions)"
assert_recorded "r['rule'] == 'grant' and r['reason'] == 'remembered: connections to *.good.test:80/tcp'"

# The host alone, at all of its addresses.
echo '"$GUARD" approve "$1" --scope session' >answer
run_session api.good.test api.good.test deep.good.test
assert_content reached "api.good.test reached
api.good.test reached
deep.good.test Operation not permitted"

# A domain may have many owners.
echo '"$GUARD" approve "$1" --scope session --domain; "$GUARD" approve "$1" --scope session --pattern "*.github.io:80/tcp"
"$GUARD" approve "$1" --scope session --pattern "*.io"; "$GUARD" deny "$1"' >answer
run_session ana.github.io
assert_content reached "ana.github.io Operation not permitted"
assert_says answers "offers no domain"
assert_says answers "the pattern '*.github.io:80/tcp' would cover names of many owners"
assert_says answers "the pattern '*.io' would cover names of many owners"
grep -q '"wider": ""' questions || fail "offered: $(<questions)"
