# SPDX-License-Identifier: Apache-2.0
# A change that a session makes under a further hard link is told as a change of the file that people know, whether
# the link stays or goes: by review, blame, a discard and an undo of that file.
. "$LIB/case.sh"
with_undo
mkdir src "$CASE_ROOM/elsewhere"
session() { # NAME COMMAND
  printf 'one\ntwo\n' >src/a.c
  guard_run --session "$1" --on-ask allow -- bash -c "$2"
  assert_status 0
  wait_for_closing
}
session gone "ln src/a.c '$CASE_ROOM/elsewhere/link'; echo more >>'$CASE_ROOM/elsewhere/link'; rm '$CASE_ROOM/elsewhere/link'"
guard review gone --stat >"$OUT"
assert_says "$OUT" "M  src/a.c | +1"
assert_says "$OUT" "session gone: 1 changed"
guard blame src/a.c >"$OUT"
assert_says "$OUT" "1 line  gone "
guard undo src/a.c --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
[[ $(<src/a.c) == $'one\ntwo' ]] || fail "after the undo: $(<src/a.c)"
session again "ln src/a.c src/link; echo more >>src/link; rm src/link"
guard review again --discard src/a.c --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
[[ $(<src/a.c) == $'one\ntwo' ]] || fail "after the discard: $(<src/a.c)"

session stays "ln src/a.c src/link; echo more >>src/link"
guard review stays --stat >"$OUT"
assert_says "$OUT" "M  src/a.c | +1"
assert_says "$OUT" "session stays: 1 changed, 1 made"
guard review stays --discard src/a.c --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
[[ $(<src/a.c) == $'one\ntwo' && src/a.c -ef src/link ]] || fail "after the discard, the link stays: $(<src/a.c)"
rm src/link

# Another file got the name of the link.
session reused "ln src/a.c src/link; rm src/link; echo new >src/link; echo more >>src/link"
guard review reused --stat >"$OUT"
assert_says "$OUT" "session reused: 1 made"
