# SPDX-License-Identifier: Apache-2.0
# guard review on a terminal: the tree and the difference, by command, a filter; a file is discarded after a y, a conflict
# wants a choice, hunks go back alone; q leaves and keeps the rest. Every step can be taken back.
. "$LIB/case.sh"
. "$LIB/screen.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
mkdir src
seq 60 >src/edited
precious gone theirs keep
guard_run --policy "$FREE" --session made -- bash -c '
  sed -i "s/^5$/five/;s/^50$/fifty/" src/edited; rm gone; echo more >>theirs; echo kept >>keep; mkdir -p build/x; for i in {1..30}; do echo $i >build/x/$i; done'
assert_status 0
cp src/edited "$CASE_ROOM/edited"
open_screen 80 24 "$GUARD" review made
screen_says "guard review   session made: 3 changed, 32 made, 1 deleted"
screen_says "A + build/"
screen_lacks "x/" || fail "a folder that was made as a whole is open"
# A file of before comes back, after a question; no key but y is a yes.
keys j # gone
screen_says "deleted: gone"
keys d
screen_says "Discard 1 file or folder? [y/n]"
keys x
[[ ! -e gone ]] || fail "another key was a yes"
keys y
until_true 15 test -e gone || fail "not given back: $(screen)"
screen_says "restored 1 file; to revert: guard undo --session undo-"
screen_forgets "D   gone"
# By command, a filter.
keys c
screen_says "sed -i"
keys c
keys / e d i t
keys Enter
screen_forgets "theirs"
# One hunk.
keys j
screen_says "-50"
keys Tab
keys j
keys h
screen_says "*[1] @@"
keys d
screen_says "Take back 1 marked hunk of src/edited? [y/n]"
keys y
until_true 15 grep -qx 5 src/edited || fail "the hunk is not taken back: $(screen)"
grep -qx fifty src/edited || fail "the other hunk went, too"
screen_says "to revert: guard undo --session undo-"
keys Escape
keys /
keys Escape
# guard asks about a file that somebody changed since.
echo mine >>theirs
keys r
screen_says "CONFLICT"
keys End
keys d
screen_says "1 changed since: [s]kip, [o]verwrite, [n]othing"
keys y
grep -q mine theirs || fail "y overwrote a conflict"
keys o
until_true 15 bash -c '[[ $(<theirs) == "precious theirs" ]]' || fail "not overwritten: $(screen)"
# A folder as a whole.
keys Home
keys Space
screen_says "32 marked"
keys d
screen_says "Discard 32 files and folders? [y/n]"
keys y
until_true 15 test ! -e build || fail "what was made stays: $(screen)"
keys q
until_true 10 screen_is_gone || fail "q does not leave"
grep -q kept keep || fail "what was not discarded is not as it was"
guard undo --session "$(ls -t "$GUARD_STATE_DIR/undo" | grep -m1 ^undo-)" --yes >"$OUT" 2>&1 || fail "the discard is not taken back: $(<"$OUT")"
[[ -e build/x/30 ]] || fail "the folder is not back"
