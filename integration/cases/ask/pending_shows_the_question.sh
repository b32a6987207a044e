# SPDX-License-Identifier: Apache-2.0
# guard pending --json: what, why, risk, at most three changes, category, tier, deadline.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_important_backup/three tmp_d/four
start_guarded -- bash -c 'rm -rf ./tmp_*'
wait_for_question
[[ $(json_of "len(data)") == 1 ]] || fail "not one question: $QUESTION"
[[ $(json_of "data[0]['what']") == *"rm -rf"*tmp_a* ]] || fail "what: $QUESTION"
[[ $(json_of "data[0]['why']") == *"rm -rf ./tmp_"* ]] || fail "why: $QUESTION"
[[ $(json_of "data[0]['risk']") == *"may be lost"* ]] || fail "risk: $QUESTION"
[[ $(json_of "1 <= len(data[0]['changes']) <= 3") == true ]] || fail "changes: $QUESTION"
[[ $(json_of "data[0]['category']") == FS_DELETE_OVERWRITE ]] || fail "category: $QUESTION"
[[ $(json_of "data[0]['tier']") == 2 ]] || fail "tier: $QUESTION"
[[ $(json_of "data[0]['deadline']") == 20*T*Z ]] || fail "deadline: $QUESTION"
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three tmp_d/four
guard pending >"$CASE_ROOM/list"
assert_says "$CASE_ROOM/list" "rm -rf"
guard deny "$question_id"
finish_guarded
assert_status_not 0
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three tmp_d/four
