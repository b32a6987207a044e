# SPDX-License-Identifier: Apache-2.0
# A work tree and a submodule that a session added go with all that is in them: their file `.git` too.
. "$LIB/case.sh"
with_undo
git init -q one
git -C one -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
git init -q main
cd main
echo a >a
git add a
git -c user.name=a -c user.email=a@b commit -q -m first
guard_run --session tree --on-ask deny -- git worktree add -q .wt -b br
assert_status 0
guard undo --all --session tree --yes >"$OUT" 2>"$ERR"
assert_silent "$ERR" "it is not empty"
assert_missing .wt
git worktree add -q .wt -b br || fail "the name is still taken"
git worktree remove .wt
guard_run --session sub --on-ask allow -- git -c protocol.file.allow=always submodule --quiet add ../one sub
assert_status 0
guard undo --all --session sub --yes >"$OUT" 2>"$ERR"
assert_missing sub .gitmodules
git status >"$OUT" 2>&1 || fail "git is not whole: $(<"$OUT")"

# One session and a path of it: never the whole session.
echo one >f1
echo one >f2
guard_run --session words -- bash -c 'echo two >f1; echo two >f2'
guard undo --yes words f2 >"$OUT"
[[ $(<f1) == two && $(<f2) == one ]] || fail "f1: $(<f1), f2: $(<f2)"
guard undo --yes words --to 1 >"$OUT"
[[ $(<f1) == one ]] || fail "to a point of the session that a word names: $(<f1)"
status=0
guard undo --older-than 3 >"$OUT" 2>"$ERR" </dev/null || status=$?
[[ $status == 2 ]] || fail "--older-than without --prune: status $status"
