# SPDX-License-Identifier: Apache-2.0
# A delete of 20,000 files is one question, whose numbers are exact or say "at least"; approving it lets all of
# them go, and asks nothing more.
# timeout: 180
. "$LIB/case.sh"
mkdir many
(cd many && seq 20000 | xargs touch)
start_guarded -- rm -rf many
wait_for_question
python3 -B - "$QUESTION" <<'PYTHON' || fail "the numbers: $QUESTION"
import json, sys
question = json.loads(sys.argv[1])[0]
files, complete = question["effect"]["files"], question["effect"]["complete"]
assert files == 20000 if complete else 0 < files <= 20000, question["effect"]
assert ("at least " in question["what"]) != complete, question["what"]
PYTHON
guard approve --confirm CONFIRM "$question_id" # a walk that was cut short is tier 3
finish_guarded
assert_status 0
assert_missing many
asked() { guard audit export --format jsonl | grep -o '"approval_id":"[^"]*"' | sort -u | wc -l; }
[[ $(asked) -eq 1 ]] || fail "$(asked) questions"
