# SPDX-License-Identifier: Apache-2.0
# A rule that asks about a command asks once: what the command does by that rule alone is no second question. An act
# that would be asked about without the rule still is, and so is the next command.
. "$LIB/case.sh"
with_undo
cat >ask.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: look, when: {command: [touch, cp, sed, tee, mkdir]}, decision: ask}
YAML
echo one >f
once() { # WORD...
  start_guarded --policy ask.yaml -- "$@"
  wait_for_question
  guard approve "$question_id" >/dev/null
  finish_guarded
  assert_status 0
}
once touch a
once cp f b
once sed -i s/one/two/ f
once mkdir d
assert_exists a b d
assert_content f two
# Once for each command.
start_guarded --policy ask.yaml -- bash -c 'touch x; touch y'
wait_for_question
guard approve "$question_id" >/dev/null
wait_for_question
[[ $(json_of "data[0]['what']") == "touch y" ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists x
assert_missing y
