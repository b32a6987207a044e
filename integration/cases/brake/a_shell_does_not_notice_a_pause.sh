# SPDX-License-Identifier: Apache-2.0
# A shell at a terminal tells of every child that stops, and takes the terminal back: a pause is no such stop. A job
# that the person has stopped stays stopped.
. "$LIB/case.sh"
. "$LIB/screen.sh"
open_screen 100 30 "$GUARD" run --session shop -- bash --norc --noprofile -i
until_true 10 guard status >/dev/null
keys "PS1='ready> '" Enter
screen_says "ready> "
keys "sleep 1000" Enter
until_true 10 processes_with "sleep" >/dev/null
keys C-z
screen_says "Stopped"
keys "clear" Enter
keys "bash -c 'sleep 1; sleep 1; sleep 1'; echo was \$?" Enter
sleep 0.5
guard pause shop || fail "not paused"
sleep 4
screen_has "was 0" && fail "it went on: $(screen)"
guard resume shop || fail "not resumed"
screen_says "was 0"
screen_has "Stopped" && fail "the shell noticed: $(screen)"
keys "jobs" Enter
screen_says "Stopped"
guard stop shop
until_true 15 screen_is_gone || fail "$(screen)"
