# SPDX-License-Identifier: Apache-2.0
# Sessions that live answer and tell as docs/openapi.yaml describes: no answer or event that does not fit, no field that is
# not described, and nothing described that no session ever says.
# timeout: 180
. "$LIB/case.sh"
/usr/bin/env python3 -c 'import jsonschema, yaml' 2>/dev/null || skip "python3-jsonschema or python3-yaml is not installed"
with_undo
export SEEN=$CASE_ROOM/seen PYTHONPATH=$LIB
: >"$SEEN"

# --- the events of every session, which goes on until the last of them has come -------------------
begin() { printf 'until [[ -e go.%s ]]; do sleep 0.05; done\n' "$1"; }
go_on() { printf 'until [[ -e end.%s ]]; do sleep 0.05; done\n' "$1"; }
watch_events() { # NAME
  socket=$XDG_RUNTIME_DIR/guard/$1.sock
  until_true 20 test -S "$socket" || fail "no socket of $1"
  python3 -B -c '
import sys
from api_client import Stream
from described import of_case
here = of_case()
stream = Stream(sys.argv[1], "/v1/events?acts=on", 10**9)
print("on", flush=True)
try:
    while True:
        here.event(*stream.next()[1:])
except EOFError:
    pass' "$socket" >"$CASE_ROOM/watch.$1" 2>&1 &
  watcher=$!
  until_true 20 grep -qs on "$CASE_ROOM/watch.$1" || fail "no stream of $1"
  touch "go.$1"
}
finish_watched() { # NAME SEEN: it ends when that was seen
  until_true 30 grep -qx -- "$2" "$SEEN" || fail "$1: not seen: $2"
  touch "end.$1"
  finish_guarded
  wait "$watcher" || fail "events of $1: $(<"$CASE_ROOM/watch.$1")"
}
talk() { # SOCKET PYTHON: with ask(METHOD, TARGET, BODY), waiting() for the one question, `here`
  python3 -B -c '
import sys, time
from api_client import until_true
from described import of_case
here = of_case()
def ask(*words):
    return here.ask(sys.argv[1], *words)
def waiting():
    assert until_true(20, lambda: ask("GET", "/v1/approvals")[1]["approvals"]), "no question"
    return ask("GET", "/v1/approvals?state=pending")[1]["approvals"][0]["id"]
'"$2" "$1" || fail "see above"
}

# --- one: answers, grants, categories, checks, tier 3, withdrawal, from inside --------------------
precious kept/one kept2/one src/a src/b tmp_a/one tmp_b/one
{ begin one; cat <<'SH'; go_on one; } >one.sh
rm -r ./tmp_*
rm -r ./kept &
until [[ -e give_up ]]; do sleep 0.05; done
kill -KILL $!
rm -r ./kept
rm -rf src
SH
cat >inside.py <<'PY'
import os
from described import of_case
here = of_case()
door = "\0guard.session"
assert here.ask(door, "GET", "/v1/session")[1].keys() == {"id", "mode", "safe_mode", "level", "version"}
here.ask(door, "POST", "/v1/check", {"shell": "ls"})
assert here.ask(door, "GET", "/v1/questions")[1]["questions"]
assert here.ask(door, "GET", "/v1/nested")[0] == 404
here.ask(door, "POST", "/v1/nested", {"files": [{"name": "n", "text": "version: 1\nextends: [default]\n", "may_only_tighten": False, "of_project": False}],
                                     "workspace": [os.getcwd()]})
assert here.ask(door, "GET", "/v1/nested")[0] == 200
assert here.ask(door, "GET", "/v1/approvals")[0] == 403
PY
sed -i '1a (until [[ -e go.inside ]]; do sleep 0.05; done; SEEN=seen.inside python3 -B inside.py >inside.out 2>\&1; echo $? >inside.status) \&' one.sh
start_guarded --session one --on-ask wait -- bash one.sh
watch_events one
talk "$socket" '
first = waiting()
open("go.inside", "w").close()
assert until_true(30, lambda: __import__("os").path.exists("inside.status")), "inside hangs"
for target in ("/v1/session", "/v1/grants", "/v1/delegations", "/v1/audit", "/v1/audit?tier=2&limit=1",
               "/v1/approvals/" + first, "/v1/approvals/" + first[:8] + "?offset=0&limit=1"):
    assert ask("GET", target)[0] == 200, target
assert ask("GET", "/v1/approvals/ffff")[0] == 404
assert ask("GET", "/v1/approvals?state=other")[0] == 400
assert ask("GET", "/v1/nothing")[0] == 404
assert ask("PUT", "/v1/session")[0] == 405
assert ask("POST", "/v1/approvals/" + first, {"answer": "maybe"})[0] == 400
assert ask("POST", "/v1/check", {"shell": "rm -r ./kept", "cwd": "/"})[0] in (200, 400)
assert ask("POST", "/v1/check", {"shell": "rm -r ./src"})[0] == 400
assert ask("POST", "/v1/check", {"argv": ["rm", "-rf", "/"]})[0] == 403
assert ask("POST", "/v1/check", {"argv": []})[0] == 400
assert ask("POST", "/v1/delegations", {"to": "64002", "tier": 2, "minutes": 5})[0] == 403
results = ask("POST", "/v1/approvals", {"ids": [first, "ffff"], "answer": "deny", "reason": "no"})[1]["results"]
assert [one["status"] for one in results] == [200, 404], results
assert ask("POST", "/v1/approvals/" + first, {"answer": "deny"})[0] == 409
second = waiting()
open("give_up", "w").close()
assert until_true(20, lambda: ask("GET", "/v1/approvals/" + second)[1]["state"] == "withdrawn")
third = waiting()
assert ask("POST", "/v1/approvals/" + third, {"answer": "approve", "scope": "30m"})[0] == 200
fourth = waiting()
assert ask("POST", "/v1/approvals/" + fourth, {"answer": "approve"})[0] == 400
grants = ask("GET", "/v1/grants")[1]["grants"]
assert ask("DELETE", "/v1/grants/" + grants[0]["id"])[0] == 200
assert ask("POST", "/v1/approve-session", {"session_id": "one", "categories": []})[0] == 400
assert ask("POST", "/v1/approve-session", {"session_id": "one", "categories": ["FS_DELETE_OVERWRITE"]})[0] == 200
status, decision = ask("POST", "/v1/check", {"shell": "rm -r ./kept2"})
assert status == 200 and decision["effect"], decision
assert ask("DELETE", "/v1/grants/FS_DELETE_OVERWRITE")[0] == 200
assert ask("POST", "/v1/approvals/" + fourth, {"answer": "approve", "confirm": "CONFIRM"})[0] == 200
'
finish_watched one '#/components/schemas/Alert/anyOf/2/properties/alert'
[[ $(<inside.status) == 0 ]] || fail "inside: $(<inside.out)"
cat seen.inside >>"$SEEN"

# --- two: by a policy with delegation, two people, and a way of alerting that fails ---------------
precious src/a src/b
printf 'version: 1\nextends: [default]\ndelegation: {tier: 2, for: 1h}\napprovers: ["64001"]\ntwo_person: {tier: 3}\nalerts: {command: [/bin/false]}\n' >two.yaml
start_guarded --session two --policy two.yaml --on-ask wait -- bash -c "$(begin two); rm -rf src; $(go_on two)"
watch_events two
talk "$socket" '
status, made = ask("POST", "/v1/delegations", {"to": "64002", "tier": 2, "minutes": 5})
assert status == 200, made
assert ask("GET", "/v1/delegations")[1]["delegations"]
assert ask("DELETE", "/v1/delegations/" + made["id"])[0] == 200
asked = waiting()
status, answer = ask("POST", "/v1/approvals/" + asked, {"answer": "approve", "confirm": "CONFIRM"})
assert status == 200 and answer["state"] == "pending", answer
assert until_true(30, lambda: ask("GET", "/v1/session")[1]["alerts"]["failures"]), "no alert failed"
assert ask("POST", "/v1/approvals/" + asked, {"answer": "deny"})[0] == 200
'
finish_watched two 'event alert_failed'

# --- three: nobody answers in time; four: nothing is asked ----------------------------------------
printf 'version: 1\nextends: [default]\ntimeouts: {tier2: 1s}\n' >three.yaml
start_guarded --session three --policy three.yaml --on-ask wait -- bash -c "$(begin three); rm -r ./kept2; $(go_on three)"
watch_events three
finish_watched three 'event approval_timeout'
start_guarded --session four --safe-mode off -- bash -c "$(begin four); rm -r ./kept2; $(go_on four)"
watch_events four
finish_watched four 'event approval_skipped'

# --- five: the brake ------------------------------------------------------------------------------
echo before >was_called
start_guarded --session five -- bash -c "$(begin five); mv was_called is_called; touch made_here; while :; do sleep 0.1; done"
watch_events five
printf 'collisions: {writes: off}\n' >beside.yaml
(
  until_true 30 test -e look_beside
  exec "$GUARD" run -q --session beside --policy beside.yaml -- bash -c 'echo more >>is_called; until [[ -e looked ]]; do sleep 0.05; done'
) </dev/null >/dev/null 2>&1 &
beside=$!
talk "$socket" '
assert ask("POST", "/v1/session/checkpoint", {"name": "here"})[1]["name"] == "here"
assert ask("POST", "/v1/session/checkpoint", {"name": "12"})[0] == 400
assert ask("POST", "/v1/session/checkpoint")[0] == 200
for _ in range(100):
    changes = ask("GET", "/v1/session/changes")[1]
    if changes["count"] >= 2: break
    time.sleep(0.05)
assert {change["kind"] for change in changes["changes"]} >= {"made", "moved"}, changes
open("look_beside", "w").close()
assert until_true(20, lambda: ask("GET", "/v1/session")[1]["beside"]), "nobody is seen beside it"
assert ask("POST", "/v1/session/pause", {"why": "x"})[0] == 400
assert ask("POST", "/v1/session/pause", {})[1]["changed"]
assert not ask("POST", "/v1/session/pause", {})[1]["changed"]
assert not ask("POST", "/v1/session/pause")[1]["changed"]
assert ask("GET", "/v1/session")[1]["brake"]["how"] in ("frozen", "stopped")
assert ask("POST", "/v1/session/resume", {})[1]["changed"]
assert ask("POST", "/v1/session/end", {"now": 1})[0] == 400
assert ask("POST", "/v1/session/end", {})[1]["state"] == "ending"
'
touch looked
wait "$beside" || true
finish_watched five 'event session_ending'

python3 -B -c '
from described import of_case
unseen = of_case().unseen()
assert not unseen, "described, and never seen:\n" + "\n".join(unseen)' || fail "see above"
