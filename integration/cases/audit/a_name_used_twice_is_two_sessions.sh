# SPDX-License-Identifier: Apache-2.0
# Sessions that had one name are told apart, as guard undo does: NAME~1, NAME~2, each with its own records,
# counts and changes, also where the first was killed. A report wants to know which.
. "$LIB/case.sh"
with_undo
precious a b
guard_run --on-ask deny --session s -- bash -c 'rm a'
wait_for_closing
guard_run --session other -- /bin/true
guard_run --on-ask deny --session s -- bash -c 'rm b; /bin/echo two'
wait_for_closing
QUESTION=$(guard audit sessions --json)
[[ $(json_of "[s['session'] for s in data]") == '["s~1", "other", "s~2"]' ]] || fail "sessions: $QUESTION"
[[ $(json_of "[(s['id'], s['undoable'], s['state']) for s in data if s['id'] == 's']") == '[["s", 1, "closed"], ["s", 1, "closed"]]' ]] ||
  fail "sessions: $QUESTION"
[[ $(json_of "data[0]['command'][2]") == '"rm a"' || $(json_of "data[0]['command'][2]") == 'rm a' ]] || fail "the first: $QUESTION"
QUESTION=$(guard audit sessions --json --limit 1)
[[ $(json_of "[s['session'] for s in data]") == '["s~2"]' ]] || fail "the newest: $QUESTION"
status=0
guard audit report s >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "several sessions are called s; name one exactly:"
assert_says "$ERR" "s~2"
guard audit report s~1 >"$OUT"
assert_says "$OUT" "rm a"
assert_silent "$OUT" "rm b"
assert_says "$OUT" 'guard undo --session s~1'
guard audit report s~2 >"$OUT"
assert_says "$OUT" "rm b"
assert_silent "$OUT" "rm a"
assert_says "$OUT" 'guard undo --session s~2'
guard audit list --session s~1 >"$OUT"
assert_silent "$OUT" "/bin/echo two"
guard audit list --session s >"$OUT"
assert_says "$OUT" "/bin/echo two"
assert_says "$OUT" "rm a"
status=0
guard audit list --session s~3 >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no session s~3 on record"

# They share one chain.
guard audit verify --session s~1 >"$OUT" || fail "verify of one of them: $(<"$OUT")"
assert_says "$OUT" "links of 1 session hold"
status=0
guard audit verify --session s~3 >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no session s~3"
# A session is asked for its own records.
start_guarded --session s -- bash -c '/bin/echo three; touch asked; until [[ -e go ]]; do sleep 0.05; done'
until_true 20 test -e asked || fail "it does not start"
has_three() { api_get s /v1/audit >"$CASE_ROOM/records" && grep -q '"three"' "$CASE_ROOM/records"; }
until_true 5 has_three || fail "its records: $(head -c 500 "$CASE_ROOM/records")"
assert_silent "$CASE_ROOM/records" "rm b"
touch go
finish_guarded
wait_for_closing

# One that was killed says nothing of its end: the next one of its name does.
start_guarded --session k -- bash -c '/bin/echo one; touch up; sleep 60'
until_true 20 test -e up || fail "it does not start"
# Records are written in groups: of a guard that is killed before the first there is nothing.
assert_recorded "r['session_id'] == 'k' and r['act'] == 'exec'"
kill -KILL $(serving_process "$guard_pid")
finish_guarded
guard_run --session k -- /bin/echo again
wait_for_end() { guard audit list --session k --json | grep -q '"kind": *"end"'; }
until_true 10 wait_for_end || fail "it is not closed"
QUESTION=$(guard audit sessions --json)
[[ $(json_of "[(s['session'], s['state']) for s in data if s['id'] == 'k']") == '[["k~1", "not closed"], ["k~2", "closed"]]' ]] ||
  fail "killed: $QUESTION"
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
