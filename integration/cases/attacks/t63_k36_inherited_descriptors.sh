# SPDX-License-Identifier: Apache-2.0
# The tree inherits nothing of guard: no listener, no socket, no database. 63, K36.
. "$LIB/case.sh"
exec 7<>"$CASE_ROOM/mine"
guard_run -- bash -c 'for fd in /proc/self/fd/*; do readlink "$fd"; done'
grep -E 'seccomp|audit|socket|memfd|pidfd|eventfd|eventpoll|guard' "$OUT" | grep -v "^$CASE_ROOM/" && fail "leaked"
assert_says "$OUT" "$CASE_ROOM/mine"
