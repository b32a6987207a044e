# SPDX-License-Identifier: Apache-2.0
# vim, less and top, and a screen with mouse, pastes in brackets, margins and colours of its own, are after a
# question exactly what they were before it; so is the line of a shell that was being typed.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/screen.sh"
for program in vim less top; do command -v "$program" >/dev/null || skip "no $program here"; done
seq 1 500 >numbers
# A neighbour asks while the program has the screen.
cat >neighbour.sh <<'SH'
( until [ -e "$1.ask" ]; do sleep 0.1; done; rm -rf "tmp_$1"/* >/dev/null 2>&1; touch "$1.done" ) &
SH
question_in() { # NAME: raises it, answers no, waits for the end
  touch "$1.ask"
  screen_says "[n] deny"
  pause
  keys n
  until_true 15 test -e "$1.done" || fail "the question of $1 was not answered: $(screen)"
}
modes() { on_tmux display-message -p '#{alternate_on} #{cursor_flag} #{mouse_standard_flag}#{mouse_button_flag}#{mouse_any_flag}#{mouse_sgr_flag} #{scroll_region_upper} #{scroll_region_lower} #{insert_flag} #{wrap_flag} #{keypad_cursor_flag} #{keypad_flag}'; }
# A message on a program's last line goes with any redraw, in vim as in less. top counts anew whenever it
# draws: there it is the places of things that stay.
seen() { if [[ $1 == top ]]; then screen | sed -n '1,7s/[0-9.,: ]//gp' | cut -c1-20; else screen | head -23; fi; }
same_screen() { [[ $(seen "$1") == "$before" && $(modes) == "$modes_before" ]]; }
run_program() { # NAME SHOWS COMMAND
  precious "tmp_$1/one" "tmp_$1/two"
  open_screen 80 24 "$GUARD" run -- bash -c ". ./neighbour.sh $1; $3"
  screen_says "$2"
  sleep 1
  before=$(seen "$1")
  modes_before=$(modes)
  question_in "$1"
  until_true 10 same_screen "$1" || fail "$1 is not as it was: $(modes), before $modes_before
$(diff <(printf '%s\n' "$before") <(seen "$1"))"
  assert_untouched "tmp_$1/one"
  on_tmux kill-server
  until_true 10 screen_is_gone
}
run_program vim "  40 40" "vim -u NONE -c 'set number mouse=a' -c 'normal 40G' -c 'set hlsearch' numbers; touch vim_over"
run_program less "numbers" "less -N numbers"
run_program top "PID USER" "top -d 600"
# A screen of its own kind, as agents have: alternate, mouse, paste, no cursor, margins, colours.
cat >own_screen.py <<'PYTHON'
import signal, sys, time
def draw(*_):
    sys.stdout.write("\x1b[?1049h\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[?1004h\x1b[?25l\x1b[2J\x1b[5;20r\x1b[1;1Hown screen\x1b[12;30H\x1b[1;32mgreen ")
    sys.stdout.flush()
signal.signal(signal.SIGWINCH, draw)
draw()
while True:
    time.sleep(1)
PYTHON
run_program own "own screen" "python3 own_screen.py"

# A line-mode program gets its line back, and what was typed before the question reaches nobody.
precious tmp_line/one tmp_line/two
open_screen 80 24 "$GUARD" run -- bash -c ". ./neighbour.sh line; read -p 'name> ' name; echo \"<\$name>\"; sleep 60"
screen_says "name>"
keys -l "Ada"
screen_says "name> Ada"
touch line.ask
screen_says "[n] deny"
keys -l "yyy"  # one read, right away: no answer
pause
one_question_waits || fail "what was typed answered the question"
keys n
until_true 15 test -e line.done || fail "not answered"
screen_says "guard: denied: rm -rf"
keys -l " L"
keys Enter
screen_says "<Ada L>"
assert_untouched tmp_line/one
