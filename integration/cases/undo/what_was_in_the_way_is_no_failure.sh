# SPDX-License-Identifier: Apache-2.0
# guard undo --all: a folder that the session made, moved, and that the undo put away since something of before came back there, is
# taken away: all came back, and the undo says so. Its own undo brings the folders of the session again.
. "$LIB/case.sh"
with_undo
mkdir d && echo one >d/a && echo two >d/b
guard_run --session s -- bash -c 'for i in 1 2; do mv d f; mkdir d; mv f/* d/; done'
wait_for_closing
state() { find . | sort; }
after=$(state)
guard undo --all --session s --yes >"$OUT" 2>"$ERR" || fail "all came back, and it says: $(<"$OUT") $(<"$ERR")"
assert_silent "$OUT" "not restored"
[[ $(state) == "$(printf '%s\n' . ./d ./d/a ./d/b)" ]] || fail "there is: $(state)"
assert_content d/a one
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
[[ $(state) == "$after" ]] || fail "the undo of the undo leaves: $(state)"
guard undo --all --session s --yes >"$OUT" 2>&1 || fail "once more: $(<"$OUT")"
[[ $(state) == "$(printf '%s\n' . ./d ./d/a ./d/b)" ]] || fail "there is: $(state)"
