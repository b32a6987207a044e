# SPDX-License-Identifier: Apache-2.0
# In a linked work tree, of a repository or a bare one, in a submodule and beside a separate git
# folder git works as it does anywhere: its repository lies elsewhere and is git's all the same. Its
# hooks and settings are asked about, and so are the files of the main work tree.
. "$LIB/case.sh"
with_undo
git() { command git -c user.email=a@b -c user.name=A -c protocol.file.allow=always "$@"; }
mkdir main
cd main
git init -q -b main .
mkdir src
for ((i = 0; i < 6; i++)); do printf 'line %s\n' "$i" >"src/f$i"; done
git add -A
git commit -qm one
git worktree add -q ../linked -b feature
git clone -q --bare . ../bare.git
git -C ../bare.git worktree add -q ../beside -b beside main
git -C ../bare.git worktree add -q inner -b inner main
git clone -q . ../lib
git clone -q . ../with_module
git -C ../with_module submodule add -q "$PWD/../lib" lib
git -C ../with_module commit -qm module
git clone -q --separate-git-dir ../apart . ../separate
cd ..

works='export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
set -e
echo more >>src/f1; git add -A; git commit -qm two
git checkout -q -b "other-$(basename "$PWD")"; echo y >y; git add y; git commit -qm three; git tag "t-$(basename "$PWD")"
echo z >>y; git stash -q; git stash pop -q; git commit -qam four; git rebase -q HEAD~1; git gc -q'
for tree in linked beside bare.git/inner with_module/lib separate; do
  cd "$WORKSPACE/$tree"
  guard_run --on-ask deny -- bash -c "$works"
  assert_status 0
  ! grep -q '^guard: denied' "$ERR" || fail "$tree: $(cat "$ERR")"
  [[ $(git log --format=%s -1) == four ]] || fail "$tree: not committed"
done

# By git's own folders nothing else is free.
cd "$WORKSPACE/linked"
common=$WORKSPACE/main/.git
refused() {
  guard_run --on-ask deny -- bash -c "$1"
  assert_status_not 0
  grep -q '^guard: denied' "$ERR" || fail "unasked: $1"
}
refused "echo 'rm x' >$common/hooks/pre-commit"
refused "printf '[alias]\n' >>$common/config"
refused "echo changed >$WORKSPACE/main/src/f1"
refused "rm $common/HEAD"
[[ -z $(git -C "$WORKSPACE/main" status --porcelain) ]] || fail "the main work tree was changed"

# A file that only says so makes nobody else's repository the workspace's.
mkdir "$WORKSPACE/thief"
cd "$WORKSPACE/thief"
printf 'gitdir: %s\n' "$common" >.git
guard_run --on-ask deny -- git -c user.email=a@b -c user.name=A --work-tree=. commit -qm stolen --allow-empty
grep -q '^guard: denied' "$ERR" || fail "it committed unasked"
