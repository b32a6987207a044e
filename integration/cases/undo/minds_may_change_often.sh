# SPDX-License-Identifier: Apache-2.0
# An undo of an undo of an undo: the session can be undone after any number of them, and says rightly whether there is something to undo.
. "$LIB/case.sh"
with_undo
undo_of() { # SESSION: the name of the undo of it
  guard undo --session "$1" --yes >"$OUT" 2>&1 || fail "undo of $1: $(<"$OUT")"
  grep -o 'undo-[0-9a-f]*' "$OUT" | head -1
}
by() { # SESSION COMMAND
  guard_run --on-ask allow --session "$1" -- bash -c "$2"
  wait_for_closing
}
echo b >b
for command in 'rm b' 'echo n >t; mv t b' 'echo more >>b' 'mv b c'; do
  rm -rf "$CASE_ROOM/before" && cp -a . "$CASE_ROOM/before"
  count=$((${count:-0} + 1)) name=s$count
  by "$name" "$command"
  cp -a . "$CASE_ROOM/after"
  last=$name
  for round in 1 2 3 4 5; do
    last=$(undo_of "$last")
    if ((round % 2)); then wanted=$CASE_ROOM/before; else wanted=$CASE_ROOM/after; fi
    diff -r . "$wanted" || fail "$command: not as wanted in round $round"
    if ((round % 2)); then
      guard undo --all --session "$name" --dry-run >"$OUT" 2>&1 || fail "$command, round $round: $(<"$OUT")"
      assert_says "$OUT" "nothing is left to give back"
    fi
  done
  last=$(undo_of "$last")
  guard undo --all --session "$name" --yes >"$OUT" 2>&1 || fail "$command: $(<"$OUT")"
  diff -r . "$CASE_ROOM/before" || fail "$command: the session cannot be undone"
  rm -rf "$CASE_ROOM/after"
done
# One half of a move.
mkdir d
rm -rf "$CASE_ROOM/before" && cp -a . "$CASE_ROOM/before"
by half 'mv b d/c; echo new >b'
first=$(guard review half d --discard --yes | grep -o 'undo-[0-9a-f]*' | head -1)
last=$(undo_of "$(undo_of "$first")")
guard undo --all --session half --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
diff -r . "$CASE_ROOM/before" || fail "one half of a move"
