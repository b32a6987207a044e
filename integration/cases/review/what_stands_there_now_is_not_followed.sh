# SPDX-License-Identifier: Apache-2.0
# guard review opens no FIFO and follows no link that stands where a session changed a file; a living session is
# reviewed, and an undo too; a folder that is gone comes back before what lay in it.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
precious pipe link folder kept dir/deep/a dir/deep/b
echo "hidden elsewhere" >"$CASE_ROOM/elsewhere"
guard_run --policy "$FREE" --session made -- bash -c 'for f in pipe link folder; do echo x >>$f; done; rm -r dir'
assert_status 0
rm pipe link folder
mkfifo pipe
ln -s "$CASE_ROOM/elsewhere" link
mkdir folder
for how in --stat --diff --json --by-command '--patch -'; do
  timeout 30 "$GUARD" review made $how >"$OUT" 2>"$ERR" || fail "$how: status $?"
  assert_silent "$OUT" "hidden elsewhere"
done
guard review made >"$OUT"
assert_says "$OUT" "M  link | "
assert_says "$OUT" "CONFLICT"
assert_says "$OUT" "D  dir/deep/a | -1"
assert_silent "$OUT" "D  dir/deep/ "
for file in pipe link folder; do
  ! timeout 30 "$GUARD" review made "./$file" --discard-hunks 1 --conflicts overwrite >"$OUT" 2>"$ERR" || fail "a hunk of $file"
  assert_says "$ERR" "guard: review: $PWD/$file: "
done
[[ -p pipe && -L link && $(<"$CASE_ROOM/elsewhere") == "hidden elsewhere" ]] || fail "something was touched"
# An undo is a session.
guard undo --session made --conflicts skip --yes ./dir >"$OUT" 2>&1 || fail "no undo: $(<"$OUT")"
undo=$(sed -n 's/.*to revert: guard undo --session //p' "$OUT")
guard review "$undo" >"$OUT" || fail "an undo is not reviewed"
assert_says "$OUT" "A  dir/deep/a | +1"
# While it lives.
start_guarded --policy "$FREE" --session living -- bash -c 'echo more >>kept; : >go; until [[ -e stop ]]; do sleep 0.1; done'
until_true 15 test -e go
guard review living >"$OUT" || fail "a living session is not reviewed"
assert_says "$OUT" "M  kept | +1"
assert_says "$OUT" "it still runs"
: >stop
finish_guarded
# A link that waits for the patch is not written through; a file that is gone is named by its name.
ln -s "$CASE_ROOM/elsewhere" out.patch
! guard review living --patch out.patch >"$OUT" 2>"$ERR" || fail "written through a link"
[[ $(<"$CASE_ROOM/elsewhere") == "hidden elsewhere" ]] || fail "the link was followed"
rm kept
guard review --session living kept >"$OUT" 2>"$ERR" || fail "a file that is gone"
assert_says "$OUT" "D  kept"
! guard review living ./out.patch >"$OUT" 2>"$ERR" || fail "a file that the session did not change"
assert_says "$ERR" "changed nothing of $PWD/out.patch"
# The words that name nothing.
! guard review made --patch "$CASE_ROOM/no/such/folder" >"$OUT" 2>"$ERR" || fail "written where no folder is"
assert_says "$ERR" "no patch was written"
