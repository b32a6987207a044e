# SPDX-License-Identifier: Apache-2.0
# timeout: 400
# 10,000 calls of one session wait at once, for a reader, for room, for a place in a queue: others
# are served meanwhile, each goes on when what it waits for comes, and guard stays small.
. "$LIB/case.sh"
limit=$(ulimit -Hn)
[[ $limit == unlimited ]] || ((limit >= 16000)) ||
  skip "guard may have $limit descriptors here, it wants 16,000"
most=$(ulimit -Hu)
[[ $most == unlimited ]] || ((most >= 12000)) || skip "this user may have $most threads here"
own_guard

guard_run --on-ask deny -- "$PROGRAMS/parked_calls" 10000 mixed
assert_status 0
assert_says "$OUT" "started all: 1"
assert_says "$OUT" "others served: 50 of 50"
assert_says "$OUT" "another program: 0"
assert_says "$OUT" "opened 5000, sent 4000, turned away 1000"

rm -rf fifo door
start_guarded --on-ask deny -- "$PROGRAMS/parked_calls" 10000 stay
parked() { grep -qx parked "$OUT"; }
until_true 180 parked || fail "they did not get there"
for pid in $(guard_processes); do
  kb=$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status")
  # The thread sanitizer takes five times as much (./dev tsan).
  ((kb < 73728)) || [[ ${TSAN_OPTIONS:-} ]] || fail "a process of guard has $kb kB"
done
kill -TERM "$guard_pid"
finish_guarded
assert_status 143
until_true 20 nothing_runs_with parked_calls || fail "still running: $(processes_with parked_calls)"
