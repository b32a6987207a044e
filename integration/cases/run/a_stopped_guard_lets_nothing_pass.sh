# SPDX-License-Identifier: Apache-2.0
# SIGSTOP of guard from outside: calls wait, none happens; SIGCONT: they are judged. 64.
. "$LIB/case.sh"
own_guard
precious nest/egg
start_guarded --on-ask deny -- bash -c 'echo ready >ready; until [ -e go ]; do :; done; (echo born >born; echo made) & python3 -c "import os; os.unlink(\"nest/egg\")"; wait; echo end'
until_true 20 test -s ready || fail "it did not start"
mapfile -t processes < <(guard_processes)
kill -STOP "${processes[@]:1}"
# One thread takes the signal, and only then stops the others.
all_stopped() {
  local pid
  for pid in "${processes[@]:1}"; do
    ! grep -hE '^State:' /proc/"$pid"/task/*/status | grep -vq 'T (stopped)' || return 1
  done
}
until_true 20 all_stopped || fail "guard did not stop"
touch go
sleep 1
assert_untouched nest/egg
assert_missing born
assert_silent "$OUT" end
kill -CONT "${processes[@]:1}"
finish_guarded
assert_says "$OUT" end
assert_untouched nest/egg
assert_exists born
