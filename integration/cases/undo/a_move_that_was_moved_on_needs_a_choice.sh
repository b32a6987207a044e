# SPDX-License-Identifier: Apache-2.0
# A file that a session had moved and somebody moved again later is a conflict, whoever that was: a
# person, or a later session. --conflicts skip leaves it, overwrite brings it back from where it is.
. "$LIB/case.sh"
with_undo
undo_needs_a_choice() { # SESSION NOW
  status=0
  guard undo --yes --session "$1" >"$OUT" 2>"$ERR" || status=$?
  assert_status 3
  assert_says "$ERR" "it was moved again since, and is now $PWD/$2"
  status=0
  guard undo --dry-run --session "$1" >"$OUT" || status=$?
  assert_status 3
  assert_says "$OUT" "move back $PWD/$2 to $PWD/d"
  assert_says "$OUT" "CONFLICT: it was moved again since"
}
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }

precious d/a
guard_run --on-ask deny --session one -- bash -c 'mv d e; rm e/a'
until_true 5 is_over || fail "the session does not end"
sleep 0.02
mv e f
undo_needs_a_choice one f
status=0
guard undo --yes --session one --conflicts skip >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_missing d e
assert_content f/a "precious d/a"
guard undo --yes --session one --conflicts overwrite
assert_missing e f
assert_untouched d/a

guard_run --on-ask deny --session two -- mv d e
until_true 5 is_over || fail "the session does not end"
sleep 0.02
guard_run --on-ask deny --session three -- mv e f
undo_needs_a_choice two f
# Taken back in the order of the sessions it needs none.
guard undo --yes --session three
guard undo --yes --session two
assert_missing e f
assert_untouched d/a
