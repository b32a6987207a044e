# SPDX-License-Identifier: Apache-2.0
# Where two people must approve and the policy names nobody else, guard says so at the start and denies tier 3
# at once: nobody is asked. With somebody named, the approval of one lets
# nothing happen: neither does a second one of the same user, nor approve-session.
. "$LIB/case.sh"
printf 'version: 1\nextends: [default]\ntwo_person: {tier: 3}\n' >policy.yaml
precious src/a
guard_run --policy policy.yaml -- bash -c 'rm -rf src || echo refused'
assert_untouched src/a
assert_says "$OUT" refused
assert_says "$ERR" "tier 3 takes two people, and \`approvers\` names nobody else: it will be denied"
assert_says "$ERR" "(tier 3 takes two people, and \`approvers\` names nobody else)"
assert_recorded "r['approval_status'] == 'denied' and r['approval_id'] is None and r['risk_tier'] == 3 and 'takes two people' in r['reason']"
# The same for a run inside that wants two.
printf 'version: 1\nextends: [default]\n' >one.yaml
guard_run --policy one.yaml -- "$GUARD" run --policy policy.yaml -- bash -c 'rm -rf src || echo refused inside'
assert_untouched src/a
assert_says "$OUT" "refused inside"

printf 'version: 1\nextends: [default]\napprovers: ["64001"]\ntwo_person: {tier: 3}\n' >policy.yaml
start_guarded --policy policy.yaml -- bash -c 'rm -rf src || echo refused'
wait_for_question
guard approve --confirm CONFIRM "$question_id" >"$CASE_ROOM/said"
assert_says "$CASE_ROOM/said" "1 of 2 approved"
! guard approve --confirm CONFIRM "$question_id" 2>"$CASE_ROOM/said" || fail "the same user counted twice"
assert_says "$CASE_ROOM/said" "you have approved it already"
guard approve-session --categories FS_DELETE_OVERWRITE >/dev/null
QUESTION=$(guard pending --json)
[[ $(json_of "data[0]['approvals_needed']") == 2 ]] || fail "pending: $QUESTION"
[[ $(json_of "len(data[0]['approvals'])") == 1 ]] || fail "pending: $QUESTION"
assert_untouched src/a
guard deny "$question_id" >/dev/null || fail "who has approved may still deny"
finish_guarded
assert_untouched src/a
assert_says "$OUT" refused
assert_silent "$ERR" "names nobody else"
assert_recorded "r['approval_status'] == 'denied' and r['approval_id'] and r['risk_tier'] == 3"
