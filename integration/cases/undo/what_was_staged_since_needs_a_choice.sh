# SPDX-License-Identifier: Apache-2.0
# git status writes the index anew, which is nobody's work; what a person staged or committed since is, and is not dropped.
. "$LIB/case.sh"
with_undo
as_me() { git -c user.name=me -c user.email=me@here "$@"; }
repository() {
  git init -q "$1"
  cd "$1"
  echo f >f
  echo g >g
  git add f g
  as_me commit -q -m first
}
repository staged
guard_run --session staged -- bash -c 'echo A >f; git add f'
sleep 0.05
echo 'part 1' >p
git add p
echo 'part 2' >>p
status=0
guard undo --session staged --yes >"$OUT" 2>"$ERR" || status=$?
[[ $status == 3 ]] || fail "no choice is needed: status $status"
assert_says "$ERR" "something was staged since"
guard undo --session staged --yes --conflicts skip >"$OUT" 2>"$ERR" || true
[[ $(git show :p) == 'part 1' ]] || fail "what was staged is gone"
[[ $(<f) == f ]] || fail "f was not given back"
cd ..

# The agent commits, and the person on top of it: with the branch the index stays, too.
repository committed
guard_run --session committed --on-ask allow -- bash -c 'echo A >f; git add f; git -c user.name=a -c user.email=a@b commit -q -m second'
sleep 0.05
echo mine >mine
git add mine
as_me commit -q -m mine
guard undo --session committed --yes --conflicts skip >"$OUT" 2>"$ERR" || true
git diff --cached --quiet || fail "a revert of the person's commit is staged: $(git status --short)"
cd ..

# Somebody only looked.
repository looked
guard_run --session looked -- bash -c 'echo A >f; git add f'
sleep 0.05
touch g
git status >"$CASE_ROOM/said"
guard undo --session looked --yes >"$OUT" 2>"$ERR" || fail "a look is called a change: $(<"$OUT")"
git diff --cached --quiet || fail "the index was not given back"
