# SPDX-License-Identifier: Apache-2.0
# git-reset is git reset, wherever it lies and however it is reached. Threat 28.
. "$LIB/case.sh"
stand_in git-push git-reset git-branch
for line in 'git-push --force origin main' 'bin/git-push --force' './bin/git-push -f' 'exec -a git-push bin/git-reset --force' 'git-branch -D main'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  assert_status 126
done
assert_recorded "'GIT_PUBLISH' in r['categories'] and r['risk_tier'] == 3"
rm -rf bin
git init -q .
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
git branch kept
for line in '$(git --exec-path)/git-branch -D kept' '"$(git --exec-path)/git" branch -D kept' 'cd "$(git --exec-path)" && ./git-branch -D kept'; do
  guard_run --on-ask deny -- bash -c "${line/cd/export GIT_DIR=$PWD/.git; cd}"
  git rev-parse -q --verify kept >"$CASE_ROOM/commit" || fail "went through: $line"
done
guard_run --on-ask deny -- bash -c '$(git --exec-path)/git-branch'
assert_says "$OUT" kept
