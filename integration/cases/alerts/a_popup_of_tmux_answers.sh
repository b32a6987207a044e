# SPDX-License-Identifier: Apache-2.0
# Inside tmux a question opens a popup over the agent's screen; answered there, it goes again.
. "$LIB/case.sh"
. "$LIB/screen.sh"
. "$LIB/alerts.sh"
guard_of_the_home
precious nest/egg
alerts_policy '  desktop: off'
sed -i 's/tmux: off/tmux: popup/' "$ALERTS"
inner="tmux -S $CASE_ROOM/inner -f /dev/null"
trap 'on_tmux kill-server 2>/dev/null || true; $inner kill-server 2>/dev/null || true' EXIT
# The question itself is asked elsewhere: standard output is no terminal.
open_screen 100 30 env -u TMUX $inner new-session \
  "echo the agent; $GUARD run --policy $ALERTS -- rm -rf nest >$CASE_ROOM/out 2>&1; echo ended; exec sleep 600"
screen_says "the agent"
screen_says "What     rm -rf nest"
pause
approve_keys
screen_forgets "What     rm -rf nest"
screen_says "ended"
assert_missing nest
assert_recorded "'(guard watch)' in r['result_summary'] and r['approval_status'] == 'approved'"
