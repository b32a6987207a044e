# SPDX-License-Identifier: Apache-2.0
# One word for all sessions; a name that is none is told, and the others still obey.
. "$LIB/case.sh"
"$GUARD" run --session one -- bash -c 'touch one; while :; do sleep 0.1; done' >/dev/null 2>&1 &
first=$!
start_guarded --session two -- bash -c 'touch two; while :; do sleep 0.1; done'
until_true 10 test -e one && until_true 10 test -e two
guard pause 2>"$CASE_ROOM/said" && fail "one of two was chosen"
assert_says "$CASE_ROOM/said" "several sessions run"
guard pause --all | sort >"$CASE_ROOM/said"
assert_content "$CASE_ROOM/said" "one paused
two paused"
[[ $(guard status | grep -c ' paused ') == 2 ]] || fail "$(guard status)"
guard resume one three 2>"$CASE_ROOM/said" && fail "three runs"
assert_says "$CASE_ROOM/said" "no session three runs"
[[ $(guard status | grep -c ' paused ') == 1 ]] || fail "$(guard status)"
guard stop --all
status=0
wait "$first" || status=$?
assert_status 143
finish_guarded
assert_status 143
# A session closes its socket a moment after its command has ended.
none_runs() { ! guard stop --all 2>"$CASE_ROOM/said" && grep -q "no session runs" "$CASE_ROOM/said"; }
until_true 10 none_runs || fail "it says $(<"$CASE_ROOM/said")"
