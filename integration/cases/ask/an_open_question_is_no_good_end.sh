# SPDX-License-Identifier: Apache-2.0
# A command that catches SIGTERM and ends with a status of its own is ended all the same: what of it waits for an
# answer is refused. With --fail-on ask an open question is a refusal, also without a signal; without, it is told.
. "$LIB/case.sh"
precious tmp_a/one
cat >job.sh <<'SH'
trap 'exit 0' TERM
rm -rf ./tmp_* &
wait
SH

# SIGTERM with a status of its own.
start_guarded --session caught --on-ask wait -- bash job.sh
wait_for_question
kill -TERM "$guard_pid"
finish_guarded
assert_status 0
until_true 10 no_question_waits || fail "the question outlives its command: $(guard pending)"
wait_for_closing
assert_untouched tmp_a/one
assert_recorded "r['decision'] == 'deny' and 'the command was ended (SIGTERM)' in r['reason']"

# The same where refusals make a run fail: the report has it.
start_guarded --session failing --on-ask wait --fail-on ask --report report.json -- bash job.sh
wait_for_question
kill -TERM "$guard_pid"
finish_guarded
assert_status 3
assert_untouched tmp_a/one
refused_once() {
  python3 - <<'PYTHON' || fail "the report: $(<report.json)"
import json
report = json.load(open("report.json"))
assert report["outcome"] == "refused" and report["status"] == 3 and report["command_status"] == 0
assert report["counts"]["asks"] == 1 and len(report["refusals"]) == 1
PYTHON
}
refused_once

# A command that ends by itself and leaves a question behind.
left_behind=(bash -c 'rm -rf ./tmp_* & until [ -e go ]; do sleep 0.1; done')
start_guarded --session left --on-ask wait --fail-on ask --report report.json -- "${left_behind[@]}"
wait_for_question
touch go
finish_guarded
assert_status 3
assert_untouched tmp_a/one
refused_once
rm go

# An open question that fails no run is told, and may still be answered.
start_guarded --session told --on-ask wait -- "${left_behind[@]}"
wait_for_question
touch go
finish_guarded
assert_status 0
assert_says "$ERR" "1 question waits for an answer: guard pending"
guard deny "$question_id" >"$OUT"
wait_for_closing
assert_untouched tmp_a/one
