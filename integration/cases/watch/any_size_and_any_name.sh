# SPDX-License-Identifier: Apache-2.0
# guard watch at 20x5, 80x24 and 200x60, resized while a question waits; a hostile name stays text.
. "$LIB/case.sh"
. "$LIB/screen.sh"
name=$(printf 'tmp_\033[2J\033]0;evil\007\n\342\200\256end')
precious "tmp_x/$name" tmp_x/plain
start_guarded -- rm -rf tmp_x
wait_for_question
open_screen 80 24 "$GUARD" watch
screen_says "What     rm -rf tmp_x"
for size in "20 5" "200 60" "10 2" "80 24"; do
  read -r columns rows <<<"$size"
  on_tmux resize-window -x "$columns" -y "$rows"
  sleep 0.3
done
screen_says "What     rm -rf tmp_x"
keys d
screen_says "What it touches"
keys Space
screen_says '\x1B'
! screen | LC_ALL=C grep -q $'[\001-\010\013-\037\177]' || fail "control characters on the screen"
[[ $(on_tmux display-message -p '#{pane_title}') != *evil* ]] || fail "the name set the title"
keys Escape
# A terminal that goes away answers nothing.
on_tmux kill-server
until_true 10 screen_is_gone || true
one_question_waits || fail "closing the window answered the question"
guard deny "$question_id"
finish_guarded
assert_untouched tmp_x/plain
