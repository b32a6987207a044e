# SPDX-License-Identifier: Apache-2.0
# Nobody gets the preload backend without having said so, nor takes it for protection: it is announced
# as advisory, on record as that, too low for --require, and in `guard doctor` beside the others.
. "$LIB/case.sh"
unset GUARD_BACKEND
guard_run --backend preload -- touch started
assert_status 0
assert_exists started
assert_says "$ERR" "guard: level advisory: backend preload"
assert_recorded "r['level'] == 'advisory'"
for level in mediated verified; do
  guard_run --backend preload --require "$level" -- touch ran
  assert_refused_to_start 125 "--require $level: this run reaches level advisory"
done
# Where neither a listener nor a tracer is to be had, a run says what is left, and does not take it.
status=0
"$PROGRAMS/outer_filter" listener ptrace process_vm_readv pidfd_getfd -- \
  "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 "--backend preload would run it, advisory alone"
guard doctor >"$OUT" || true
assert_says "$OUT" "--backend preload"
assert_says "$OUT" advisory
[[ $(guard doctor --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["preload"])') == "" ]] ||
  fail "doctor --json has an obstacle for preload"
# Level and backend are the session's own.
start_guarded --session told --backend preload -- sleep 5
told() { [[ $(api_get told /v1/session 2>/dev/null) == *'"backend":"preload"'* ]]; }
until_true 10 told || fail "the session does not say its backend: $(api_get told /v1/session)"
[[ $(api_get told /v1/session) == *'"level":"advisory"'* ]] || fail "nor its level"
kill "$guard_pid"
finish_guarded
