# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# What git takes away and makes anew (stash, switch), or makes anew after somebody deleted it (restore, checkout), is of before: a folder of it is asked about as it would have been, and the box counts all of it.
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@b && git config user.name a
mkdir data
for i in 1 2 3; do echo "$i" >"data/$i"; done
git add . && git commit -qm first && echo more >more && git add . && git commit -qm second && git rm -qr data && git commit -qm third
git revert --no-edit HEAD >/dev/null
mkdir lib && for i in 1 2 3; do echo "only copy $i" >"lib/$i.c"; done
cp -r lib data "$CASE_ROOM"
asks_about() { # SESSION COMMAND TEXT...
  start_guarded --session "$1" -- bash -c "$2"
  wait_for_question
  guard pending "$question_id" >"$CASE_ROOM/question"
  for text in "${@:3}"; do assert_says "$CASE_ROOM/question" "$text"; done
  guard deny "$question_id" >/dev/null
  finish_guarded
  wait_for_closing
}
asks_about stash 'git stash -q -u; git stash pop -q; rm -rf lib' 'lib is a source folder as a whole' 'All 4 existed before this session'
diff -r lib "$CASE_ROOM/lib" || fail "lib is another one"
asks_about switch 'git switch -q --detach HEAD~1; git switch -q -; rm -rf data' 'All 4 existed before this session'
diff -r data "$CASE_ROOM/data" || fail "data is another one"
# Whoever deleted it: what git has in its tree comes back as it was.
asks_about restore 'rm data/1 data/2 data/3; git restore data; rm -rf data' 'All 4 existed before this session' 'all 4'
# Not by names that the text has: a list that somebody typed is no wildcard.
asks_about checkout 'python3 -c "import os; [os.unlink(os.path.join(\"data\", n)) for n in os.listdir(\"data\")]"; git checkout -q -- data; rm -f data/*' 'existed before this session'
diff -r data "$CASE_ROOM/data" || fail "data is another one"
# The second time is one question, at its start, as the first one was.
start_guarded --session twice -- bash -c 'rm -rf data; git checkout -q -- data; rm -rf data'
wait_for_question
guard approve "$question_id" >/dev/null
first=$question_id
is_another() { wait_for_question && [[ $question_id != "$first" ]]; }
until_true 20 is_another || fail "no second question"
guard pending "$question_id" >"$CASE_ROOM/question"
assert_says "$CASE_ROOM/question" 'All 4 existed before this session'
guard deny "$question_id" >/dev/null
finish_guarded
diff -r data "$CASE_ROOM/data" || fail "data is another one"
wait_for_closing
# A file that the session makes in such a place is its own.
guard_run --session own -- bash -c 'git stash -q -u; mkdir lib; echo new >lib/1.c; rm -rf lib; git stash pop -q'
assert_status 0
diff -r lib "$CASE_ROOM/lib" || fail "lib is another one"
