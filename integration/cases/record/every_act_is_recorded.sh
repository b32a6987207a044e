# SPDX-License-Identifier: Apache-2.0
# Commands and decided acts, intent and outcome, in every export format; JSON has the documented fields.
. "$LIB/case.sh"
precious tmp_a/one
start_guarded -- bash -c '/bin/echo hello; touch new; rm -rf tmp_a'
wait_for_question
guard approve "$question_id"
finish_guarded
assert_status 0
assert_recorded "r['act'] == 'exec' and r['argv'][:2] == ['rm', '-rf'] and r['outcome'] == 'done' and r['approval_status'] == 'approved'"
assert_recorded "r['act'] == 'exec' and r['argv'] == ['/bin/echo', 'hello']"
fields="request_id user_id session_id tool_name args_hash result_summary timestamp duration_ms risk_tier approval_id approval_status
  category categories rule decision act objects argv cwd exe pid effect errno undo_id level seq"
for field in $fields; do
  audit_records | python3 -B "$LIB/query.py" some "'$field' not in r" && fail "a record lacks $field"
done
guard audit export --format json | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) > 2' || fail "json"
guard audit export --format csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert len(rows) > 2 and {"request_id", "risk_tier", "decision"} <= set(rows[0]), rows[:1]' || fail "csv"
guard audit list >"$OUT"
assert_says "$OUT" "rm"
