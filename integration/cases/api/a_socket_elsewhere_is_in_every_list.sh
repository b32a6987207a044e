# SPDX-License-Identifier: Apache-2.0
# A session whose socket lies elsewhere (--socket) is found as the others are: by status, pending, approve, pause and
# stop. A socket that a killed session left is ignored.
. "$LIB/case.sh"
precious kept/one
mkdir elsewhere
elsewhere=$CASE_ROOM/shared/x.sock
mkdir "$CASE_ROOM/shared"
start_guarded --session away --socket "$elsewhere" -- rm -r kept
wait_for_question
guard status >"$OUT"
assert_says "$OUT" away
guard status --session away >"$OUT"
assert_says "$OUT" away
guard approve "$question_id" --session away >/dev/null
finish_guarded
assert_status 0
assert_missing kept
# A session ends with the last of its tree, a moment after CMD.
no_entry() { [[ -z $(find "$HOME" "${XDG_RUNTIME_DIR:-$HOME}" -name 'away.*' 2>/dev/null) ]]; }
until_true 10 no_entry
! guard status --session away >"$OUT" 2>&1 || fail "$(<"$OUT")"

# The brake has it, by its name and with all.
start_guarded --session away --socket "$elsewhere" -- sleep 300
until_true 10 test -S "$elsewhere"
guard pause --all >"$OUT"
assert_says "$OUT" away
guard resume --all >"$OUT"
guard stop away --now >"$OUT"
finish_guarded
assert_status 137

# Killed as a whole: nothing is said of it.
own_guard
marker=3${RANDOM}1
"$GUARD" run --session away --socket "$elsewhere" -- sleep "$marker" >/dev/null 2>&1 &
until_true 10 test -S "$elsewhere"
for process in $(guard_processes) $(processes_with "$marker"); do kill -KILL "$process" 2>/dev/null || true; done
wait
guard pending >"$OUT" 2>"$ERR"
assert_silent "$OUT" away
[[ ! -s $ERR ]] || fail "$(<"$ERR")"
