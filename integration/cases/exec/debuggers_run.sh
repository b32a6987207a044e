# SPDX-License-Identifier: Apache-2.0
# strace runs under guard, and what it traces is still judged.
. "$LIB/case.sh"
command -v strace >/dev/null || skip "no strace here"
precious nest/egg
guard_run --on-ask deny -- strace -f -o log bash -c 'echo traced; rm -rf nest'
assert_says "$OUT" traced
assert_untouched nest/egg
assert_recorded "r['act'] == 'exec' and 'started without verification' in r['reason']"
