# SPDX-License-Identifier: Apache-2.0
# timeout: 60
# What a debugger traces an ordinary user's guard cannot hold for an answer: a read of a secret ends it at once, and the line names
# the secret and the debugger.
. "$LIB/case.sh"
((EUID != 0)) || skip "root holds secrets without tracing"
command -v strace >/dev/null || skip "no strace here"
echo TOKEN=canary >.env
SECONDS=0
guard_run --on-ask deny -- strace -o log cat .env
((SECONDS < 10)) || fail "it hung for $SECONDS s"
assert_status_not 0
assert_silent "$OUT" canary
assert_says "$ERR" "it wanted to read the secret $WORKSPACE/.env, and strace (process "
assert_silent "$ERR" "waits for no answer"
assert_recorded "r['rule'] == 'secrets.gate' and r['objects'][0].endswith('/.env')"
