# SPDX-License-Identifier: Apache-2.0
# A real agent's rm -r is approved: exactly that goes, and the agent goes on.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
precious tmp_a/one tmp_b/two kept/three
start_model 'rm -r ./tmp_a ./tmp_b'
start_guarded --policy "$AGENT_POLICY" --on-ask wait -- "${agent[@]}"
wait_for_question
assert_untouched tmp_a/one tmp_b/two
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing tmp_a tmp_b
assert_untouched kept/three
tool_result >"$CASE_ROOM/told"
assert_silent "$CASE_ROOM/told" "not permitted"
assert_says "$OUT" "I have read the result."
