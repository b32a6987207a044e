# SPDX-License-Identifier: Apache-2.0
# Agents end a command that takes too long. Its question is withdrawn everywhere and can be answered no more; the same
# act asked again is a question of its own, and what is answered for the session covers every later try.
. "$LIB/case.sh"
precious kept/one
cat >agent.sh <<'SH'
rm -r ./kept &
until [[ -e given_up ]]; do sleep 0.05; done
kill -KILL $!
wait
until [[ -e again ]]; do sleep 0.05; done
rm -r ./kept && echo "second: done"
touch done_once
until [[ -e there_again ]]; do sleep 0.05; done
rm -r ./kept && echo "third: done"
SH
start_guarded --session s --on-ask wait -- bash agent.sh
wait_for_question
first=$question_id
touch given_up
until_true 20 no_question_waits || fail "still waits: $(guard pending --json)"
assert_untouched kept/one
QUESTION=$(api_get s "/v1/approvals/$first")
[[ $(json_of "data['state']") == withdrawn ]] || fail "$QUESTION"
status=0
guard approve "$first" --scope session >"$CASE_ROOM/late" 2>&1 || status=$?
assert_status_not 0
assert_says "$CASE_ROOM/late" withdrawn
assert_recorded "r['approval_id'] == '$first' and r['approval_status'] == 'withdrawn'"
[[ $(api_get s /v1/grants) == '{"categories":[],"grants":[]}' ]] || fail "an answer too late is remembered"

touch again
wait_for_question
[[ $question_id != "$first" ]] || fail "the withdrawn question is back"
guard approve "$question_id" --scope session >/dev/null
until_true 20 test -e done_once || fail "what was approved did not happen"
assert_missing kept
# Not of the session: what it makes itself is its own to delete.
precious kept/one
touch there_again
finish_guarded
assert_says "$OUT" "second: done"
assert_says "$OUT" "third: done"
assert_missing kept
assert_recorded "r['rule'] == 'grant' and r['approval_id'] == '$question_id' and r['argv'] == ['rm', '-r', './kept']"
