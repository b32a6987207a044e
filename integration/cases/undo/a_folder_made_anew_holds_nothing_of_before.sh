# SPDX-License-Identifier: Apache-2.0
# A folder was moved, and a new one with a file of an old name was made in its place: an undo of all leaves neither; --made leaves
# the edit.
. "$LIB/case.sh"
with_undo
make() { # SESSION
  rm -rf notes new
  precious notes/todo.txt
  guard_run --on-ask deny --session "$1" -- bash -c 'sed -i s/precious/PRECIOUS/ notes/todo.txt; mv notes new; mkdir notes; echo x >notes/todo.txt'
  assert_status 0
  wait_for_closing
  guard review "$1" >"$OUT"
  assert_says "$OUT" "M  notes/todo.txt -> new/todo.txt | +1 -1"
  assert_says "$OUT" "A  notes/todo.txt | +1"
}
is_back() {
  assert_untouched notes/todo.txt
  assert_missing new
  [[ -z $(ls -d -- *before-undo* 2>/dev/null) ]] || fail "left over: $(ls)"
}
make one
guard undo --session one --all --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
is_back
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
assert_content notes/todo.txt x
assert_content new/todo.txt "PRECIOUS notes/todo.txt"
guard undo --session one --all --yes >"$OUT" 2>&1 || fail "once more: $(<"$OUT")"
is_back
make two
guard undo --session two --made --yes >"$OUT" 2>&1 || fail "made: $(<"$OUT")"
assert_missing notes/todo.txt
assert_content new/todo.txt "PRECIOUS notes/todo.txt"
guard undo --session two --all --yes >"$OUT" 2>&1 || fail "after made: $(<"$OUT")"
is_back
