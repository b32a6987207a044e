# SPDX-License-Identifier: Apache-2.0
# An object that a session moved several times comes back without a question, by folders of its own too;
# one of the moves alone brings it from where it is, and the preview says from where.
. "$LIB/case.sh"
with_undo
precious d/a b
guard_run --on-ask deny --session s -- bash -c 'mv d e; mv e f; mkdir x; mv b x/b; mv x y'
guard undo --dry-run --session s >"$OUT" || fail "it asks: $(<"$OUT")"
assert_silent "$OUT" CONFLICT
assert_says "$OUT" "move back $PWD/f to $PWD/e"
assert_says "$OUT" "move back $PWD/e to $PWD/d"
assert_says "$OUT" "move back $PWD/y to $PWD/x"
assert_says "$OUT" "move back $PWD/x/b to $PWD/b"
first=$(guard undo --list --session s --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["act"] == "rename"][0])')
guard undo --dry-run "s:$first" >"$OUT" || fail "one of them: $(<"$OUT")"
assert_says "$OUT" "move back $PWD/f to $PWD/d"
guard undo --yes "s:$first"
assert_missing e f
assert_untouched d/a
guard undo --yes --session s
assert_missing e f y
assert_untouched d/a b
