# SPDX-License-Identifier: Apache-2.0
# Ctrl-C at a question denies, and interrupts what runs before that is refused: a shell ends the line and the loop, each
# time. (A key that was only typed became a signal later than the refusal, about once in ten times.)
# timeout: 180
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious src/a
open_screen 100 30 env PS1='ready> ' "$GUARD" run -- bash --norc -i
for round in {1..8}; do
  keys "clear" Enter
  screen_forgets "denied"
  keys "rm -rf src; echo $round >>went" Enter
  screen_says "[n]"
  pause
  keys C-c
  screen_says "denied"
done
keys "clear" Enter
screen_forgets "denied"
keys 'for i in 1 2 3; do rm -rf src; echo loop >>went; done' Enter
screen_says "[n]"
pause
keys C-c
screen_says "denied"
keys "touch over" Enter
until_true 15 test -e over || fail "the shell does not go on: $(screen)"
[[ ! -e went ]] || fail "the line went on: $(<went)"
[[ -e src/a ]] || fail "src is gone"
