# SPDX-License-Identifier: Apache-2.0
# A question about what another session wrote stays the same one while that session goes on: its list of what it made, which
# comes a second later, tells of the same file.
# timeout: 120
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
mkdir src
echo a >src/a.c
git add . && git commit -qm start
start_guarded --session first -- sh -c 'sed -i s/a/first/ src/a.c; touch ready; until [ -e stop ]; do sleep 0.02; done'
until_true 20 test -e ready
"$GUARD" run -q --session second -- sed -i s/first/second/ src/a.c </dev/null >"$CASE_ROOM/said" 2>&1 &
second=$!
wait_for_question
asked=$question_id
sleep 3
"$GUARD" pending >"$OUT"
assert_says "$OUT" "$(printf %.8s "$asked")"
assert_silent "$CASE_ROOM/said" "withdrawn"
"$GUARD" approve "$asked" >/dev/null
wait "$second" || fail "it ended with $?: $(<"$CASE_ROOM/said")"
assert_content src/a.c second
touch stop
finish_guarded
