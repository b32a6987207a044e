# SPDX-License-Identifier: Apache-2.0
# A submodule whose clone fails is cleaned up by git unasked, as a clone that fails is: the session made that
# repository. Those of before keep their settings and hooks.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main lib
(cd lib && echo x >x && git add . && git commit -qm x)
git init -q -b main w
cd w
echo a >a && git add . && git commit -qm a
git -c protocol.file.allow=always submodule add -q "$WORKSPACE/lib" old
git commit -qm old
for name in sm group/sm; do
  guard_run --on-ask deny -- git -c protocol.file.allow=never submodule add "$WORKSPACE/lib" "$name"
  [[ $status != 0 ]] || fail "it was not refused"
  assert_silent "$ERR" 'guard: denied'
  assert_missing ".git/modules/$name/config" ".git/modules/$name"
done
assert_exists .git/modules/old/config .git/modules/old/HEAD
for path in config hooks; do
  guard_run --on-ask deny -- rm -rf ".git/modules/old/$path"
  assert_says "$ERR" 'guard: denied'
  assert_exists ".git/modules/old/$path"
done
# A folder of the session's in a repository of before does not make that one the session's.
mkdir .git/modules/old/hooks/more && echo mine >.git/modules/old/hooks/more/config
guard_run --on-ask deny -- rm -rf .git/modules/old/hooks/more
assert_says "$ERR" 'guard: denied'
