# SPDX-License-Identifier: Apache-2.0
# git may throw away unasked what a session made itself: files that `git clean -f` deletes, a branch or a tag whose
# commits HEAD has, a file with marks of a conflict that its own merge wrote. If something was there before, a person is asked as
# ever.
. "$LIB/case.sh"
with_undo
git init -q -b main .
git config user.email a@b
git config user.name a
precious src/a src/b
git add . && git commit -qm one
git checkout -q -b side && echo side >src/a && git commit -qam side
git checkout -q main && echo main >src/a && git commit -qam main
git branch before

unasked() { # TEXT
  guard_run --on-ask deny -- bash -ec "$1"
  assert_status 0
  assert_silent "$ERR" denied
}
denied() { # TEXT
  guard_run --on-ask deny -- bash -c "$1"
  assert_says "$ERR" 'guard: denied git '
}

unasked 'echo n >made; mkdir -p new/deep; echo q >new/deep/q; git clean -qfd'
assert_missing made new
precious untracked
denied 'echo n >made; git clean -qf'
assert_untouched untracked
assert_exists made
rm made untracked

unasked 'git branch mine; git branch -D mine'
unasked 'git checkout -q -b mine; echo z >>src/b; git commit -qam z; git checkout -q main; git merge -q mine; git branch -D mine'
# The only place of a commit: in it may be what was there before and was not committed.
precious left
denied 'git switch -qc mine; git add -A; git commit -qm z; git switch -q side; git branch -D mine'
git branch -q -m mine kept
git checkout -q kept && assert_untouched left
denied 'git switch -qc mine; git checkout -q --detach; git branch -D mine'
git checkout -q main && git branch -qD mine
unasked 'git tag mine; git tag -d mine'
git tag before
denied 'git tag -d before'
denied 'git switch -q --detach; git commit -q --allow-empty -m x; git tag mine; git switch -q main; git tag -d mine'
git rev-parse -q refs/tags/mine refs/tags/before >/dev/null || fail "a tag is gone"
git tag -d mine before >/dev/null
denied 'git branch -D before'
denied 'git checkout -q before; echo z >>src/b; git commit -qam z; git checkout -q main; git branch -D before'
denied 'git branch -m before mine; git branch -D mine'
git rev-parse -q --verify mine >/dev/null || fail "a branch of before is gone"

unasked 'git merge -q side || true; git checkout --ours src/a; git add src/a; git commit -qm merged'
assert_content src/a main
git reset -q --hard HEAD~1
unasked 'git merge -q side || true; git checkout -q --theirs src/a; git checkout --ours -q src/a; git add src/a; git commit -qm merged'
assert_content src/a main
# A conflict of before is a person's: what they resolved by hand is in that file.
git reset -q --hard HEAD~1
git merge -q side >/dev/null || true
echo resolved >src/a
denied 'git checkout --ours src/a'
assert_content src/a resolved
