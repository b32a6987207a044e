# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Four programs at once, each with a timer of 300 us and a handler without SA_RESTART: calls may end
# with EINTR before guard has received them (traps.md T25), never in another way, and then nothing
# was done. How many do is printed, for whoever measures.
. "$LIB/case.sh"
guard_run --on-ask deny -- bash -c 'for i in 1 2 3 4; do "$0" 1000 300 & done; wait' "$PROGRAMS/calls_under_timer"
assert_status 0
grep 'ended by one' "$ERR"
[[ $(grep -c 'ended by one' "$ERR") -eq 4 ]] || fail "not all four came to their end"
[[ $(sort "$OUT" | uniq -c | tr -s ' ') == $' 4 failed otherwise: 0\n 4 with an effect: 0' ]] || fail "$(<"$OUT")"
[[ -z $(ls -A) ]] || fail "left: $(ls)"
