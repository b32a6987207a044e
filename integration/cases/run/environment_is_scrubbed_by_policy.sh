# SPDX-License-Identifier: Apache-2.0
# The command does not get the variables of the environment that the policy drops; it gets
# everything else. Inside of another session too.
. "$LIB/case.sh"
printf 'environment: {drop: ["*_TOKEN", "*_KEY"], keep: [OPEN_KEY]}\n' >"$CASE_ROOM/policy.yaml"
export A_TOKEN=canary-1 B_KEY=canary-2 OPEN_KEY=open-3
guard_run --policy "$CASE_ROOM/policy.yaml" -- env
assert_status 0
assert_silent "$OUT" canary
assert_says "$OUT" "OPEN_KEY=open-3"
assert_says "$OUT" "PATH=$PATH"
guard_run -- "$GUARD" run --policy "$CASE_ROOM/policy.yaml" -- env
assert_silent "$OUT" canary
assert_says "$OUT" "OPEN_KEY=open-3"
guard_run -- env
assert_says "$OUT" "A_TOKEN=canary-1"
GUARD_POLICY=$CASE_ROOM/policy.yaml guard doctor >"$OUT"
assert_says "$OUT" "A_TOKEN, B_KEY"
assert_silent "$OUT" canary
