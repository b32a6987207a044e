# SPDX-License-Identifier: Apache-2.0
# One rm -rf is one question; its approval takes what was shown and nothing else.
. "$LIB/case.sh"
precious tmp_a/one tmp_a/deep/two tmp_b/three other/four
start_guarded -- bash -c 'rm -rf ./tmp_*; rm -rf other'
wait_for_question
[[ $(json_of "'other' in data[0]['what']") == false ]] || fail "too much: $QUESTION"
first=$question_id
guard approve "$first"
second_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 second_waits || fail "no second question"
assert_missing tmp_a tmp_b
guard deny "$question_id"
finish_guarded
assert_untouched other/four
assert_recorded "r['approval_id'] == '$first' and r['approval_status'] == 'approved'"
