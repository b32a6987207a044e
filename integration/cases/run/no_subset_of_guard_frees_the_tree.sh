# SPDX-License-Identifier: Apache-2.0
# kill -9 of any of guard's processes at once, but not all: nothing of the tree lives on. K16, K17, T19.
. "$LIB/case.sh"
own_guard
# The kernel hangs up on stopped groups that are orphaned, and this shell is in one.
trap : HUP
sleepers_run() { [[ $(ps -eo args= | grep -cx "sleep $1") -eq 3 ]]; }
no_guard_runs() { [[ -z $(guard_processes) ]]; }
all_stopped() {
  local states
  mapfile -t states < <(ps -o state= -p "$(IFS=,; echo "$*")")
  [[ ${states[*]} != *[!T\ ]* ]]
}
start_tree() {
  mark=6$RANDOM$RANDOM
  start_guarded -- bash -c "sleep $mark & (setsid sleep $mark &) ; sleep $mark"
  until_true 20 sleepers_run "$mark" || fail "the tree did not start"
  mapfile -t processes < <(guard_processes)
}
start_tree
count=${#processes[@]}
((count >= 4)) || fail "only $count processes of guard found"
for ((spared = 0; spared < count; spared++)); do
  ((spared == 0)) || start_tree
  victims=("${processes[@]:0:spared}" "${processes[@]:spared + 1}")
  # Stopped first, children killed first: a victim that sees another one die has no instant to act
  # in (stopped members of a group that loses its last parent outside are continued by the kernel).
  kill -STOP "${victims[@]}"
  until_true 10 all_stopped "${victims[@]}" || fail "without number $spared: not stopped"
  mapfile -t victims < <(printf '%s\n' "${victims[@]}" | sort -rn)
  kill -KILL "${victims[@]}"
  finish_guarded
  until_true 10 nothing_runs_with "$mark" || fail "without number $spared: still running $(processes_with "$mark")"
  [[ $status -ne 0 ]] || fail "without number $spared: status 0"
  until_true 10 no_guard_runs || fail "without number $spared: guard still runs"
done
