# SPDX-License-Identifier: Apache-2.0
# A path that an undo gave back is left as it is when the same command is run again: one line says which
# undo it was, how to revert it, and how to go further back. Both ways that it names work. A change after
# the undo is given back by the same command again.
. "$LIB/case.sh"
with_undo
one_line() { # UNDO SESSION COMMAND...
  guard undo --yes "${@:3}" >"$OUT" 2>"$ERR" || fail "status $?"
  [[ $(grep -c . "$OUT") -eq 1 && ! -s $ERR ]] || fail "it says: $(<"$OUT")"
  assert_says "$OUT" "nothing was changed: ${*: -1} was given back already by $1 (20"
  assert_says "$OUT" "to revert: guard undo --session $1"
  assert_says "$OUT" "to go further back: guard undo --session $2 ${*: -1}"
}
precious f d/x
guard_run --on-ask deny --session a -- bash -c 'echo 1 >f; echo 1 >d/x'
wait_for_closing
guard_run --on-ask deny --session b -- bash -c 'echo 2 >f; echo 2 >d/x'
wait_for_closing
guard undo --yes f >"$OUT"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)
assert_content f 1
one_line "$undo" a f
one_line "$undo" a "$PWD/f"
assert_content f 1
QUESTION=$(guard undo --yes --json f)
[[ $(json_of "data['given_back'] == 0 and data['further_back']['session'] == 'a'") == true ]] || fail "JSON: $QUESTION"
guard undo --list f >"$OUT"
assert_says "$OUT" "to go further back: guard undo --session a f"

# A folder, given back with the whole session.
guard undo --yes --session b >"$OUT"
assert_content d/x 1
guard undo --yes d >"$OUT"
assert_says "$OUT" "to go further back: guard undo --session a d"
assert_content d/x 1

# Back to what the second session wrote, and again.
guard undo --yes --session "$undo" >"$OUT"
assert_content f 2
guard undo --yes f >"$OUT"
assert_content f 1

# Further back; behind that there is nothing.
guard undo --yes --session a f >"$OUT"
assert_untouched f
guard undo --yes f >"$OUT"
assert_says "$OUT" "nothing is left to give back"
assert_untouched f

# A session that changes it after the undo.
guard_run --on-ask deny --session c -- bash -c 'echo 3 >f'
wait_for_closing
guard undo --yes f >"$OUT"
assert_untouched f

# One that began before the undo, and goes on after it.
precious g
guard_run --on-ask deny --session z -- bash -c 'echo 0 >g'
wait_for_closing
start_guarded --session old -- bash -c 'until [ -e go ]; do sleep 0.05; done; echo old >g; rm -f go'
guard run --on-ask deny --session new -- bash -c 'echo new >g' </dev/null &>"$CASE_ROOM/new"
guard undo --yes g >"$OUT"
assert_content g 0
one_line "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" z g
touch go
until_true 10 test ! -e go || fail "the older session does not go on"
finish_guarded
wait_for_closing
assert_content g old
guard undo --yes g >"$OUT"
assert_content g 0
