# SPDX-License-Identifier: Apache-2.0
# ptrace, pidfd_getfd, /proc/PID/mem, signals on each of guard's processes are refused. 63, 64, K18, K19.
. "$LIB/case.sh"
cp "$GUARD" "$CASE_ROOM/guard"
GUARD=$CASE_ROOM/guard
precious nest/egg
start_guarded --on-ask deny -- bash -c 'until [ -s pids ]; do sleep 0.05; done; for pid in $(cat pids); do echo "pid $pid"; "$0" "$pid"; done; rm -rf nest; echo end' "$PROGRAMS/act_on_guard"
pids_known() { [[ $(guard_processes | wc -l) -ge 2 ]]; }
until_true 20 pids_known || fail "guard's processes were not found"
guard_processes >pids.new
mv pids.new pids
finish_guarded
assert_says "$OUT" end
grep -vE '^(pid|end)|: E' "$OUT" && fail "something on guard was allowed"
assert_untouched nest/egg
