# SPDX-License-Identifier: Apache-2.0
# guard opens for the tree, but not what the tree's scope keeps it from: descriptors of processes
# outside, by their magic links. Found by attack, no row of the list; akin to K32 and K36.
. "$LIB/case.sh"
with_undo
precious kept
mkfifo door
cat door >heard &
outside=$!
exec 8>door
guard_run --on-ask deny -- bash -c "echo 'rm kept' > /proc/$outside/fd/1; echo 'rm kept' > /proc/$$/fd/8; echo 'rm kept' >> /proc/$$/task/$$/fd/8; cat /proc/self/comm > /dev/null; echo own > /proc/self/fd/1"
exec 8>&-
wait "$outside"
[[ ! -s heard ]] || fail "a descriptor outside was written: $(<heard)"
assert_says "$OUT" "own"
