# SPDX-License-Identifier: Apache-2.0
# Whoever kills guard run while its session is paused leaves nothing that stands still for ever; SIGTERM to guard run
# ends the session, paused or not.
. "$LIB/case.sh"
start_guarded --session shop -- bash -c 'touch up; while :; do sleep 0.1; done' standing-one
until_true 10 test -e up
guard pause
kill -KILL "$guard_pid"
finish_guarded
until_true 10 nothing_runs_with standing-one || fail "it still stands: $(processes_with standing-one)"

start_guarded --session shop2 -- bash -c 'touch up2; while :; do sleep 0.1; done' standing-two
until_true 10 test -e up2
guard pause
kill -TERM "$guard_pid"
finish_guarded
assert_status 143
nothing_runs_with standing-two || fail "it still stands"
