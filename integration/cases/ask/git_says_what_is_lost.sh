# SPDX-License-Identifier: Apache-2.0
# A question about git that throws work away says what would be lost, looked at first: of a clean tree nothing.
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q -b main . && git config user.email a@b && git config user.name a
mkdir src
for name in src/a src/b src/c src/d; do echo one >$name; done
printf '*.log\n' >.gitignore
git add . && git commit -q -m one
echo two >src/a && git commit -q -a -m avg
asks() { # RISK CHANGE WORD...
  local risk=$1 change=$2
  shift 2
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  [[ $(json_of "data[0]['risk']") == "$risk"* ]] || fail "$*: $QUESTION"
  [[ $(json_of "'; '.join(data[0]['changes'])") == "$change; in $PWD" ]] || fail "$*: $QUESTION"
  guard deny "$question_id"
  finish_guarded
}
asks "Nothing uncommitted is lost." "main loses no commit" git reset --hard
asks "Nothing uncommitted is lost; main goes back 1 commit (avg)." "main goes back 1 commit (avg)" git reset --hard HEAD~1
# Files that are named and would lose nothing go unasked: they are as the index has them, or gone.
unasked() { # FILE CONTENT WORD...
  local file=$1 content=$2
  shift 2
  guard_run --on-ask deny -- "$@"
  assert_status 0
  assert_silent "$ERR" "guard: "
  assert_content "$file" "$content"
}
unasked src/a two git checkout -- src
unasked src/a two git restore src/a
unasked src/a two git restore .
rm src/a src/b && unasked src/a two git checkout -f HEAD -- src/a
unasked src/b one git restore src
echo staged >src/a && git add src/a && rm src/a && unasked src/a staged git restore src/a
asks "Throws the uncommitted changes of 1 file away." "not committed: src/a" git checkout HEAD -- src/a
asks "Throws the uncommitted changes of 1 file away." "not committed: src/a" git restore -SW src/a
git reset -q --hard
rm -r src && echo mine >src
asks "Throws the uncommitted changes of 4 files away." "not committed: src/a, src/b, src/c, ..." git restore src
assert_content src mine
rm src && git reset -q --hard
git update-index --split-index
asks "Throws uncommitted changes away." "what it throws away could not be looked at" git restore src/a
git update-index --no-split-index
asks "Deletes nothing: no such file is there." "git clean -fd" git clean -fd
echo three >src/a && echo two >src/b && echo two >src/c
asks "Throws the uncommitted changes of 3 files away." "main loses no commit; not committed: src/a, src/b, src/c" \
  git reset --hard
asks "Throws the uncommitted changes of 1 file away." "not committed: src/b" git restore src/b
asks "Throws the uncommitted changes of 3 files away." "not committed: src/a, src/b, src/c" git checkout .
mkdir out
echo x >out/x && echo x >out/y && echo x >note && echo x >a.log
asks "Deletes 1 file that git does not track." "note, 2 B" git clean -f
asks "Deletes 3 files that git does not track." "note, out/, 6 B" git clean -fd
asks "Deletes 4 files that git does not track." "a.log, note, out/, 8 B" git clean -fdx
git stash push -q -m mine
asks "Throws stashed work away." "stash@{0}: On main: mine" git stash drop
git checkout -q -b side && git commit -q --allow-empty -m fix && git checkout -q main
asks "Drops a branch" "side has 1 commit (fix) that HEAD does not have" git branch -D side
# The refusal tells the program the same.
echo three >src/a
guard_run --on-ask deny -- git checkout src/a
assert_status_not 0
assert_says "$ERR" "throws the uncommitted changes of 1 file away"
assert_content src/a three
# A file that the look would break is not looked at: the secret stays held, and nobody is told of
# it.
echo A=1 >.env && git add -f .env && git commit -q -m env -- .env && echo B=1 >.env
guard_run --on-ask deny -- git checkout .env
assert_says "$ERR" "throws the uncommitted changes of 1 file away"
grep -q 'does not wait' "$ERR" && fail "guard met its own lease: $(<"$ERR")"
true
