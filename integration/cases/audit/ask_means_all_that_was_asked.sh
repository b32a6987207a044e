# SPDX-License-Identifier: Apache-2.0
# audit list --decision ask shows what was asked however that ended. Answers are no acts, and what no answer could
# allow is none. If nobody was there to answer, the act was denied and asked of nobody: that is `unasked`.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_c/three
start_guarded -- bash -c 'rm -rf tmp_a; rm -rf tmp_b'
wait_for_question
first=$question_id
guard approve "$first"
other_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 other_waits || fail "no second question"
guard deny "$question_id"
finish_guarded
wait_for_closing
guard_run --on-ask deny -- bash -c 'rm -rf tmp_c'
guard_run --on-ask deny -- rm -rf /
wait_for_closing
guard audit list --decision ask --json | python3 -c '
import json, sys
records = json.load(sys.stdin)
told = [(r["argv"][-1], r["approval_status"]) for r in records if r["act"] == "exec"]
assert told == [("tmp_a", "approved"), ("tmp_b", "denied")], told
assert all(r["act"] != "answer" and r["decision"] != "block" for r in records), records'
guard audit list --decision ask >"$OUT"
assert_says "$OUT" "asked, denied"
assert_silent "$OUT" unasked
guard audit list --decision unasked >"$OUT"
assert_says "$OUT" "rm -rf tmp_c"
assert_silent "$OUT" tmp_b
guard audit list --decision block >"$OUT"
assert_says "$OUT" "rm -rf /"
