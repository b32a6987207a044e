# SPDX-License-Identifier: Apache-2.0
# Many threads that exec at once: the kernel ends all but one, which gets the leader's number. Nobody
# waits for a number that is gone. Threat K24.
# timeout: 180
. "$LIB/case.sh"
start_guarded --on-ask deny -- bash -c '"$0" 60 8 & "$0" 60 2 & wait; echo all' "$PROGRAMS/exec_of_threads"
until_true 120 grep -q all "$OUT" || fail "it hangs: $(cat "$OUT")"
finish_guarded
assert_status 0
[[ $(grep -c 'ran 60 of 60' "$OUT") -eq 2 ]] || fail "not all ran: $(cat "$OUT")"
stand_in sudo
guard_run --on-ask deny -- timeout 60 "$PROGRAMS/exec_from_thread" bin/sudo id
assert_nothing_ran
