# SPDX-License-Identifier: Apache-2.0
# A project's .guard.yaml cannot loosen anything before it was trusted.
. "$LIB/case.sh"
precious nest/egg
printf 'version: 1\nmode: trusting\nrules:\n  - {id: all, when: {act: [delete]}, decision: allow}\n' >.guard.yaml
guard_run --on-ask deny -- rm -rf nest
assert_status_not 0
assert_untouched nest/egg
printf 'version: 1\nrules:\n  - {id: no-echo, when: {command: echo}, decision: deny, message: Not here.}\n' >.guard.yaml
guard_run --on-ask deny -- /bin/echo it ran
assert_silent "$OUT" "it ran"
