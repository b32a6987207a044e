# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# The webhook's secret is guard's own: a session that starts, or a test of alerts, beside another session of the same
# user reads it although that one holds it, and nothing of that is told or recorded of the first one's tree.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
serve words
alerts_policy '  @HOOK@'
start_guarded --ci --fail-on skip --policy "$ALERTS" --session first -- \
  bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done'
first_err=$ERR
until_true 20 test -e up || fail "the first session does not start"
for round in 1 2 3; do
  "$GUARD" alerts test --policy "$ALERTS" >tested || fail "round $round: $(<tested)"
  assert_says tested "webhook   answered 200"
done
"$GUARD" run --policy "$ALERTS" --session second -- bin/git -C . push --force >second.out 2>second.err </dev/null &
second=$!
wait_for_question
was_received "r['alert']['event'] == 'asked' and r['alert']['session'] == 'second'"
guard deny "$question_id"
wait "$second" || true
assert_silent second.err "webhook failed"
# The tree of the first is refused it as before.
touch done
finish_guarded
assert_status 0
assert_silent "$first_err" "skipped"
wait_for_closing
guard audit list --session first >listed
assert_silent listed "skipped"
