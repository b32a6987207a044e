# SPDX-License-Identifier: Apache-2.0
# A release for a share of the machines is taken by these alone; by the others when the share grows.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
source_of "file: $PUBLISHED"
publish 'mode: balanced'
fetch
echo 0123456789abcdef0123456789abcdef >"$GUARD_SOURCE/machine-id"
place=$(guard policy status --json | python3 -B "$LIB/query.py" value "data['share_place']")
((place >= 0 && place < 100)) || fail "place $place"
((place > 0)) || skip "this id is among every share"
publish 'mode: paranoid' --share "$place"
fetch
assert_says "$OUT" "release 2 is for $place % of the machines, and this one is not among them"
holds 1
publish 'mode: paranoid' --share "$((place + 1))"
fetch
holds 3
echo 00 >"$GUARD_SOURCE/machine-id"
: >"$GUARD_SOURCE/machine-id"
publish 'mode: paranoid' --share 50
refuses "this machine has no id"
holds 3
