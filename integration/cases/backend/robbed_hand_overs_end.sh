# SPDX-License-Identifier: Apache-2.0
# A thread that another one makes call something else, while a file is handed over to it by calls of
# its own, is killed before that call, and nothing is deleted.
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
precious nest/egg
guard_run --no-undo --on-ask deny -- "$PROGRAMS/robbed_hand_over" nest/egg
assert_status 0
assert_untouched nest/egg
[[ $(<"$OUT") != *"killed 0"* ]] || fail "no try came in between: $(<"$OUT")"

guard_run -- bash -c 'echo one >after'
assert_content after one
