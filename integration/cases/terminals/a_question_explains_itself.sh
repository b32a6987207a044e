# SPDX-License-Identifier: Apache-2.0
# The inline question tells how it was judged and what would become of a file's content (d), its keys (?), how a long
# command ends, and takes an edited pattern (e, p) and a reason (r). Esc leads back from each line.
. "$LIB/case.sh"
. "$LIB/screen.sh"
printf 'alias ll="ls -l"\nexport EDITOR=vi\n' >"$HOME/.bashrc"
printf 'alias ll="ls -l"\nexport EDITOR=evil\n' >new
open_screen 90 40 "$GUARD" run -- bash -c 'cp new ~/.bashrc; echo "status $?"; sleep 60'
screen_says "[d] details"
pause
keys d
screen_says "-export EDITOR=vi"
screen_says "+export EDITOR=evil"
screen_says "Judged"
screen_says "mode:"
keys q
pause
keys '?'
screen_says "deny, with a reason that the agent reads"
keys q
pause
keys r
screen_says "Deny, because"
keys Escape
screen_says "[r] "
pause
one_question_waits || fail "Esc answered it"
keys r
keys -l "not mine"
keys C-u
keys -l "keep your hands off"
keys Enter
screen_says "status 1"
screen_says "keep your hands off"
[[ $(<"$HOME/.bashrc") == *EDITOR=vi ]] || fail "it was overwritten"
on_tmux kill-server
until_true 10 screen_is_gone

git init -q .
open_screen 100 40 "$GUARD" run -- bash -c "git push origin main; echo over; : $(head -c 1500 /dev/zero | tr '\0' 'x'); sleep 61"
screen_says "[e] remember"
screen_says "sleep 61'"  # how the long command ends
pause
for turn in 1 2 3 4 5; do
  screen_has "this session:" || keys e
  sleep 0.5  # two at once would be one key that is held down
done
screen_says "this session:"
edit_pattern() {
  keys p
  screen_says "What the approval covers"
  keys C-u
  keys -l "$1"
  keys Enter
}
# One that does not cover this act is told on Enter, and stays in the line.
edit_pattern "git fetch"
screen_says "does not cover the very act"
screen_says "git fetch_"
keys Escape
screen_says "[y] "
pause
one_question_waits || fail "it was answered"
edit_pattern "git push origin main"
screen_says "this session: git push origin main"
approve_keys
remembered() { guard policy grants >"$CASE_ROOM/grants" && grep -qF "git push origin main" "$CASE_ROOM/grants"; }
until_true 10 remembered || fail "not remembered as edited: $(<"$CASE_ROOM/grants"), the screen says: $(screen)"
