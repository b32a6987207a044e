# SPDX-License-Identifier: Apache-2.0
# A debugger attaches to a program that has just started, though guard may still be verifying its exec:
# the kernel has one tracer for each.
. "$LIB/case.sh"
[[ ${GUARD_BACKEND:-} != ptrace ]] || skip "where guard traces the tree nobody else can"
guard_run --on-ask deny -- "$PROGRAMS/attach_at_once" 300
assert_silent "$OUT" "not attached"
assert_says "$OUT" "300 of 300 attached"
