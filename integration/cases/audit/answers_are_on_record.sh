# SPDX-License-Identifier: Apache-2.0
# Who answered a question, how, and after how long is a record of its own, before what it allowed.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two
start_guarded -- bash -c 'rm -rf tmp_a; rm -rf tmp_b'
wait_for_question
first=$question_id
guard approve "$first"
other_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 other_waits || fail "no second question"
guard deny "$question_id" --reason 'not this one'
finish_guarded
assert_recorded "r['act'] == 'answer' and r['approval_id'] == '$first' and r['approval_status'] == 'approved' and r['effect']['by'].startswith('$(id -un) (')"
assert_recorded "r['act'] == 'answer' and r['approval_id'] == '$question_id' and r['approval_status'] == 'denied' and r['reason'] == 'not this one'"
audit_records | python3 -c '
import json, sys
records = [r for r in map(json.loads, sys.stdin) if r["approval_id"] == sys.argv[1]]
assert records[0]["act"] == "answer" and records[0]["duration_ms"] > 0, records[0]
assert records[1]["act"] == "exec" and records[1]["seq"] > records[0]["seq"], records[1]' "$first" || fail "the order of answer and act"
