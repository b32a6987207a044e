# SPDX-License-Identifier: Apache-2.0
# A webhook is told of a tier 3 question at once, of the answer, that it was carried out and that it ended.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
serve words
alerts_policy '  @HOOK@'
start_guarded --policy "$ALERTS" -- bin/git -C . push --force
wait_for_question
was_received "r['alert']['event'] == 'asked' and r['alert']['tier'] == 3"
one_question_waits || fail "the receiver's answer answered the question"
guard approve "$question_id" --confirm CONFIRM
finish_guarded
assert_status 0
for event in settled executed finished; do was_received "r['alert']['event'] == '$event'"; done
was_received "r['alert']['event'] == 'settled' and r['alert']['question']['state'] == 'approved'"
was_received "r['alert']['event'] == 'executed' and r['alert']['outcome']['outcome'] == 'done'"
! received "not r['valid']" || fail "a wrong signature: $(cat "$ROOM/received")"
was_received "r['alert']['id'] == '$question_id' and 'push --force' in r['alert']['question']['what']"
[[ $(count_received) -eq 4 ]] || fail "not four: $(cat "$ROOM/received")"
