# SPDX-License-Identifier: Apache-2.0
# A folder changed places with an empty one of the session's, and that went under its name: undo moves it back,
# whichever was named first, and the preview says so.
. "$LIB/case.sh"
with_undo
precious photos/a photos/sub/b lib/c
is_back() {
  assert_untouched photos/a photos/sub/b lib/c
  assert_missing e
}
come_apart() { # SCRIPT
  guard_run --on-ask deny -- bash -c "swap() { \"\$0\" \"\$1\" \"\$2\" exchange; }; $1" "$PROGRAMS/call_renameat2"
  assert_status 0
  assert_missing photos/a
  guard undo --last --dry-run >"$OUT"
  assert_silent "$OUT" CANNOT
  assert_silent "$OUT" CONFLICT
  assert_says "$OUT" "$PWD/e to $PWD/photos"
  guard undo --last --yes >"$OUT"
  is_back
}
come_apart 'mkdir e && swap e photos && rmdir photos'
come_apart 'mkdir e && swap photos e && rmdir photos'
come_apart 'mkdir e && swap e photos && swap lib photos && rmdir lib'
come_apart 'mkdir e && swap e photos && swap photos lib && rmdir lib'
come_apart 'mkdir e && swap e photos && mv photos gone && rmdir gone'
# Both are still there: the session's own folder is no loss, and stays at the name it was made by.
guard_run --on-ask deny -- bash -c 'mkdir e && "$0" e photos exchange' "$PROGRAMS/call_renameat2"
guard undo --last --yes >"$OUT"
assert_untouched photos/a photos/sub/b
