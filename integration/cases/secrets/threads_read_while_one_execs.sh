# SPDX-License-Identifier: Apache-2.0
# A process execs while its other threads wait for a secret: nobody of it is seized meanwhile, which
# would block guard for ever on the lock of that exec.
# timeout: 60
. "$LIB/case.sh"
echo TOKEN=canary >.env
for who in "" leader again; do
  guard_run --quiet --on-ask deny -- "$PROGRAMS/readers_and_an_exec" 40 $who
  assert_status 0
  assert_silent "$OUT" READ
done
