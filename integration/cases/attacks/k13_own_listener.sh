# SPDX-License-Identifier: Apache-2.0
# A program's own seccomp filters, whatever they answer, come behind guard's; a listener of its own is
# not to be had. Threats 63, K13.
. "$LIB/case.sh"
precious nest/egg
guard_run --on-ask deny -- "$PROGRAMS/own_listener" nest/egg
assert_untouched nest/egg
assert_says "$OUT" "unlink: EPERM"
! grep -q '^listener: 0' "$OUT" || fail "it got a listener"
assert_recorded "r['act'] == 'delete' and r['decision'] in ('ask', 'deny')"
guard_run --on-ask deny -- bash -c 'touch born; "$0" born' "$PROGRAMS/own_listener"
assert_says "$OUT" "unlink: 0"
