# SPDX-License-Identifier: Apache-2.0
# A question about what a bash script or an interactive bash starts shows the line as it was written, before the
# shell put values in place of its variables; one that went on to something else meanwhile is not quoted.
. "$LIB/case.sh"
precious old/a old/b old/c new/d new/e.txt
cat >clean.sh <<'BASH'
#!/bin/bash
OUT=old
echo "cleaning $OUT"
for pass in 1; do
  rm -rf "$OUT"/*
done
rm -rf new & true nothing of the kind
wait
exit 0
BASH
chmod +x clean.sh
answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
start_guarded -- ./clean.sh
wait_for_question
why=$(json_of "data[0]['why']")
[[ $why == *'; its shell is at: rm -rf "$OUT"/*' ]] || fail "why: $why"
guard deny "$question_id" >/dev/null
until_true 20 answered "$question_id" || fail "still waiting"
wait_for_question
[[ $(json_of "'rm -rf new' in data[0]['what'] and 'nothing of the kind' not in data[0]['why']") == true ]] ||
  fail "asked: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists old/a old/b old/c new/d
