# SPDX-License-Identifier: Apache-2.0
# A record of its own says who answered a question, how, and after how long, before what the answer
# allowed.
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
assert_recorded "r['act'] == 'answer' and r['approval_status'] == 'denied' and r['outcome'] == 'refused'"
# The acts say it too, and can be looked for by it.
me=$(id -un)
assert_recorded "r['act'] == 'exec' and r['approval_id'] == '$first' and r['answer_by'] == '$me' and r['answer_scope'] == 'once' and r['answer_ms'] > 0 and r['answer_channel']"
assert_recorded "r['act'] == 'exec' and r['approval_id'] == '$question_id' and r['answer_by'] == '$me' and r['outcome'] == 'refused'"
guard audit list --by "$me" --decision denied --json >"$OUT"
python3 -c 'import json, sys; found = json.load(sys.stdin); assert len(found) == 1 and "tmp_b" in found[0]["argv"], found' <"$OUT" || fail "the denied act is not found by who denied it"
guard audit list --by nobody-else --json | grep -q '{' && fail "somebody else is said to have answered"
guard audit show "$(guard audit list --decision approved --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["request_id"])')" >"$OUT"
grep -qE "^answered +approved by $me, .*, once, after " "$OUT" || fail "show does not say who approved"
audit_records | python3 -c '
import json, sys
records = [r for r in map(json.loads, sys.stdin) if r["approval_id"] == sys.argv[1]]
assert records[0]["act"] == "answer" and records[0]["duration_ms"] > 0, records[0]
assert records[1]["act"] == "exec" and records[1]["seq"] > records[0]["seq"], records[1]' "$first" || fail "the order of answer and act"
