# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A webhook that is refused: one line on standard error, one a cause in guard pending, one record.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
serve refuse
alerts_policy '  webhook: {url: "http://127.0.0.1:'"$(cat "$ROOM/port")"'/p4th", secret_file: "'"$SECRET_FILE"'", events: asked}'
start_guarded --policy "$ALERTS" -- bash -c 'for i in 1 2 3; do bin/git -C . push --force; done'
for _ in 1 2 3; do
  last=${question_id:-}
  next_waits() { one_question_waits && [[ $question_id != "$last" ]]; }
  until_true 20 next_waits || fail "no further question"
  failed_so_far() { guard pending 2>&1 | grep -q "alerts: webhook failed.*answered 403"; }
  until_true 10 failed_so_far || fail "pending does not say it: $(guard pending 2>&1)"
  guard deny "$question_id"
done
finish_guarded
wait_for_closing
assert_says "$ERR" "guard: alerts: webhook failed: answered 403"
assert_says "$ERR" "guard: alerts: webhook failed 3 times: answered 403"
[[ $(grep -c "alerts: webhook" "$ERR") -eq 2 ]] || fail "not once and at the end: $(cat "$ERR")"
[[ $(audit_records | python3 -B "$LIB/query.py" count "r['act'] == 'alert'") -eq 1 ]] || fail "not one record"
assert_silent "$ERR" p4th
