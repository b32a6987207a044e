# SPDX-License-Identifier: Apache-2.0
# Below a seccomp listener of somebody else, which lets everything go on and hides from tracers what
# filters say, guard takes ptrace, says so, and judges as ever. --backend notify does not start there.
# Threats 14, K14.
. "$LIB/case.sh"
precious nest/egg
below_a_listener() {
  status=0
  timeout -k 1 50 "$PROGRAMS/outer_listener" "$GUARD" run "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
below_a_listener --backend notify -- touch ran
assert_status 125
assert_missing ran
below_a_listener --on-ask deny -- bash -c 'echo one >born; cat born; rm born; rm -rf nest'
assert_untouched nest/egg
assert_missing born
assert_says "$OUT" one
assert_says "$ERR" "guard: backend ptrace"
assert_says "$ERR" "guard: denied rm -rf nest"
below_a_listener --on-ask deny -- python3 -c 'import os; os.unlink("nest/egg")'
assert_untouched nest/egg
assert_says "$ERR" "guard: denied"
below_a_listener --on-ask deny -- "$PROGRAMS/own_listener" nest/egg
assert_untouched nest/egg
# Where listeners are unknown altogether, the filter hands calls to the tracer.
status=0
"$PROGRAMS/without_listener" "$GUARD" run --on-ask deny -- bash -c 'echo two >born; rm -rf nest' >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_untouched nest/egg
assert_content born two
assert_says "$ERR" "guard: backend ptrace"
