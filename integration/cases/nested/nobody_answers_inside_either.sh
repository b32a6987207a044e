# SPDX-License-Identifier: Apache-2.0
# Where nobody answers outside, what an inner policy asks is refused, and does not wait. 60.
. "$LIB/case.sh"
printf 'version: 1\nrules:\n  - {id: ask-ls, when: {command: ls}, decision: ask}\n' >asks.yaml
guard_run --on-ask deny -- "$GUARD" run --policy asks.yaml -- bash -c 'ls; echo end'
assert_content "$OUT" end
assert_says "$ERR" "nested.ask-ls"
guard_run --ci -- "$GUARD" run --mode paranoid -- bash -c ls
assert_status 126
