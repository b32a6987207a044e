# SPDX-License-Identifier: Apache-2.0
# While a secret is asked for the whole tree may be stopped for a moment: who waits for the writer of
# a FIFO or for the time goes on waiting as if nothing had been.
. "$LIB/case.sh"
echo TOKEN=canary >.env
mkfifo fifo
guard_run --on-ask deny -- bash -c '
cat fifo >from_fifo &
python3 -c "import time; a = time.monotonic(); time.sleep(2); print(time.monotonic() - a >= 2)" >slept &
sleep 0.3
for round in 1 2 3 4 5; do cat .env; sleep 0.05; done
echo written >fifo
wait'
assert_says from_fifo written
assert_says slept True
assert_silent "$OUT" canary
grep -q 'guard: denied read' "$ERR" || fail "nothing was held"
