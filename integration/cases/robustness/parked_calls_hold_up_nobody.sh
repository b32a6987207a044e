# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# Calls that wait, more than guard has threads or descriptors for: others are served meanwhile, also
# what is judged by a walk; those beyond guard's bound are refused and on record; a signal ends it all.
. "$LIB/case.sh"
# A copy of its own, so that guard's processes of this case are told apart from those of others.
cp "$GUARD" "$CASE_ROOM/guard"
GUARD=$CASE_ROOM/guard
same_as_bare '' "$PROGRAMS/parked_calls" 400
same_as_bare '' "$PROGRAMS/parked_calls" 400 mixed
# With 1,024 descriptors guard keeps three of four.
status=0
(ulimit -n 1024 && exec "$GUARD" run --on-ask deny -- "$PROGRAMS/parked_calls" 1500) >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 0
assert_says "$OUT" "others served: 50 of 50"
assert_says "$OUT" "another program: 0"
assert_says "$OUT" "opened some, failed: ENFILE"
assert_recorded "r['rule'] == 'internal' and r['decision'] == 'deny' and 'too many calls wait' in str(r)"
# Ended while they wait.
rm -rf fifo door
start_guarded --on-ask deny -- "$PROGRAMS/parked_calls" 1000 stay
parked() { grep -qx parked "$OUT"; }
until_true 60 parked || fail "they did not get there"
kill -TERM "$guard_pid"
finish_guarded
assert_status 143
until_true 10 nothing_runs_with parked_calls || fail "still running: $(processes_with parked_calls)"
