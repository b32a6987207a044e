# SPDX-License-Identifier: Apache-2.0
# A question about what another session wrote goes away by itself, and its act goes on, once that is committed, or that session
# has ended. For an append, the question says what happens.
# timeout: 120
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
for name in a b; do echo "$name" >"$name"; done
git add . && git commit -qm start
start_guarded --session first -- sh -c 'echo first >>a; echo first >>b; touch ready; until [ -e stop ]; do sleep 0.02; done'
until_true 20 test -e ready
second() { # COMMAND
  "$GUARD" run -q --session second -- sh -c "$1" </dev/null >"$CASE_ROOM/said" 2>&1 &
  second=$!
  wait_for_question
  "$GUARD" pending "$question_id" >"$OUT"
  assert_says "$OUT" "session first"
}
goes_on() {
  until_true 20 eval '! kill -0 $second 2>/dev/null' || fail "it still waits: $("$GUARD" pending)"
  wait "$second" || fail "it ended with $?: $(<"$CASE_ROOM/said")"
  "$GUARD" pending >"$OUT"
  assert_says "$OUT" "no question waits"
}
second 'echo second >>a'
assert_says "$OUT" "adds to the end of"
assert_silent "$OUT" "overwrites"
sleep 2.5
"$GUARD" pending >"$OUT"
assert_says "$OUT" "$(printf %.8s "$question_id")" # it counts still
git commit -qm first a
goes_on
assert_content a $'a\nfirst\nsecond'

second 'echo second >b'
assert_says "$OUT" "overwrites"
touch stop
finish_guarded
goes_on
assert_content b second
