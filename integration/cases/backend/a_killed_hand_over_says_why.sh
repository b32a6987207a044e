# SPDX-License-Identifier: Apache-2.0
# A thread whose instructions another one spoils while its question waits cannot take the file that
# it opens: it is killed, nothing is written, the record says why, and so does a line of guard's.
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
precious asked
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: ask-it, when: {act: [write], path: "**/asked"}, decision: ask}
YAML
start_guarded --policy policy.yaml --no-undo -- "$PROGRAMS/stuck_hand_over" asked
wait_for_question
is_spoiled() { [[ $(<"$OUT") == *spoiled* ]]; }
until_true 10 is_spoiled || fail "it did not come so far"
guard approve "$question_id"
finish_guarded
assert_status 137
assert_untouched asked
assert_says "$ERR" "guard: killed stuck_hand_over (pid "
assert_says "$ERR" "its instructions are not what they were"
assert_recorded "r['act'] == 'modify' and r['outcome'] == 'refused' and 'killed: it did not take the file' in r['outcome_summary']"
guard_run -- bash -c 'echo one >after'
assert_content after one
