# SPDX-License-Identifier: Apache-2.0
# A clone packs its branches: after a push into it, a plan says that the branch goes back, and it does. It does not go.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main t1
echo a >t1/a && git -C t1 add a && git -C t1 commit -qm one
bare=$CASE_ROOM/home/t1.git
git clone -q --bare t1 "$bare"
git -C t1 remote add origin "$bare"
before=$(git -C "$bare" rev-parse main)
guard_run --session push1 --on-ask allow -- bash -c 'cd t1; echo b >b; git add b; git commit -qm two; git push -q origin main'
assert_status 0
wait_for_closing
guard undo --session push1 --all --dry-run >plan 2>&1 || true
[[ $(<plan) != *"t1.git: branch main goes;"* ]] || fail "$(<plan)"
[[ $(grep -a t1.git: plan) == *"main goes back"* ]] || fail "$(<plan)"
guard undo --session push1 --all --yes >plan 2>&1 || fail "$(<plan)"
[[ $(git -C "$bare" rev-parse main) == "$before" ]] || fail "main is elsewhere"
