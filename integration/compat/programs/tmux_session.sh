# SPDX-License-Identifier: Apache-2.0
# tmux: a server, a session, typed keys, what the pane shows.
# packages: tmux
# needs: tmux
# options: --kill-at-exit
# allow: command: tmux
# quick
work() {
  t() { tmux -S "$PWD/sock" -f /dev/null "$@"; }
  shows() { [[ $(t capture-pane -p) == *"$1"* ]]; }
  until_true() { local turn; for ((turn = 0; turn < 200; turn++)); do if "$@"; then return 0; fi; sleep 0.05; done; return 1; }
  t new-session -d -x 80 -y 24 'PS1=ready: exec sh'
  until_true shows ready: && t send-keys 'echo in-tmux >seen; tty | cut -c1-9; echo en""d' Enter
  until_true shows end && cat seen && t capture-pane -p | grep '^/dev/pts'
  t kill-server
  until_true test ! -e sock || rm sock
}
