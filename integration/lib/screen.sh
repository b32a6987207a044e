# SPDX-License-Identifier: Apache-2.0
# guard watch on a screen of its own (tmux). . "$LIB/screen.sh" after case.sh.
#
#   open_screen COLUMNS ROWS WORD...   runs WORD... there
#   screen                             what it shows
#   screen_says TEXT                   waits until it shows TEXT
#   keys KEY...                        presses keys as a person does who looks first (tmux's names of keys)
#   approve_keys                       `y` and Enter
#   pause                              longer than the keys must rest before they answer a question
command -v tmux >/dev/null || skip "no tmux here"
export LC_ALL=C.UTF-8
unset CI # a person sits at this screen; some programs show none where CI is set

on_tmux() { env -u TMUX tmux -S "$CASE_ROOM/tmux" -f /dev/null "$@"; }
trap 'on_tmux kill-server 2>/dev/null || true' EXIT

open_screen() { # COLUMNS ROWS WORD...
  local columns=$1 rows=$2
  shift 2
  on_tmux new-session -d -x "$columns" -y "$rows" "$(printf '%q ' "$@")"
}
screen() { on_tmux capture-pane -p; }
screen_has() { screen 2>/dev/null | grep -qF -- "$1"; }
screen_says() { until_true 15 screen_has "$1" || fail "the screen does not say '$1' but:
$(screen 2>&1)"; }
screen_lacks() { ! screen_has "$1"; }
screen_forgets() { until_true 15 screen_lacks "$1" || fail "the screen still says '$1':
$(screen)"; }
keys() {
  sleep 0.5 # keys that come faster are typing, no answer
  on_tmux send-keys "$@"
}
approve_keys() { pause && keys y && keys Enter; }
pause() { sleep 2; }
screen_is_gone() { ! on_tmux has-session 2>/dev/null; }
