# SPDX-License-Identifier: Apache-2.0
# Two hunks of one file are discarded, each by an undo of its own: these are undone in the order in which guard named them, and
# nobody changed the file meanwhile. A change that somebody writes in between needs a choice.
. "$LIB/case.sh"
with_undo
discard_two() { # SESSION
  seq 1 90 >text
  guard_run --session "$1" -- sed -i 's/^5$/five/; s/^50$/fifty/; s/^80$/eighty/' text
  wait_for_closing
  written=$(<text)
  undos=()
  for turn in 1 2; do
    guard review "$1" text --discard-hunks 1 >"$OUT" 2>&1 || fail "hunk $turn: $(<"$OUT")"
    undos+=("$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)")
    sleep 0.05
  done
}
discard_two s
for name in "${undos[1]}" "${undos[0]}"; do
  guard undo --session "$name" --yes >"$OUT" 2>&1 || fail "$name: $(<"$OUT")"
done
[[ $(<text) == "$written" ]] || fail "not as the session left it: $(<text)"
guard undo --session s --yes >"$OUT" 2>&1 || fail "all of it: $(<"$OUT")"
[[ $(<text) == "$(seq 1 90)" ]] || fail "not as before"
discard_two t
guard undo --session "${undos[1]}" --yes >"$OUT" 2>&1 || fail "the second: $(<"$OUT")"
sleep 0.1
echo mine >>text
status=0
guard undo --session "${undos[0]}" --yes >"$OUT" 2>&1 || status=$?
assert_status 3
