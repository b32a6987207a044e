# SPDX-License-Identifier: Apache-2.0
# A tree beyond what a question counts is asked about with "at least", once: the approval covers what was not
# counted as well.
# timeout: 120
. "$LIB/case.sh"
python3 -B - <<'PYTHON'
import os
os.mkdir("many")
for number in range(201000):
    os.close(os.open(f"many/{number}", os.O_CREAT | os.O_WRONLY, 0o644))
PYTHON
start_guarded -- rm -rf many
wait_for_question
[[ $QUESTION == *"at least "* ]] || fail "it was counted to its end: $QUESTION"
guard approve --confirm CONFIRM "$question_id"
left() { ls -fU many | wc -l; }
first=$(left)
enough_is_gone() { (($(left) < first - 2000)); }
until_true 60 enough_is_gone || fail "it stopped at $(left) of $first: $(guard pending)"
asked() { guard audit export --format jsonl | grep -o '"approval_id":"[^"]*"' | sort -u | wc -l; }
[[ $(asked) -eq 1 ]] || fail "$(asked) questions: $(guard pending)"
guard stop --all >/dev/null
finish_guarded
