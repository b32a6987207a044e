# SPDX-License-Identifier: Apache-2.0
# guard watch shows acts as they happen; an approval is remembered as edited, covers what it says, and is
# taken back; filter and search find lines.
. "$LIB/case.sh"
. "$LIB/screen.sh"
git init -q .
mkfifo go
open_screen 100 30 "$GUARD" watch
printf '%s\n' 'git push origin one' 'read <go' 'git push origin two' 'rm -rf nothing_here' 'read <go' 'git push origin two' >agent
start_guarded -- bash agent
screen_says "What     git push origin one"
pause
keys e
screen_says "Remember this command"
keys e
screen_says "Remember this session: git push origin *"
keys p
screen_says "What the approval covers"
for _ in 1 2 3 4 5 6 7 8; do keys BSpace; done
keys -l '*'
keys Enter
screen_says "Remember this session: git push *"
approve_keys
screen_says "no question waits"
keys 3
screen_says "session  "
screen_says "git push *"
echo >go
keys 2
screen_says "git push origin two"
screen_says "rm -rf nothing_here"
keys f
keys -l nothing_here
keys Enter
screen_says "only with: nothing_here"
screen_forgets "git push origin two"
keys f
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do keys BSpace; done
keys Enter
screen_forgets "only with"
keys /
keys -l "push origin one"
keys Enter
screen_says "What     git push origin one"
keys 3
keys x
screen_says "nothing is remembered"
echo >go
keys 1
screen_says "What     git push origin two"
pause
keys n
finish_guarded
assert_recorded "'guard watch' in r['result_summary'] and r['approval_status'] == 'denied'"
