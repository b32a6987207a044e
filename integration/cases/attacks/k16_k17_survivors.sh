# SPDX-License-Identifier: Apache-2.0
# kill -9 of each process of guard in turn: nothing of the tree lives on. T19.
. "$LIB/case.sh"
# A copy of its own, so that guard's processes of this case are told apart from those of others.
cp "$GUARD" "$CASE_ROOM/guard"
GUARD=$CASE_ROOM/guard
sleepers_run() { (($(processes_with "$1" | wc -l) >= 3)); }
start_tree() {
  mark=6$RANDOM$RANDOM
  start_guarded -- bash -c "sleep $mark & (setsid sleep $mark &) ; sleep $mark"
  until_true 20 sleepers_run "$mark" || fail "the tree did not start"
}
no_guard_runs() { [[ -z $(guard_processes) ]]; }
start_tree
count=$(guard_processes | wc -l)
((count >= 2)) || fail "only $count processes of guard found"
for ((victim = 1; victim <= count; victim++)); do
  ((victim == 1)) || start_tree
  pid=$(guard_processes | sed -n "${victim}p")
  kill -KILL "$pid"
  finish_guarded
  until_true 10 nothing_runs_with "$mark" || fail "victim $victim: still running $(processes_with "$mark")"
  [[ $status -ne 0 ]] || fail "victim $victim: status 0"
  until_true 10 no_guard_runs || fail "victim $victim: guard still runs"
done
