# SPDX-License-Identifier: Apache-2.0
# git makes the repository of a submodule below .git/modules as a clone makes its own: the folder of hooks and the
# examples in it are its own to write, and a hook that works is not.
. "$LIB/case.sh"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git config --global protocol.file.allow always
git init -q -b main lib
(cd lib && echo x >x && git add . && git commit -qm x)
git init -q -b main w
cd w
echo a >a
git add . && git commit -qm a
guard_run --on-ask deny -- git submodule add -q "$WORKSPACE/lib" sub
assert_status 0
assert_silent "$ERR" denied
assert_content sub/x x
git commit -qm sub
git clone -q . ../w2
cd ../w2
guard_run --on-ask deny -- git submodule update -q --init
assert_status 0
assert_silent "$ERR" denied
assert_content sub/x x
guard_run --on-ask deny -- bash -c 'echo x >.git/modules/sub/hooks/pre-commit; mkdir .git/modules/sub/hooks/more'
assert_says "$ERR" 'guard: denied create'
assert_missing .git/modules/sub/hooks/pre-commit .git/modules/sub/hooks/more
mkdir -p "$CASE_ROOM/template/hooks"
echo 'exit 1' >"$CASE_ROOM/template/hooks/pre-commit"
git -C .. clone -q w w3
cd ../w3
guard_run --on-ask deny -- env GIT_TEMPLATE_DIR="$CASE_ROOM/template" git submodule update -q --init
assert_says "$ERR" 'guard: denied'
assert_missing .git/modules/sub/hooks/pre-commit
