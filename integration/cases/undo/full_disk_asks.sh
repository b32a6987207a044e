# SPDX-License-Identifier: Apache-2.0
# The store lies on another file system, and that is full: what cannot be saved is asked about and
# says why; nothing is lost, and what was saved before comes back.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
mkdir -m 700 small
mount -t tmpfs -o size=8m,mode=700 none small
export GUARD_STATE_DIR=$PWD/small/state
precious first
head -c 6000000 /dev/urandom >large
cp large twin
guard_run --on-ask deny --session s -- python3 -c 'import os
os.remove("first")
os.truncate("large", 5)
os.truncate("twin", 5)'
assert_status_not 0
assert_missing first
assert_says "$ERR" "No space left on device"
[[ $(stat -c %s twin) -eq 6000000 ]] || fail "twin was lost"
guard undo --yes --session s
assert_untouched first
cmp large twin || fail "large did not come back"
