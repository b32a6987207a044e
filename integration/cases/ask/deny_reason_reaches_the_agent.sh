# SPDX-License-Identifier: Apache-2.0
# guard deny --reason: refused, and the reason is on the agent's standard error, once.
. "$LIB/case.sh"
precious tmp_a/one
start_guarded -- bash -c 'rm -rf ./tmp_*; echo "status $?"'
wait_for_question
guard deny "$question_id" --reason "these are the backups"
finish_guarded
assert_untouched tmp_a/one
assert_says "$ERR" "these are the backups"
[[ $(grep -c "these are the backups" "$ERR") -eq 1 ]] || fail "said more than once"
assert_content "$OUT" "status 126"
assert_recorded "r['approval_id'] == '$question_id' and r['approval_status'] == 'denied'"
