# SPDX-License-Identifier: Apache-2.0
# The terminal of guard run: its title says what is asked and is given back, its bell rings for tier 3.
. "$LIB/case.sh"
. "$LIB/screen.sh"
. "$LIB/alerts.sh"
tier_three
alerts_policy '  desktop: off'
open_screen 100 30 bash -c "printf '\033]2;title of before\007'; exec $GUARD run --policy $ALERTS -- bash -c 'bin/git -C . push --force; echo over; sleep 600'"
title_is() { [[ $(on_tmux display-message -p -t :0 '#{pane_title}') == "$1" ]]; }
title_has() { [[ $(on_tmux display-message -p -t :0 '#{pane_title}') == *"$1"* ]]; }
# A bell is remembered for a window that nobody looks at.
on_tmux new-window sleep 600
until_true 20 title_has "guard asks: bin/git -C . push --force" || fail "title: $(on_tmux display-message -p -t :0 '#{pane_title}')"
rang() { [[ $(on_tmux display-message -p -t :0 '#{window_bell_flag}') == 1 ]]; }
until_true 10 rang || fail "no bell"
wait_for_question
guard deny "$question_id"
until_true 10 title_is "title of before" || fail "not given back: $(on_tmux display-message -p -t :0 '#{pane_title}')"
