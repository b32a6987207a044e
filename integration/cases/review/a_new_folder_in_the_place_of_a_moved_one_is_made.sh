# SPDX-License-Identifier: Apache-2.0
# A folder that was moved away, with a new one in its place, has moved: the list says so, and the patch leads from the state
# before to that of now.
. "$LIB/case.sh"
with_undo
git init -q .
mkdir -p keep/sub
echo k >keep/k
echo s >keep/sub/s
git add -A
git -c user.name=a -c user.email=a@b.c commit -qm one
cp -a . "$CASE_ROOM/before"
guard_run --session anew -- bash -c 'mv keep keep3; mkdir keep; echo n >keep/new'
assert_status 0
guard review anew >"$OUT" || fail "review: $(<"$OUT")"
[[ $(<"$OUT") == "A  keep/new | +1
R  keep/ -> keep3/
session anew: 1 made, 1 moved" ]] || fail "the list: $(<"$OUT")"
guard review anew --patch "$CASE_ROOM/patch" || fail "the patch: $(<"$ERR")"
(cd "$CASE_ROOM/before" && git apply "$CASE_ROOM/patch") || fail "the patch does not apply"
diff -r --exclude=.git . "$CASE_ROOM/before" || fail "the patch leads elsewhere"
guard review anew keep3 --discard --yes >"$OUT" 2>&1 || fail "the discard: $(<"$OUT")"
[[ $(<keep/k) == k && $(<keep/sub/s) == s && $(<keep.before-undo/new) == n && ! -e keep3 ]] || fail "the discard: $(find . -path ./.git -prune -o -print)"
