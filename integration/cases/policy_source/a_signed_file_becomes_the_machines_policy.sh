# SPDX-License-Identifier: Apache-2.0
# A signed policy from a file holds in later runs, below what the user says; the start is on record with its number.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
source_of "file: $PUBLISHED"
guard_run -- true
assert_status 0
assert_says "$ERR" "warning: no policy release of $PUBLISHED was ever good: the other policies hold alone"
publish 'mode: balanced\nlocked: [mode]\nrules:\n  - {id: org.none, when: {act: write, path: "kept/**"}, decision: deny}'
fetch
assert_says "$OUT" "release 1 holds from now on, signed by SHA256:"
holds 1
guard policy status >"$OUT"
assert_says "$OUT" "signature  good"
mkdir kept
guard_run -- bash -c 'echo x >kept/it; true'
assert_missing kept/it
assert_recorded "r['rule'] == 'org.none' and r['decision'] == 'deny'"
assert_recorded "r['rule'] == 'policy.release' and (r['effect'] or {}).get('signer', '').startswith('SHA256:')"
wait_for_closing
assert_recorded "r['act'] == 'audit' and (r['effect'] or {}).get('release') == 1"

# Nobody below the release changes a key that it locks.
printf 'mode: trusting\n' >"$CASE_ROOM/own.yaml"
guard_run --policy "$CASE_ROOM/own.yaml" -- true
assert_status 125
assert_says "$ERR" "mode: is locked by $GUARD_SOURCE/held/release-1.yaml:3"

# The same one again is no news; the next one is.
fetch
assert_says "$OUT" "release 1 holds, and is the newest"
publish 'mode: balanced'
fetch
holds 2
guard_run -- bash -c 'echo x >kept/it'
assert_status 0
assert_exists kept/it
