# SPDX-License-Identifier: Apache-2.0
# The preview says what cannot come back: a file that the store lost, a folder that comes back by
# another step. So is what happens besides: a folder that is made, one that moves aside.
. "$LIB/case.sh"
with_undo
same_status() { # STATUS WORD...: of the preview and of the act
  local wanted=$1
  shift
  status=0
  guard undo --dry-run "$@" >"$OUT" 2>"$ERR" || status=$?
  assert_status "$wanted"
  status=0
  guard undo --yes "$@" >"$CASE_ROOM/acted" 2>"$ERR" || status=$?
  assert_status "$wanted"
}
precious lost changed kept in/one gone/two way/three
guard_run --on-ask deny --session s -- bash -c 'rm lost kept; echo x >changed'
for entry in $(guard undo --list --session s --json | python3 -c 'import json, sys
for e in json.load(sys.stdin):
    if not e["path"].endswith("kept"): print(e["content"])'); do
  rm "$GUARD_STATE_DIR/undo/$entry"
done
same_status 1 lost
assert_says "$OUT" "bring back $PWD/lost (14 B)  CANNOT BE GIVEN BACK: its saved copy is no longer in the store"
assert_says "$ERR" "its saved copy is no longer in the store"
assert_missing lost
[[ $(guard undo --list --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))') -eq 1 ]] ||
  fail "an undo that could do nothing was begun"
same_status 1 changed
assert_content changed x
same_status 1 --session s
assert_says "$OUT" "3 files, that cannot be given back: 2"
assert_says "$CASE_ROOM/acted" "restored 1 file"
assert_untouched kept

# If a folder went as a whole, one file alone has no place.
guard_run --on-ask allow --session folder -- rm -r in
same_status 1 in/one
assert_says "$OUT" "CANNOT BE GIVEN BACK: its folder is gone: give that back first: guard undo $PWD/in"
assert_says "$ERR" "its folder is gone: give that back first: guard undo $PWD/in"
same_status 0 in
assert_silent "$OUT" "CANNOT"
assert_untouched in/one

# One that somebody took away later is made again, and the preview says so.
guard_run --on-ask deny --session later -- rm gone/two
rmdir gone
same_status 0 --session later
assert_says "$OUT" "bring back $PWD/gone/two (18 B); makes the folder $PWD/gone"
assert_untouched gone/two

guard_run --on-ask allow --session aside -- bash -c 'rm -r way; mkdir way; echo own >way/own'
same_status 0 --session aside
assert_says "$OUT" "bring back $PWD/way (folder); what is in the folder that is there stays"
assert_untouched way/three
assert_content way/own own

guard_run --on-ask allow --session file -- bash -c 'rm kept; mkdir kept; echo own >kept/own'
same_status 0 --session file
assert_says "$OUT" "bring back $PWD/kept (14 B); the folder that is there moves aside"
assert_untouched kept
assert_content kept.before-undo/own own
