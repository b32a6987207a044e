# SPDX-License-Identifier: Apache-2.0
# git's own trade ends where .git ends: history that is moved out of it could be overwritten unasked.
. "$LIB/case.sh"
git init -q . && echo 1 >t && git add t
git -c user.name=a -c user.email=a@b commit -q -m first
before=$(find .git/objects -type f | wc -l)
for way in 'git init -q --separate-git-dir=gd .' "git -c alias.x='init -q --separate-git-dir=gd .' x"; do
  guard_run --on-ask deny -- bash -c "$way"
  assert_missing gd
  [[ $(find .git/objects -type f -size +0 | wc -l) -eq $before ]] || fail "history went by: $way"
done
assert_says "$ERR" "guard: denied"
# Renames inside of .git are its own.
guard_run --on-ask deny -- bash -c 'echo 2 >>t; git add t; git -c user.name=a -c user.email=a@b commit -q -m second; git branch -m other; git gc -q'
assert_status 0
