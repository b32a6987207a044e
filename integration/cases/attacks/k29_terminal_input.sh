# SPDX-License-Identifier: Apache-2.0
# Nobody types into a terminal for the person: TIOCSTI, with high bits in the command too, and
# TIOCLINUX are refused. Threat K29 (CVE-2017-5226).
. "$LIB/case.sh"
command -v script >/dev/null || skip "no script here"
guard_run --on-ask allow --safe-mode off -- script -qec "$PROGRAMS/terminal_input" /dev/null
assert_says "$OUT" "typed 0"
assert_says "$OUT" "TIOCSTI: EPERM"
assert_says "$OUT" "TIOCSTI high bits: EPERM"
assert_says "$OUT" "TIOCLINUX: EPERM"
assert_missing typed
guard_run --on-ask deny -- script -qec 'stty -a | head -1; stty rows 10' /dev/null
assert_says "$OUT" "speed"
