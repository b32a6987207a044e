# SPDX-License-Identifier: Apache-2.0
# guard inside guard: a clear end or a stricter whole, never a way out. Threat 60; T23.
. "$LIB/case.sh"
precious nest/egg
printf 'version: 1\nrules:\n  - {id: all, when: {act: [delete]}, decision: allow}\n' >weak.yaml
guard_run --on-ask deny -- "$GUARD" run --policy weak.yaml --mode trusting --safe-mode off --on-ask allow -- rm -rf nest
assert_status_not 0
assert_untouched nest/egg
[[ -s $ERR ]] || fail "no word about it"
guard_run --on-ask deny -- env GUARD_MODE=trusting GUARD_POLICY=weak.yaml GUARD_SAFE_MODE=off rm -rf nest
assert_untouched nest/egg
