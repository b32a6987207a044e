# SPDX-License-Identifier: Apache-2.0
# A workspace with odd bytes in its name is searched like any other; a file that is called like an act
# of another session chooses none.
. "$LIB/case.sh"
with_undo
top=$PWD
for name in $'new\nline' $'\xff bytes'; do
  mkdir "$name"
  cd "$name"
  precious a/f
  mkdir b
  ln a/f b/g
  guard_run --on-ask deny --session "odd" -- rm a/f
  assert_status 0
  guard undo --yes "$PWD/a/f" 2>"$ERR" || fail "status $?"
  assert_untouched a/f
  [[ a/f -ef b/g ]] || fail "they are two files now"
  guard undo --list --json | python3 -c 'import json, sys; json.load(sys.stdin)'
  cd "$top"
done
precious old
guard_run --on-ask deny --session OLD -- sh -c 'echo new >old'
guard_run --on-ask deny --session s -- sh -c 'echo x >OLD:1; echo x >OLD:2'
for act in OLD:1 OLD:2; do
  status=0
  guard undo --yes $act >"$OUT" 2>"$ERR" || status=$?
  assert_status 2
  assert_says "$ERR" "./$act is the file"
done
assert_content old new
rm OLD:1 OLD:2
guard undo --yes --session OLD
assert_untouched old

# A link stands where the folder was: the path that --list names is found all the same.
mkdir -p vic w/d && echo a >w/d/a && echo v >vic/a
guard_run --session linked --on-ask allow -- bash -c 'rm w/d/a; mv w/d w/d2; ln -s ../vic w/d'
wait_for_closing
guard undo --session linked w/d/a --yes >"$OUT" 2>&1 || fail "not found: $(<"$OUT")"
[[ $(<w/d2/a) == a && $(<vic/a) == v ]] || fail "it is not where the folder is now: $(ls -l w w/d2)"
