# SPDX-License-Identifier: Apache-2.0
# git writes refs and their logs anew, but what hangs from them was there before: none but git takes them away unasked.
. "$LIB/case.sh"
with_undo
git init -q -b main . && git config user.email a@b && git config user.name a
echo old >a && git add . && git commit -qm one
echo work >a && precious untracked
guard_run --on-ask deny -- bash -c 'git stash -qu; rm -f .git/refs/stash .git/logs/refs/stash; >.git/refs/stash; mv .git/refs/stash x; true'
assert_says "$ERR" 'guard: denied'
[[ $(git show stash@{0}:a) == work ]] || fail "the stash is lost"
git stash pop -q
assert_untouched untracked
assert_content a work
guard_run --on-ask deny -- bash -c 'git switch -qc tmp; git add -A; git commit -qm two; git switch -q main; git pack-refs --all
rm -f .git/packed-refs; rm -rf .git/logs/refs/heads/tmp .git/refs/heads; true'
[[ $(git show tmp:a) == work ]] || fail "the branch is lost"
# git itself works there as ever.
guard_run --on-ask deny -- bash -ec 'git branch own; git branch -d own; git tag t; git pack-refs --all; git stash list; git gc -q'
assert_status 0
assert_silent "$ERR" denied
