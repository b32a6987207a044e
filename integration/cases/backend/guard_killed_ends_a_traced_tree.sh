# SPDX-License-Identifier: Apache-2.0
# kill -9 of the serving process of a ptrace session: nothing of the tree lives on, daemons neither.
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
mark=7$RANDOM$RANDOM
start_guarded -- bash -c "sleep $mark & (setsid sleep $mark &) ; sleep $mark"
three_sleep() { (($(processes_with "$mark" | wc -l) >= 3)); }
until_true 20 three_sleep || fail "the tree did not start"
serving=$(serving_process "$guard_pid")
[[ -n $serving ]] || fail "no serving process found"
kill -KILL "$serving"
finish_guarded
assert_status_not 0
until_true 10 nothing_runs_with "$mark" || fail "still running: $(processes_with "$mark")"
