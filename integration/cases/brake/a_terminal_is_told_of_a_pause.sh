# SPDX-License-Identifier: Apache-2.0
# Whoever sits before the terminal of a paused session is told, and told when it goes on: by the title, and by a line
# where the program writes lines. A full-screen program is not drawn over.
. "$LIB/case.sh"
. "$LIB/screen.sh"
title() { on_tmux display-message -p -t :0 '#{pane_title}'; }
title_has() { [[ $(title) == *"$1"* ]]; }
lacks_title() { ! title_has "$1"; }
until_titled() { until_true 10 title_has "$1" || fail "the title is '$(title)'"; }
open_screen 100 30 "$GUARD" run -q --session lines -- bash --norc --noprofile -i
until_true 10 guard status >/dev/null
keys "PS1='ready> '" Enter
screen_says "ready> "
keys "echo half ; clear" Enter
keys "echo typed"
screen_says "ready> echo typed"
guard pause lines || fail "not paused"
screen_says "guard: paused by"
screen_says "guard resume lets it go on"
until_titled "paused by"
# The line that was being typed is shown again below it, and goes on behind.
[[ $(screen | grep -v '^$' | tail -1) == "ready> echo typed" ]] || fail "$(screen)"
guard resume lines || fail "not resumed"
screen_says "guard: resumed by"
until_true 10 lacks_title "paused by" || fail "the title is '$(title)'"
keys " further" Enter
screen_says "typed further"
guard stop lines
until_true 15 screen_is_gone || fail "$(screen)"

open_screen 100 30 "$GUARD" run -q --session full -- \
  bash -c 'printf "\033[?1049h\033[H\033[2Jfull screen"; while :; do sleep 0.1; done'
screen_says "full screen"
guard pause full || fail "not paused"
until_titled "paused by"
screen_has "guard: paused" && fail "drawn over: $(screen)"
guard resume full || fail "not resumed"
until_true 10 lacks_title "paused by" || fail "the title is '$(title)'"
sleep 0.5
screen_has "guard:" && fail "drawn over: $(screen)"
[[ $(screen | head -1) == "full screen" ]] || fail "$(screen)"
guard stop full --now
until_true 15 screen_is_gone || fail "$(screen)"
