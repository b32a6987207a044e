# SPDX-License-Identifier: Apache-2.0
# Two sessions together lose nothing that git has: what HEAD's commit has, or an outer repository, is saved also when
# an earlier session took it out of the index. Nor what an earlier session moved below a rule that it wrote itself.
. "$LIB/case.sh"
with_undo
export GIT_CONFIG_NOSYSTEM=1
git init -q .
printf 'dist/\nout/\n' >.gitignore
mkdir -p dist pkg/out src
echo app >dist/app.js
echo rows >pkg/out/r.csv
echo text >src/a.c
git add -f . && git -c user.name=a -c user.email=a@b commit -q -m x
echo edited >>dist/app.js
echo edited >>pkg/out/r.csv
mkdir out && echo made >out/made

turn=0
lost_nothing() { # FOLDER
  turn=$((turn + 1))
  cp -a "$1" "$1.before"
  guard_run --on-ask deny --session asked -- rm -rf "$1"
  diff -r "$1" "$1.before" || fail "$1 is lost, and nothing was asked"
  start_guarded --session "second$turn" -- rm -rf "$1"
  wait_for_question
  "$GUARD" approve "$question_id" --confirm CONFIRM >/dev/null
  finish_guarded
  assert_missing "$1"
  "$GUARD" undo --all --yes --session "second$turn" >"$OUT" || fail "undo of $1: $(<"$OUT")"
  diff -r "$1" "$1.before" || fail "$1 is another one"
  rm -rf "$1.before"
}

for command in 'git rm -rq --cached dist' 'git read-tree --empty'; do
  guard_run --on-ask deny --session first -- sh -c "$command"
  assert_status 0
  lost_nothing dist
  git reset -q
done
guard_run --on-ask deny --session first -- git init -q pkg
assert_status 0
lost_nothing pkg/out

# Written over in place.
git rm -rq --cached dist
guard_run --on-ask deny --session over -- sh -c 'echo other >dist/app.js'
"$GUARD" undo --all --yes --session over >"$OUT" || fail "undo of the write: $(<"$OUT")"
assert_content dist/app.js 'app
edited'
git reset -q

# A rule that nobody committed, and a folder that came below it.
guard_run --on-ask deny --session first -- sh -c 'echo build/ >>.gitignore && mv src build && echo more >build/more'
assert_status 0
lost_nothing build

# A file that a committed rule names, and git has nowhere, is build output as before.
guard_run --on-ask deny --session clean -- rm -rf out
assert_missing out
"$GUARD" undo --yes --session clean >"$OUT" && fail "nothing is said to be lost: $(<"$OUT")"
grep -q 'build file' "$OUT" || fail "build output is not named: $(<"$OUT")"
