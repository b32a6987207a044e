# SPDX-License-Identifier: Apache-2.0
# git works on a repository that was there before the session, without a question.
# timeout: 180
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main .
for i in $(seq 30); do echo "line $i" >"f$i"; done
git add . && git commit -qm first
git checkout -qb side && echo side >>f1 && git commit -qam side && git checkout -q main
guard_run --on-ask deny -- bash -ec 'echo more >>f2; git add -A; git commit -qm more; git merge -q -m merged side; git checkout -q side; git checkout -q main; git gc -q; git fsck --no-progress; git status --short; git log --oneline | wc -l'
assert_status 0
assert_content "$OUT" 4
assert_nothing_asked
