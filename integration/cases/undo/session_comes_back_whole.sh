# SPDX-License-Identifier: Apache-2.0
# Deleted, overwritten, moved, changed in mode: one undo, and all is as before; the undo is undone,
# and done again.
. "$LIB/case.sh"
with_undo
mkdir -p w/d w/empty
cd w
printf 'one\n' >a
printf 'two\n' >b
ln -s a link
ln b second
printf 'x\n' >d/x
chmod 640 a
touch -d '2020-01-01 01:02:03.5' a
setfattr -n user.kind -v precious a 2>/dev/null || echo "no user attributes here"
remember .
guard_run --on-ask deny --session s -- bash -c 'rm a; echo more >>b; rm link second; mv d/x d/y
  rmdir empty; chmod 600 b; echo new >n; mv d dd; cp n b.tmp; mv b.tmp b; rm n'
assert_status 0
assert_nothing_asked
assert_missing a link second d empty
assert_content b new
cp "$CASE_ROOM/remembered" "$CASE_ROOM/before"
remember .
cp "$CASE_ROOM/remembered" "$CASE_ROOM/changed"
guard undo --yes --session s
cp "$CASE_ROOM/before" "$CASE_ROOM/remembered"
assert_as_remembered .
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo"
cp "$CASE_ROOM/changed" "$CASE_ROOM/remembered"
assert_as_remembered .
guard undo --yes --session s
cp "$CASE_ROOM/before" "$CASE_ROOM/remembered"
assert_as_remembered .
