# SPDX-License-Identifier: Apache-2.0
# guard review's screen at 20x5, 80x24 and 200x60, resized; hostile and wide names stay text; without colour where
# NO_COLOR says so; a terminal that goes away discards nothing.
. "$LIB/case.sh"
. "$LIB/screen.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
name=$(printf 'x\033[2J\033]0;evil\007\342\200\256end')
printf 'one\n' >"$name"
printf 'one\n' >$'\346\274\242\345\255\227'
guard_run --policy "$FREE" --session made -- bash -c 'for f in *; do printf "\033[31mred\033]0;evil\007\n" >>"$f"; done'
assert_status 0
open_screen 80 24 "$GUARD" review made
screen_says '\x1B[31mred'
for size in "20 5" "200 60" "10 2" "1 1" "80 24"; do
  read -r columns rows <<<"$size"
  on_tmux resize-window -x "$columns" -y "$rows"
  sleep 0.4
done
screen_says '\x1B[31mred'
screen_says $'\346\274\242\345\255\227'
! screen | LC_ALL=C grep -q $'[\001-\010\013-\037\177]' || fail "control characters on the screen"
[[ $(on_tmux display-message -p '#{pane_title}') != *evil* ]] || fail "a name set the title"
on_tmux capture-pane -p -e | grep -q $'\033\[[0-9;]*32m' || fail "what was added is not green"
keys '?'
screen_says "space   mark a file, a folder, a command"
keys Escape
keys a
screen_says "Discard 2 files and folders? [y/n]"
on_tmux kill-server
until_true 10 screen_is_gone || true
sleep 1
[[ $(wc -l <"$name") == 2 ]] || fail "closing the window discarded something"
export NO_COLOR=1
open_screen 80 24 "$GUARD" review made
screen_says '\x1B[31mred'
! on_tmux capture-pane -p -e | grep -q $'\033\[[0-9;]*3[1-6]m' || fail "colours all the same"
keys q
until_true 10 screen_is_gone || fail "q does not leave"
