# SPDX-License-Identifier: Apache-2.0
# One file comes back to where the session moved another file of before: that one goes home, too, and is not swallowed.
. "$LIB/case.sh"
with_undo
make() {
  rm -rf docs notes src
  precious docs/readme.md notes/todo.txt src/b.c
  guard_run --on-ask deny --session "$1" -- bash -c 'mv docs/readme.md docs/old.md; mv notes/todo.txt docs/readme.md; mv src/b.c notes/todo.txt'
  assert_status 0
  wait_for_closing
}
all_home() {
  assert_untouched docs/readme.md notes/todo.txt src/b.c
  assert_missing docs/old.md
}
make one
guard undo docs/old.md --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
all_home
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
assert_content docs/readme.md "precious notes/todo.txt"
guard undo one --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
all_home
make two
guard review two docs/old.md --discard --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
all_home
# An act by its number.
rm -rf docs notes src
precious docs/readme.md notes/todo.txt
guard_run --on-ask deny --session act -- bash -c 'rm docs/readme.md; mv notes/todo.txt docs/readme.md'
wait_for_closing
number=$(guard undo --list --session act --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["act"] == "delete"][0])')
guard undo --yes "act:$number" >"$OUT" 2>&1 || fail "the act: $(<"$OUT")"
assert_untouched docs/readme.md notes/todo.txt
# Text that somebody wrote into it since goes along.
make three
sleep 0.1
echo mine >>docs/readme.md
guard undo docs/old.md --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
assert_untouched docs/readme.md src/b.c
assert_content notes/todo.txt $'precious notes/todo.txt\nmine'
