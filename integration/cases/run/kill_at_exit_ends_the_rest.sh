# SPDX-License-Identifier: Apache-2.0
# --kill-at-exit: nothing of the tree outlives CMD.
. "$LIB/case.sh"
mark=7$RANDOM$RANDOM
guard_run --kill-at-exit -- bash -c "setsid sleep $mark & sleep $mark & (setsid sleep $mark &) ; exit 4"
assert_status 4
until_true 10 nothing_runs_with "$mark" || fail "still running: $(processes_with "$mark")"
