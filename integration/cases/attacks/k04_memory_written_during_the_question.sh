# SPDX-License-Identifier: Apache-2.0
# A sibling writes another name into the memory of the process that waits for its answer: the answer
# holds for what was shown. Threat K4.
. "$LIB/case.sh"
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: ask-tool, when: {command: tool, act: [exec]}, decision: ask}
  - {id: no-evil, when: {command: evil}, decision: deny}
YAML
precious one two
cp "$PROGRAMS/witness" tool
cp "$PROGRAMS/stand_in" evil
written_to() { # WORD...: approves when the other name has been written
  rm -f go written
  start_guarded --policy "$CASE_ROOM/policy.yaml" -- "$PROGRAMS/sibling_write" "$@"
  wait_for_question
  touch go
  until_true 20 test -e written || fail "nothing was written"
  guard approve "$question_id"
  finish_guarded
  assert_says "$OUT" "process_vm_writev: 0"
}
written_to unlink one two
assert_untouched two
assert_missing one
written_to exec ./tool ./evil
assert_nothing_ran
assert_recorded "r['act'] == 'exec' and r['outcome'] == 'refused' and 'than was judged' in str(r)"
written_to exec ./tool ./tool
assert_says "$OUT" "child ended 0"
