# SPDX-License-Identifier: Apache-2.0
# Two sessions in one checkout: what would take what the other one wrote and nobody committed is asked, in both directions, whatever
# takes it: a write, a delete, a move, git's resets, stashes, check-outs and cleans. The question names the session. guard asks
# nothing about a file that was answered once, is committed or ignored, or is nobody else's.
# timeout: 180
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
printf 'logs\n' >.gitignore
for name in a b c d e f; do echo "$name" >"$name"; done
mkdir -p folder logs
for name in 1 2; do echo "$name" >"folder/$name"; done
git add . && git commit -qm start
cat >first.sh <<'SH'
for name in a b c d e; do echo first >>$name; done
sed -i s/1/first/ folder/1
echo new >new
echo new >new_too
echo log >logs/log
mkdir -p node_modules/x && echo made >node_modules/x/y
mv f moved
touch ready
until [ -e again ]; do sleep 0.02; done
echo first >new
touch went
until [ -e stop ]; do sleep 0.02; done
SH
start_guarded --session first -- sh first.sh
until_true 20 test -e ready
sleep 1.5 # what is made is written down each second
held() { # WORD...
  local code=0
  "$GUARD" run -q --session second --on-ask deny -- "$@" </dev/null >"$CASE_ROOM/said" 2>&1 || code=$?
  [[ $code -ne 0 ]] || fail "nothing held $*: $(<"$CASE_ROOM/said")"
  assert_says "$CASE_ROOM/said" "session first (sh first.sh)"
  assert_says "$CASE_ROOM/said" "(rule collision)"
}
free() { # WORD...
  "$GUARD" run -q --session second --on-ask deny -- "$@" </dev/null >"$CASE_ROOM/said" 2>&1 || fail "$* is held: $(<"$CASE_ROOM/said")"
}
held sh -c 'echo mine >a'
held sh -c 'echo mine >>a'
held sed -i s/a/x/ a
held python3 -c 'open("a", "r+").write("x")'
held rm a
held mv a elsewhere
held rm -r folder
held mv folder elsewhere
held sh -c 'echo x >x && mv x b'
held sh -c 'echo mine >new'
held rm new
held sh -c 'echo mine >moved'
held git checkout a
held git checkout .
held git restore a
held git checkout HEAD -- a
held git stash
held git stash push b
held git reset --hard
held git checkout -f
held git clean -f
held git -C folder restore .
# By another name of the same file, also in a mount namespace.
ln a also_a
held sh -c 'echo mine >>also_a'
if unshare -rm true 2>/dev/null; then held unshare -rm --propagation unchanged sh -c 'echo mine >a'; fi
for name in a b c d e; do assert_content "$name" "$name"$'\nfirst'; done
assert_content new new
# Nobody else's: of before, ignored, built, read, and git commands that take nothing.
free sh -c 'echo mine >folder/2'
free sh -c 'echo mine >>logs/log; echo mine >node_modules/x/y; cat a b new; cp a copy; chmod u+x a; rm copy'
free git status
free git stash list
free git restore --staged a
free git clean -n
free git checkout -q -b other
free git checkout -q -
# One answer for one file; the other files ask on.
guard run -q --session third -- sh -c 'echo third >b; echo third >>b; rm b; echo third >b' </dev/null >"$CASE_ROOM/said" 2>&1 &
third=$!
wait_for_question
[[ $(json_of "data[0]['rule']") == collision ]] || fail "it asks for another reason: $QUESTION"
guard approve "$question_id" >/dev/null
wait "$third" || fail "after the answer: $(<"$CASE_ROOM/said")"
assert_content b third
# A whole command is answered for at once.
guard run -q --session fourth -- rm -r folder </dev/null >"$CASE_ROOM/said" 2>&1 &
fourth=$!
wait_for_question
guard approve "$question_id" >/dev/null
wait "$fourth" || fail "after the answer: $(<"$CASE_ROOM/said")"
assert_missing folder/1
guard run -q --session fifth -- git checkout c d </dev/null >"$CASE_ROOM/said" 2>&1 &
fifth=$!
wait_for_question
guard approve "$question_id" >/dev/null
wait "$fifth" || fail "after the answer: $(<"$CASE_ROOM/said")"
assert_content c c
# The other direction: the first one made the file, and another one that still lives changed it since.
start_of_sixth=$CASE_ROOM/sixth
"$GUARD" run -q --session sixth -- sh -c 'echo sixth >new; touch changed; until [ -e stop ]; do sleep 0.02; done' </dev/null >"$start_of_sixth" 2>&1 &
sixth=$!
wait_for_question
guard approve "$question_id" >/dev/null
until_true 20 test -e changed
is_told() { api_get first /v1/session 2>/dev/null | grep -q '"session":"sixth"'; }
until_true 10 is_told || fail "the first one does not name the sixth: $(api_get first /v1/session 2>&1)"
touch again
wait_for_question
[[ $QUESTION == *"session sixth"* ]] || fail "the first one is not told of the sixth: $QUESTION"
assert_content new sixth
guard approve "$question_id" >/dev/null
until_true 20 test -e went
assert_content new first
# Committed is nobody's work any more.
git add -A && git commit -qm all
free sh -c 'echo mine >e; echo mine >moved; rm new_too'
touch stop
finish_guarded
wait "$sixth" || fail "the sixth: $(<"$start_of_sixth")"
wait_for_closing
# A session that ended counts where the policy says so.
guard_run --session ended -- sh -c 'echo ended >d'
wait_for_closing
free sh -c 'echo mine >d'
guard_run --session ended_too -- sh -c 'echo ended >d'
wait_for_closing
echo 'collisions: {ended: 1h}' >"$CASE_ROOM/ended.yaml"
code=0
"$GUARD" run -q --policy "$CASE_ROOM/ended.yaml" --on-ask deny -- sh -c 'echo mine >d' </dev/null >"$CASE_ROOM/said" 2>&1 || code=$?
[[ $code -ne 0 ]] || fail "a session that ended does not count"
assert_says "$CASE_ROOM/said" "session ended_too (sh -c 'echo ended >d'), which ended,"
assert_content d ended
# Only on record, or not at all.
for way in log off; do
  echo "collisions: {ended: 1h, writes: $way}" >"$CASE_ROOM/ended.yaml"
  guard_run --session "way_$way" --policy "$CASE_ROOM/ended.yaml" --on-ask deny -- sh -c 'echo mine >d'
  assert_status 0
  wait_for_closing
done
assert_recorded "r['session_id'] == 'way_log' and 'which ended,' in r.get('reason', '')"
assert_not_recorded "r['session_id'] == 'way_off' and 'which ended,' in r.get('reason', '')"
