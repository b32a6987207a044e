# SPDX-License-Identifier: Apache-2.0
# Odd binds, listens, connects and sends are answered as without guard, whether the kernel goes on
# with them (one thread) or guard carries them out (several).
# timeout: 180
. "$LIB/case.sh"
for threads in "" threads; do
  same_as_bare '' "$PROGRAMS/socket_errors" $threads
  same_as_bare '' "$PROGRAMS/unix_peers" $threads
  same_as_bare '' "$PROGRAMS/socket_waits" $threads
done
