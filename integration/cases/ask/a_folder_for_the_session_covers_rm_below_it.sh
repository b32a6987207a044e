# SPDX-License-Identifier: Apache-2.0
# `rm -r` offers to be remembered as the directory that it takes. Answered for the session with a wider
# folder, which is the person's to write, a later `rm -r` below that folder asks no more, one
# beside it does, and so do a wildcard's list and a folder as a whole (tier 3).
. "$LIB/case.sh"
precious old/a/1 old/a/2 old/b/3 old/c/4 old/c/5 other/6 src/7
answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
start_guarded -- bash -c 'rm -r old/a; echo first; rm -r old/b; echo second; rm -r other; echo third; rm -r old/c/*; rm -r src'
wait_for_question
[[ $(json_of "data[0]['pattern']") == "$PWD/old/a" ]] || fail "offered: $QUESTION"
first=$question_id
guard approve "$first" --scope session --pattern "$PWD/old" >/dev/null
until_true 20 answered "$first" || fail "still waiting"
for word in other old/c/4 src; do
  wait_for_question
  [[ $(json_of "'$word' in data[0]['what']") == true ]] || fail "for $word asked: $QUESTION"
  assert_missing old/a old/b
  guard deny "$question_id" >/dev/null
  until_true 20 answered "$question_id" || fail "still waiting"
done
finish_guarded
assert_exists other/6 old/c/4 old/c/5 src/7
assert_recorded "r['act'] == 'exec' and r['argv'] == ['rm', '-r', 'old/b'] and r['rule'] == 'grant' and r['approval_id'] == '$first'"
