# SPDX-License-Identifier: Apache-2.0
# A tmux server that the session started is told what to do unasked, by whatever way its socket is named. One that
# runs outside is asked about.
. "$LIB/case.sh"
. "$LIB/screen.sh"
open_screen 80 24 sleep 60
export TMUX_TMPDIR=$CASE_ROOM/t
mkdir "$TMUX_TMPDIR"
guard_run --on-ask deny -- env -u TMUX bash -c 'set -e
tmux -f /dev/null new-session -d "cat >said"
tmux send-keys hello Enter
until [[ -s said ]]; do sleep 0.1; done
tmux kill-server
tmux -f /dev/null -L own new-session -d "sleep 60"; tmux -L own send-keys x; tmux -L own kill-server
tmux -f /dev/null -S "$PWD/s" new-session -d "sleep 60"; tmux -S "$PWD/s" kill-server'
assert_status 0
assert_content said hello
guard_run --on-ask deny -- tmux -S "$CASE_ROOM/tmux" send-keys -t 0 x Enter
assert_status 126
assert_says "$ERR" "which may be outside of this session"
guard_run --on-ask deny -- env "TMUX=$CASE_ROOM/tmux,1,0" tmux kill-server
assert_status_not 0
on_tmux has-session
