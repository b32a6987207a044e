# SPDX-License-Identifier: Apache-2.0
# A receiver that never answers delays no verdict and no end; that it was not done goes on record.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
own_guard
tier_three
serve hang
alerts_policy '  @HOOK@'
start_guarded --policy "$ALERTS" -- bash -c 'bin/git -C . push --force; echo "status $?"; echo went >on'
wait_for_question
was_received "r['alert']['event'] == 'asked'"
guard deny "$question_id"
finish_guarded
assert_says "$OUT" "status 126"
assert_exists on
wait_for_closing
assert_recorded "r['act'] == 'alert' and r['outcome'] == 'failed' and 'session ended before' in r['reason']"
nothing_is_left() { [[ -z $(guard_processes) ]]; }
until_true 10 nothing_is_left || fail "still there: $(guard_processes)"
