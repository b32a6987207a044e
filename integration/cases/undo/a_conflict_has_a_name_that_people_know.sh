# SPDX-License-Identifier: Apache-2.0
# A file was written through a further hard link that went again, and was touched since: the conflict is told by the name of the file.
# An undo of hunks of a file that an undo of all replaced says that another file has its name, not that nothing is there.
. "$LIB/case.sh"
with_undo
echo o >g
guard_run --session linked --on-ask allow -- sh -c 'ln g .l; echo K >>.l; rm .l'
assert_status 0
wait_for_closing
mv g x
mv x g
status=0
guard undo --all --session linked --yes >"$OUT" 2>&1 || status=$?
assert_status 3
assert_says "$OUT" "$PWD/g: it was changed since"
assert_silent "$OUT" ".l:"
guard undo --all --session linked --yes --conflicts overwrite >"$OUT" 2>&1 || fail "all the same: $(<"$OUT")"
assert_content g o
seq 30 >h
guard_run --session hunks --on-ask allow -- sed -i '2s/^/x/;28s/^/z/' h
assert_status 0
wait_for_closing
guard review hunks h --discard-hunks 1 --yes >"$OUT" 2>&1 || fail "the hunk: $(<"$OUT")"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)
guard undo --all --session hunks --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
status=0
guard undo --session "$undo" --yes >"$OUT" 2>&1 || status=$?
assert_status 1
assert_says "$OUT" "another file has its name by now"
seq 30 | cmp - h || fail "h: $(<h)"
