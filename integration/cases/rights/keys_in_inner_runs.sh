# SPDX-License-Identifier: Apache-2.0
# A guard run inside of a session adds its own rules about keys, and takes none away; from namespaces inside, keys are
# reached and asked about as from anywhere.
. "$LIB/case.sh"
. "$LIB/keys.sh"
export GUARD KEY INNER=$CASE_ROOM/inner.yaml
printf 'version: 1\nextends: [default]\nrules: [{id: nokeys, when: {act: sign}, decision: deny}]\n' >"$INNER"
echo hello >letter
guard_run --on-ask deny -- bash -c '$GUARD run --on-ask allow -- ssh-add -l; $GUARD run --on-ask allow -- ssh-keygen -Y sign -n file -f $KEY letter'
assert_says "$OUT" "$FINGERPRINT"
assert_missing letter.sig
assert_recorded "r['act'] == 'sign' and r['rule'] == 'signing.data' and r['outcome'] == 'refused'"
guard_run --on-ask allow -- bash -c '$GUARD run --policy "$INNER" -- ssh-add -l; $GUARD run --policy "$INNER" -- ssh-keygen -Y sign -n file -f $KEY letter'
assert_says "$OUT" "$FINGERPRINT"
assert_missing letter.sig
assert_recorded "r['act'] == 'sign' and r['rule'] == 'nested.nokeys' and r['outcome'] == 'refused'"
unshare -Ur true 2>/dev/null || skip "the rest needs user namespaces"
guard_run --on-ask deny -- unshare -Ur ssh-add -l
assert_status 0
assert_says "$OUT" "$FINGERPRINT"
guard_run --on-ask deny -- unshare -Ur ssh-keygen -Y sign -n file -f "$KEY" letter
assert_missing letter.sig
guard_run --on-ask allow -- unshare -Ur ssh-keygen -Y sign -n file -f "$KEY" letter
assert_exists letter.sig
