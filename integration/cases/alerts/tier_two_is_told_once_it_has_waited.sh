# SPDX-License-Identifier: Apache-2.0
# A tier 2 question is told of when it still waits after a while; one that was answered is not.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
precious tmp_a/one tmp_b/two
serve ok
alerts_policy '  @HOOK@'
start_guarded --policy "$ALERTS" -- bash -c 'rm -rf tmp_a; rm -rf tmp_b'
wait_for_question
first=$question_id
guard deny "$first"
another_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 another_waits || fail "no second question"
was_received "r['alert']['event'] == 'asked' and 'tmp_b' in r['alert']['question']['what']"
guard deny "$question_id"
was_received "r['alert']['event'] == 'settled'"
finish_guarded
! received "'tmp_a' in r['alert']['question']['what']" || fail "told of what was answered at once"
assert_untouched tmp_a/one tmp_b/two
