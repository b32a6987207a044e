# SPDX-License-Identifier: Apache-2.0
# guard review SESSION FILE --discard-hunks takes single hunks back: the file stays the object that it is, with its mode,
# owner and further names; guard undo of that step gives it back as it was; it is on record; a plain undo of the session
# finds no change of somebody else's.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
seq 60 >f
seq 60 >replaced
chmod 640 f
ln f further
printf 'a\0b' >binary
echo secret >.env
cp f "$CASE_ROOM/before"
guard_run --policy "$FREE" --session made -- bash -c '
  sed -e "s/^5$/five/" -e "s/^30$/thirty/" -e "/^55$/d" f >"$0"; cat "$0" >f; sed -i "s/^9$/nine/;s/^50$/fifty/" replaced
  printf "a\0c" >binary; echo other >.env; echo new >new' "$CASE_ROOM/t"
assert_status 0
cp f "$CASE_ROOM/after"
inode=$(stat -c '%i %a %u %h' f)
guard review made ./f --discard-hunks 1,3 >"$OUT" 2>"$ERR" || fail "not discarded"
assert_says "$OUT" "took back 2 hunks; to revert: guard undo --session undo-"
step=$(sed -n 's/.*--session //p' "$OUT")
sed 's/^30$/thirty/' "$CASE_ROOM/before" | cmp - f || fail "something else is there"
[[ $(stat -c '%i %a %u %h' f) == "$inode" ]] || fail "it is another file, or has other rights"
cmp f further || fail "the further name is another file"
guard review made ./f >"$OUT"
assert_says "$OUT" "M  f | +1 -1"
assert_silent "$OUT" "CONFLICT"
guard audit list --session "$step" --json >"$OUT" 2>/dev/null || guard audit list "$step" >"$OUT"
assert_says "$OUT" "hunks 1,3 alone"
# The step is undone like a session.
guard undo --session "$step" --yes >"$OUT" 2>&1 || fail "the step is not undone: $(<"$OUT")"
cmp "$CASE_ROOM/after" f || fail "the undo of the step gives something else back"
[[ $(stat -c '%i %a %u %h' f) == "$inode" ]] || fail "the undo made another file"
# A file in whose place the session put another.
guard review made ./replaced --discard-hunks 2 >"$OUT" || fail "of a replaced file"
seq 60 | sed 's/^9$/nine/' | cmp - replaced || fail "the replaced file is wrong"
# A number of no hunk, a binary file, a secret or an unchanged file is refused, and nothing is
# touched.
for words in './f --discard-hunks 4' './f --discard-hunks 0' './binary --discard-hunks 1' './.env --discard-hunks 1' \
  './new --discard-hunks 1' './further --discard-hunks 1' '--discard-hunks 1' './f ./replaced --discard-hunks 1'; do
  ! guard review made $words >"$OUT" 2>"$ERR" || fail "allowed: $words"
  grep -q '^guard: review: ' "$ERR" || fail "it is not said why: $words"
done
[[ $(<.env) == other ]] || fail "the secret was touched"
cmp "$CASE_ROOM/after" f || fail "a refusal touched the file"
# The session is undone as ever after a hunk was taken back: nobody is asked about it.
guard review made ./f --discard-hunks 1 >"$OUT" || fail "one hunk"
guard undo --all --session made --yes >"$OUT" 2>&1 || fail "the session is not undone: $(<"$OUT")"
cmp "$CASE_ROOM/before" f || fail "the undo of the session leaves something"
seq 60 | cmp - replaced || fail "the undo leaves something of the replaced file"
# A file that somebody changed since stays in need of a choice.
guard undo --session made --yes >/dev/null 2>&1 || true
