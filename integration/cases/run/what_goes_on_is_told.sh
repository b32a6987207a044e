# SPDX-License-Identifier: Apache-2.0
# When CMD has ended and some of it runs on in the background, the person is told; with --kill-at-exit nothing does.
. "$LIB/case.sh"
guard_run -- bash -c 'sleep 3 >/dev/null 2>&1 </dev/null & sleep 0.3; echo hi'
assert_status 0
assert_says "$ERR" "1 process still runs in the background and stays under guard: sleep, process "
# On a terminal too, once that is nobody's screen any more.
script -qec "$GUARD run -- bash -c 'sleep 3 & echo hi'" /dev/null </dev/null >"$OUT" 2>&1 || fail "on a terminal: $(<"$OUT")"
assert_says "$OUT" "1 process still runs in the background and stays under guard: sleep, process "
guard_run --kill-at-exit -- bash -c 'setsid sleep 300 >/dev/null 2>&1 </dev/null & echo hi'
[[ $(<"$ERR") != *"still run"* ]] || fail "it said: $(<"$ERR")"
guard_run -q -- bash -c 'sleep 2 >/dev/null 2>&1 </dev/null & sleep 0.3; echo hi'
[[ -z $(<"$ERR") ]] || fail "quiet, it said: $(<"$ERR")"
guard_run -- bash -c 'sleep 0.1 & wait; sleep 0.05 & echo hi'
[[ $(<"$ERR") != *"still run"* ]] || fail "it said: $(<"$ERR")"

# Quiet or not, without a terminal a question that waits is told: else nothing says why the command stands still.
precious docs/a docs/b
start_guarded -q -- bash -c 'rm -rf docs; sleep 1; true'
wait_for_question
until_true 10 grep -q "guard: waiting for an answer: rm -rf docs" "$ERR" || fail "it said: $(<"$ERR")"
guard deny "$question_id"
finish_guarded
until_true 10 grep -q "guard: denied rm -rf docs: " "$ERR" || fail "how the question ended is not told: $(<"$ERR")"
