# SPDX-License-Identifier: Apache-2.0
# git gc packs objects whose files a local clone shares: the repository has them still, so that an undo has nothing to give back,
# and says nothing of them.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main t2
for i in 1 2 3; do echo "$i" >t2/f && git -C t2 add f && git -C t2 commit -qm "$i"; done
git clone -q t2 t2b
guard_run --session gc1 --on-ask allow -- git -C t2 gc -q
assert_status 0
wait_for_closing
guard undo --session gc1 --dry-run >plan 2>&1 || fail "$(<plan)"
assert_silent plan "CANNOT BE GIVEN BACK"
assert_silent plan "lives on under another name"
[[ $(guard review gc1 --stat 2>&1) != *"CANNOT BE GIVEN BACK"* ]] || fail "$(guard review gc1 --stat 2>&1)"
guard undo --session gc1 --yes >plan 2>&1 || fail "$(<plan)"
git -C t2 fsck --strict >/dev/null 2>&1 || fail "the repository is damaged"
[[ $(git -C t2 rev-list --count main) == 3 ]] || fail "commits are missing"
