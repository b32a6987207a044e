# SPDX-License-Identifier: Apache-2.0
# Every option and variable that would loosen leaves the session outside as it was. 60.
. "$LIB/case.sh"
precious nest/egg
printf 'version: 1\nrules:\n  - {id: all, when: {act: [delete]}, decision: allow}\n' >weak.yaml
weak=(--policy weak.yaml --mode trusting --safe-mode off --on-ask allow --pre-confirm 'rm -rf nest' --landlock off --workspace /)
guard_run --on-ask deny -- "$GUARD" run "${weak[@]}" -- rm -rf nest
assert_status 126
assert_untouched nest/egg
guard_run --on-ask deny -- env GUARD_MODE=trusting GUARD_POLICY=weak.yaml GUARD_SAFE_MODE=off GUARD_ON_ASK=allow GUARD_STATE_DIR=elsewhere "$GUARD" run -- python3 -c 'import os; os.unlink("nest/egg")'
assert_untouched nest/egg
assert_missing elsewhere
# Approved outside, asked by both policies: one question, and it goes.
start_guarded -- "$GUARD" run --mode paranoid -- bash -c 'rm -rf nest'
while kill -0 "$guard_pid" 2>/dev/null; do
  one_question_waits && guard approve "$question_id" >/dev/null
  sleep 0.1
done
finish_guarded
assert_missing nest
