# SPDX-License-Identifier: Apache-2.0
# git init, commit, clone, branch, merge, rebase, stash, gc: no question, the same repository as bare.
# timeout: 120
. "$LIB/case.sh"
cat >"$CASE_ROOM/story" <<'SH'
set -e
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_AUTHOR_DATE='2024-01-01T00:00:00Z' GIT_COMMITTER_DATE='2024-01-01T00:00:00Z' GIT_CONFIG_NOSYSTEM=1
git init -q -b main origin
cd origin
for i in $(seq 40); do echo "line $i" >"f$i"; done
git add . && git commit -qm first
git checkout -qb side && echo side >>f1 && git commit -qam side
git checkout -q main && echo main >>f2 && git commit -qam main
git merge -q -m merged side
git tag v1 && git branch -d side
cd .. && git clone -q origin copy && cd copy
echo local >>f3 && git stash -q && git stash pop -q && git commit -qam local
git mv f4 g4 && git commit -qm moved
git checkout -qb topic HEAD~1 && echo topic >t && git add t && git commit -qm topic && git rebase -q main
git fetch -q && git -c pack.threads=1 gc -q && git fsck --no-progress
git log --format='%H %s' && git status --short && git worktree add -q ../tree main && git worktree remove ../tree
SH
# The index holds times and inode numbers.
leave_out=(.git/index)
same_as_bare '' bash "$CASE_ROOM/story"
[[ $(<"$CASE_ROOM/bare/status") == 0 ]] || fail "not even bare: $(tail -5 "$CASE_ROOM/bare/stderr")"
assert_nothing_asked
