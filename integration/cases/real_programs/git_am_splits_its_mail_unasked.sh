# SPDX-License-Identifier: Apache-2.0
# git am and git rebase --apply have git mailsplit write one file for each patch, for themselves alone: nothing of that
# asks, also with a conflict on the way, in a linked work tree and in a submodule. Typed by somebody else the same
# command gets no way to git's other files.
. "$LIB/case.sh"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git config --global protocol.file.allow always
git init -q -b main .
echo 0 >f && git add f && git commit -qm 0
for n in 1 2 3; do
  echo "$n" >"f$n" && echo "$n" >f && git add . && git commit -qm "c$n"
done
mbox=$CASE_ROOM/all.mbox
git format-patch -3 --stdout >"$mbox"
git branch done
git reset -q --hard HEAD~3

unasked() { # COMMAND...
  guard_run --on-ask deny -- "$@"
  assert_silent "$ERR" 'guard: denied'
}
same_as_done() {
  git diff --quiet done HEAD || fail "$(git log --oneline)"
  [[ ! -e $(git rev-parse --git-path rebase-apply) ]] || fail "the patches are left"
}

unasked git am -q "$mbox"
assert_status 0
same_as_done
git reset -q --hard HEAD~3
unasked bash -c "git am -q <$mbox"
assert_status 0
same_as_done

git branch -q old HEAD~3
git switch -q old && echo k >k && git add k && git commit -qm k
git switch -q main
unasked git rebase -q --apply old
assert_status 0
[[ $(git rev-list --count old..HEAD) == 3 ]] || fail "$(git log --oneline)"

# A conflict: gone on with, left out and given up, each from the first patch on.
git reset -q --hard done~3 && echo other >f && git commit -qam other
unasked git am -q "$mbox"
assert_exists .git/rebase-apply/0001
unasked bash -c 'echo 1 >f; echo 1 >f1; git add f f1; git am -q --continue'
assert_status 0
same_as_done
git reset -q --hard done~3 && echo other >f && git commit -qam other
guard_run --on-ask deny -- bash -c "git am -q $mbox; git am -q --skip; git am -q --skip; git am -q --skip"
assert_silent "$ERR" 'guard: denied'
assert_missing .git/rebase-apply
guard_run --on-ask deny -- bash -c "git am -q $mbox; git am --abort"
assert_silent "$ERR" 'guard: denied'
assert_missing .git/rebase-apply

git worktree add -q "$PWD/linked" done~3
(cd linked && unasked git am -q "$mbox" && assert_status 0 && same_as_done)
git init -q -b main "$CASE_ROOM/lib" && (cd "$CASE_ROOM/lib" && echo 0 >f && git add f && git commit -qm 0)
git submodule add -q "$CASE_ROOM/lib" sub
(cd sub && unasked git am -q "$mbox" && assert_status 0 && [[ $(git rev-list --count HEAD) == 4 ]]) || fail "not in a submodule"

# Names of digits, in that folder alone, and new ones.
mkdir .git/rebase-apply && echo mine >.git/rebase-apply/0001
for to in .git/hooks .git .git/refs/heads .git/info .git/rebase-apply/more; do
  mkdir -p "$to"
  guard_run --on-ask deny -- git mailsplit "-o$to" "$mbox"
  assert_says "$ERR" 'guard: denied create'
  assert_missing "$to/0002"
done
guard_run --on-ask deny -- git mailsplit -o.git/rebase-apply "$mbox"
assert_content .git/rebase-apply/0001 mine
guard_run --on-ask deny -- bash -c "echo x >.git/rebase-apply/0009; mv $mbox .git/rebase-apply/0008"
assert_missing .git/rebase-apply/0008 .git/rebase-apply/0009
# Led elsewhere by a link.
rm -r .git/rebase-apply && ln -s hooks .git/rebase-apply
guard_run --on-ask deny -- git mailsplit -o.git/rebase-apply "$mbox"
assert_says "$ERR" 'guard: denied create'
assert_missing .git/hooks/0001
