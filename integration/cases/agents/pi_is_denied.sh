# SPDX-License-Identifier: Apache-2.0
# A real agent's rm -r of a wildcard is denied: the files stay and the agent tells the model.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
precious tmp_a/one tmp_b/two tmp_important_backup/three
start_model 'rm -r ./tmp_*'
start_guarded --policy "$AGENT_POLICY" --on-ask wait -- "${agent[@]}"
wait_for_question
[[ $(json_of "'rm -r' in data[0]['what']") == true ]] || fail "asked: $QUESTION"
guard deny "$question_id" --reason "tmp_important_backup is needed"
finish_guarded
assert_status 0
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
tool_result >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" "tmp_important_backup is needed"
assert_says "$OUT" "I have read the result."
