# SPDX-License-Identifier: Apache-2.0
# The tree inherits nothing of guard: no listener, no socket, no database, at no number; what it had
# itself stays. Threats 63, K36.
. "$LIB/case.sh"
with_undo
# fd_semantics makes a file with the set-user-ID bit, which would ask.
free_policy 'act: create'
exec 7<>"$CASE_ROOM/mine"
for _ in 1 2 3; do
  guard_run --policy "$FREE" --keep-fd 7 -- bash -c 'for fd in /proc/self/fd/*; do echo "${fd##*/} $(readlink "$fd")"; done; "$0"' "$PROGRAMS/fd_semantics"
  ! grep -E 'seccomp|audit|socket|memfd|pidfd|eventfd|eventpoll|signalfd|guard' "$OUT" | grep -v " $CASE_ROOM/" || fail "a descriptor of guard leaked"
  assert_says "$OUT" "7 $CASE_ROOM/mine"
done
exec 7>&-
# Nor does what guard opens for a program come at odd numbers, or outlive an exec that it should not.
same_as_bare '' python3 -c '
import fcntl, os
first = os.open("a", os.O_WRONLY | os.O_CREAT)
numbers = [os.open("a", os.O_WRONLY | os.O_CLOEXEC) - first for _ in range(5)]
kept = os.open("b", os.O_WRONLY | os.O_CREAT); os.set_inheritable(kept, True)
print(numbers, [fcntl.fcntl(n + first, fcntl.F_GETFD) for n in numbers])
os.execvp("ls", ["ls", "/proc/self/fd"])'
