# SPDX-License-Identifier: Apache-2.0
# `y` and Enter that are pasted approve nothing: pastes are bracketed while a box, a list or guard watch is
# there, whatever the program had. Typed they approve.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious tmp_a/one tmp_a/two tmp_b/one tmp_b/two
paste() { # as a terminal does that brackets pastes for those who ask for it
  sleep 0.5
  on_tmux set-buffer $'y\n'
  on_tmux paste-buffer -p
  sleep 1
}
open_screen 100 30 "$GUARD" run -- bash -c 'rm -rf tmp_a/*; printf "all %s\n" over; cat'
screen_says "[n] deny"
pause
paste
paste
screen_says "that you typed: no answer"
one_question_waits || fail "a paste answered: $(screen)"
assert_untouched tmp_a/one tmp_a/two
pause
approve_keys
screen_says "all over"
assert_missing tmp_a/one
# A program that asked for no brackets gets none afterwards.
paste
screen_has "200~" && fail "the program's pastes are bracketed: $(screen)"
on_tmux kill-server
until_true 10 screen_is_gone || true

start_guarded -- bash -c 'rm -rf tmp_b/*'
wait_for_question
open_screen 80 24 "$GUARD" watch
screen_says "What     rm -rf"
pause
paste
screen_says "what is pasted is no answer"
one_question_waits || fail "a paste answered: $(screen)"
pause
approve_keys
finish_guarded
assert_missing tmp_b/one
