# SPDX-License-Identifier: Apache-2.0
# In guard watch a tier 3 question needs CONFIRM; any other word, Esc and leaving approve nothing.
. "$LIB/case.sh"
. "$LIB/screen.sh"
git init -q .
mkdir bin
cp "$PROGRAMS/witness" bin/git
start_guarded -- bin/git -C . push --force
wait_for_question
open_screen 80 24 "$GUARD" watch
screen_says "HIGH, tier 3"
pause
keys y
screen_says "Type CONFIRM"
keys -l confirm
keys Enter
screen_says "not the word"
pause
keys y
keys -l CONFIRM
keys Escape
pause  # what follows an ESC at once may be the rest of a key
one_question_waits || fail "the question went"
keys q
until_true 10 screen_is_gone || fail "q does not leave"
one_question_waits || fail "leaving answered the question"
open_screen 80 24 "$GUARD" watch
screen_says "git -C . push --force"
pause
keys y
screen_says "Type CONFIRM"
keys -l CONFIRM
screen_says "CONFIRM_"
keys Enter
finish_guarded
assert_status 0
