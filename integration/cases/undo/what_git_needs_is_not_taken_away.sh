# SPDX-License-Identifier: Apache-2.0
# guard undo --made leaves a repository of before as it is, and --all leaves its objects: commits of others may lead to them.
# A repository that the session made goes as a whole, but not once somebody committed to it. The plan tells which branches
# and tags go.
. "$LIB/case.sh"
with_undo
git config --global user.name ana && git config --global user.email ana@example.org
git init -q -b main .
echo one >one && git add -A && git commit -qm one
git init -q --bare -b main "$WORKSPACE/../shared.git"
git remote add origin "$WORKSPACE/../shared.git" && git push -q origin main 2>/dev/null
whole() { git -C "${1:-.}" fsck --full --no-dangling >"$CASE_ROOM/fsck" 2>&1 && git -C "${1:-.}" log -1 >/dev/null || fail "$2: $(<"$CASE_ROOM/fsck")"; }
run() { guard_run --safe-mode off --session "$1" -- bash -c "$2" && [[ $status == 0 ]] || fail "session $1: $(<"$ERR")"; }
take() { guard undo --yes "$@" >"$OUT" 2>&1 || fail "undo $*: $(<"$OUT")"; }
take_rest() { # what somebody changed since stays: status 1
  local ended=0
  guard undo --yes --conflicts skip "$@" >"$OUT" 2>&1 || ended=$?
  [[ $ended == 1 ]] || fail "undo $* ended with $ended: $(<"$OUT")"
}

run commits 'echo new >new; git add -A; git commit -qm new; echo more >more'
take --made --session commits
[[ ! -e new && ! -e more ]] || fail "what was made is still there"
whole . "after --made of a commit"
git reset -q --hard && [[ -e new ]] || fail "the commit is not what it was"

run collects 'git gc -q --prune=now; echo z >z'
take --made --session collects
whole . "after --made of a git gc"
[[ ! -e z ]] || fail "what was made is still there"

run works 'git checkout -qb feat; echo feat >feat; git add -A; git commit -qm feat; git tag v1; git checkout -q main'
guard undo --all --dry-run --session works >"$OUT" || fail "the plan: $(<"$OUT")"
assert_says "$OUT" "branch feat goes; tag v1 goes"
take --all --session works
whole . "after --all of a branch"
! git rev-parse -q --verify feat >/dev/null || fail "the branch stays"

run leads 'echo two >two; git add -A; git commit -qm two'
echo mine >mine && git add -A && git commit -qm mine
take_rest --all --session leads
whole . "after --all of a commit that another leads to"

run pushes 'git checkout -qb shared; echo s >s; git add -A; git commit -qm s; git push -q origin shared; git checkout -q main'
git clone -q --no-local -b shared "$WORKSPACE/../shared.git" "$CASE_ROOM/other"
(cd "$CASE_ROOM/other" && echo other >other && git add -A && git commit -qm other && git push -q origin shared 2>/dev/null)
take --made --session pushes
whole "$WORKSPACE/../shared.git" "the remote, after --made"
take --all --session pushes
whole "$WORKSPACE/../shared.git" "the remote, after --all"

run begins 'mkdir fresh; cd fresh; git init -q -b main; echo f >f; git add -A; git commit -qm f'
take --made --session begins
[[ ! -e fresh ]] || fail "a repository of the session's own stays: $(find fresh | head -5)"
run begins2 'mkdir fresh; cd fresh; git init -q -b main; echo f >f; git add -A; git commit -qm f'
(cd fresh && echo g >g && git add -A && git commit -qm g)
take --made --session begins2
whole fresh "a repository to which somebody committed"
