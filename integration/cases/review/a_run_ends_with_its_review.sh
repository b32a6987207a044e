# SPDX-License-Identifier: Apache-2.0
# guard run --review: a list on standard error where nobody is there, the screen on a terminal; the status stays CMD's. On
# a terminal a run that changed something ends with one line that says how to take it back, and how to look first.
. "$LIB/case.sh"
. "$LIB/screen.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
precious a b
guard_run --policy "$FREE" --session listed --review -- bash -c 'echo x >>a; rm b; echo said; exit 3'
assert_status 3
[[ $(<"$OUT") == said ]] || fail "standard output is not CMD's alone: $(<"$OUT")"
assert_says "$ERR" "M  a | +1"
assert_says "$ERR" "D  b | -1"
assert_says "$ERR" "session listed: 1 changed, 1 deleted"
guard_run --session nothing --review -- true
assert_status 0
grep -q 'no review: nothing is kept\|nothing differs from before' "$ERR" || fail "nothing is said"
guard_run --no-undo --review -- true
assert_status 125
assert_says "$ERR" "--review shows what undo keeps, which is off"
# Discarded, there is nothing to review.
guard_run --policy "$FREE" --session failed --review --discard-on-fail -- bash -c 'echo y >>a; exit 4'
assert_status 4
assert_silent "$ERR" "M  a"
! grep -q y a || fail "not discarded"
open_screen 80 24 bash -c '"$0" run --policy "$1" --session shown --review -- bash -c "echo z >>a; exit 5"; echo "status $?"; sleep 60' "$GUARD" "$FREE"
screen_says "guard review   session shown: 1 changed"
keys a
screen_says "Discard 1 file or folder? [y/n]"
keys y
until_true 15 bash -c '! grep -q z a' || fail "not discarded: $(screen)"
keys q
screen_says "status 5"
screen_says "to revert: guard undo --session undo-"
on_tmux kill-server
until_true 10 screen_is_gone || true
# By command: whose discard that is, is told.
open_screen 80 24 bash -c '"$0" run --policy "$1" --session picked --review -- bash -c "echo z >>a"; sleep 60' "$GUARD" "$FREE"
screen_says "guard review   session picked: 1 changed"
keys c
keys d
screen_says "[y/n]"
keys y
until_true 15 bash -c '! grep -q z a' || fail "not discarded: $(screen)"
keys q
on_tmux kill-server
until_true 10 screen_is_gone || true
[[ $("$GUARD" undo --list) == *"guard run --review of picked"* ]] || fail "the discard is told as another's: $("$GUARD" undo --list)"
open_screen 120 24 bash -c '"$0" run --policy "$1" --session told -- bash -c "echo z >>a"; sleep 60' "$GUARD" "$FREE"
screen_says "1 file can be taken back: guard undo --session told; to look first: guard review told"
on_tmux kill-server
until_true 10 screen_is_gone || true
open_screen 150 24 bash -c '"$0" run --session fresh -- bash -c "echo z >new"; sleep 60' "$GUARD"
screen_says "guard: what it made can be taken away: guard undo --made --session fresh; to look first: guard review fresh"
on_tmux kill-server
until_true 10 screen_is_gone || true
open_screen 80 24 bash -c '"$0" run --session quiet -- bash -c "echo only said"; echo "status $?"; sleep 60' "$GUARD"
screen_says "status 0"
screen_lacks "guard: " || fail "a run that changed nothing ends with a line: $(screen)"
