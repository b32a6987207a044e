# SPDX-License-Identifier: Apache-2.0
# A caller that gets SIGURG every 10 ms (every Go program) waits for its answer like any other: one
# question, not one a signal. Threat K15.
. "$LIB/case.sh"
precious one two
start_guarded -- "$PROGRAMS/signal_storm" one
wait_for_question
first=$question_id
for _ in {1..20}; do
  sleep 0.05
  one_question_waits || fail "the question went"
  [[ $question_id == "$first" ]] || fail "the question was asked again"
done
assert_untouched one
guard approve "$first"
finish_guarded
assert_missing one
assert_content "$OUT" "unlink: 0"
[[ $(audit_records | python3 -B "$LIB/query.py" count "r['act'] == 'delete' and r['approval_id'] == '$first'") -le 2 ]] || fail "recorded more than once"
guard_run --on-ask deny -- "$PROGRAMS/signal_storm" two
assert_untouched two
assert_content "$OUT" "unlink: EPERM"
