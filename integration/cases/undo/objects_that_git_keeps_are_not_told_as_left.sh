# SPDX-License-Identifier: Apache-2.0
# Once all of a session is given back that committed, undo tells of nothing that it would take away: the objects of the commit
# stay for git (gc), and --made leaves them as well.
. "$LIB/case.sh"
with_undo
git init -q .
echo a >a
git add -A
git -c user.name=a -c user.email=a@b.c commit -qm one
guard_run --session commits -- bash -c 'echo b >>a; echo n >n; git add -A; git -c user.name=a -c user.email=a@b.c commit -qm two'
assert_status 0
guard undo --all --session commits --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
[[ $(<a) == a && ! -e n ]] || fail "not given back: $(<"$OUT")"
guard undo >"$OUT" 2>&1 || true
assert_says "$OUT" "nothing is left to give back"
assert_silent "$OUT" "that the session made"
# guard tells what is left of a session that only committed, as far as --made takes it away.
guard_run --session made -- bash -c 'echo m >m'
guard undo --session made >"$OUT" 2>&1 || true
assert_says "$OUT" "1 file or folder that the session made stays; guard undo --made --session made takes it away"
