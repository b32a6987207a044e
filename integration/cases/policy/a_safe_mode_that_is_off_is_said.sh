# SPDX-License-Identifier: Apache-2.0
# safe_mode: off in a policy file lets whole folders go: validate warns of it, and each run says it, --quiet too. The person who gives
# the option knows.
. "$LIB/case.sh"
printf 'safe_mode: off\n' >"$CASE_ROOM/off.yaml"
guard policy validate "$CASE_ROOM/off.yaml" >"$OUT" 2>&1 || true
assert_says "$OUT" "safe_mode: off lets tiers 1 to 3 go unasked"
guard_run -q --policy "$CASE_ROOM/off.yaml" -- true
assert_says "$ERR" "the policy has safe_mode: off"
guard_run -q --policy "$CASE_ROOM/off.yaml" --safe-mode on -- true
assert_silent "$ERR" "safe_mode"
guard_run -q --safe-mode off -- true
assert_silent "$ERR" "safe_mode"
