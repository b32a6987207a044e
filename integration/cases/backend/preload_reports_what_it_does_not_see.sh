# SPDX-License-Identifier: Apache-2.0
# A static program makes its system calls where no library can stand in between: it is told once, and on
# record with its start; nothing pretends that it was judged. Threat 13.
. "$LIB/case.sh"
export GUARD_BACKEND=preload
unseen=$PROGRAMS/call_unlink_static
[[ -x $unseen ]] || skip "no static program was built"
precious nest/egg nest/other
guard_run --on-ask deny -- sh -c "'$unseen' nest/egg; '$unseen' nest/other; true"
[[ $(grep -c "guard: not seen: .*call_unlink_static is a static program" "$ERR") -eq 1 ]] ||
  fail "it is not told once: $(<"$ERR")"
assert_recorded "r['act'] == 'exec' and 'not seen: a static program' in r['reason']"
# By the other backends the same is held, and nothing is to be told.
precious nest/egg
GUARD_BACKEND=notify guard_run --on-ask deny -- "$unseen" nest/egg
assert_untouched nest/egg
assert_silent "$ERR" "not seen"
# Programs that a static program starts are seen again.
guard_run --on-ask deny -- rm -rf nest
assert_untouched nest/egg
