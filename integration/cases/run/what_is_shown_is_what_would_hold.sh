# SPDX-License-Identifier: Apache-2.0
# guard policy show reads the variables that guard run reads.
. "$LIB/case.sh"
GUARD_MODE=paranoid GUARD_SAFE_MODE=off "$GUARD" policy show >"$OUT"
grep -q '^mode  *paranoid$' "$OUT" || fail "mode: $(grep ^mode "$OUT")"
grep -q '^safe mode  *off$' "$OUT" || fail "safe mode: $(grep '^safe' "$OUT")"
status=0
GUARD_MODE=sometimes "$GUARD" policy show >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no mode sometimes"
