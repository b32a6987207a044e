# SPDX-License-Identifier: Apache-2.0
# A session leaves nothing unasked that git would run later, outside of guard: settings in any spelling,
# hooks by whatever step of git, and files of the workspace that steer other programs.
. "$LIB/case.sh"
evil=$CASE_ROOM/evil
printf '#!/bin/sh\necho RAN >>%s.ran\n' "$evil" >"$evil"
chmod +x "$evil"
export evil
fresh() {
  cd "$WORKSPACE"
  rm -rf repository
  mkdir repository
  cd repository
  git init -q -b main .
  git config user.email a@b
  git config user.name A
  printf 'a\n' >a.txt
  cp "$evil" pc
  printf '{}\n' >t.json
  git add -A
  git commit -qm one
}
refused() {
  fresh
  guard_run --on-ask deny -- bash -c "$1"
  grep -q '^guard: denied' "$ERR" || fail "unasked: $1"
  git status >"$OUT" 2>&1 || true
  git commit --allow-empty -qm later >"$OUT" 2>&1 || true
  [[ ! -e $evil.ran ]] || fail "it ran later: $1"
  [[ ! -e .vscode/tasks.json && ! -e .envrc && ! -e .guard.yaml ]] || fail "it was left: $1"
}
refused 'git config core.FSMonitor "$evil"'
refused 'git config x.fsmonitor "$evil"; git config --rename-section x core'
refused 'git config -f .git/hooks/pre-commit x.y "\$($evil)"; chmod 755 .git/hooks/pre-commit'
refused 'git config --file=.git/config core.fsmonitor "$evil"'
refused 'git mv pc .git/hooks/pre-commit'
refused 'git checkout -q -b h; mkdir hooks; cp pc hooks/pre-commit; git add hooks; git commit -qm h
         git checkout -q main; git --work-tree=.git switch -q h'
refused 'git checkout -q -b h; mkdir hooks; cp pc hooks/pre-commit; git add hooks; git commit -qm h
         git checkout -q main; GIT_WORK_TREE=.git git switch -q h'
refused 'git checkout -q -b h; printf "[core]\n\tfsmonitor = %s\n" "$evil" >config; git add config; git commit -qm h
         git checkout -q main; ln -s .git w; GIT_WORK_TREE=w git checkout -q -f h'
refused 'cp .git/config base; cp base other; printf "\tfsmonitor = %s\n" "$evil" >ins; sed -i "/bare/r ins" other
         git merge-file .git/config base other'
refused 'printf "From x Mon Sep 17 00:00:00 2001\nFrom: a <a@b>\nSubject: s\n\n#!/bin/sh\n%s\n" "$evil" >mail
         git mailinfo .git/hooks/pre-commit .git/p <mail; chmod +x .git/hooks/pre-commit'
refused 'mkdir .vscode; git mv t.json .vscode/tasks.json'
refused 'git config -f .envrc x.y z'
refused 'git mv t.json .guard.yaml'

# The everyday steps of git ask nothing.
fresh
git clone -q --bare . ../upstream.git 2>/dev/null || true
guard_run --on-ask deny -- bash -c 'set -e
  git remote add up ../upstream.git; git fetch -q up; git checkout -q -b w --track up/main
  git config user.name B; git branch -q --set-upstream-to=up/main w
  mkdir .vscode; git config --get user.name; git switch -q main; git branch -q -d w
  git init -q .; git init -q inner; git -C inner config user.name C; git worktree list; git gc -q
  git clone -q . copied; git -C copied checkout -q -b x'
assert_status 0
! grep -q '^guard: denied' "$ERR" || fail "asked: $(cat "$ERR")"
