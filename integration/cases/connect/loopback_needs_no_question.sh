# SPDX-License-Identifier: Apache-2.0
# 127.0.0.1 is tier 0, blocking and not.
. "$LIB/case.sh"
"$PROGRAMS/loopback_server" port &
until_true 10 test -s port
guard_run --on-ask deny -- "$PROGRAMS/connect_inet" 127.0.0.1 "$(<port)"
assert_content "$OUT" "connect: 0"
guard_run --on-ask deny -- "$PROGRAMS/connect_nonblocking" 127.0.0.1 "$(<port)"
assert_content "$OUT" $'did not wait\nconnected: 0'
guard_run --on-ask deny -- "$PROGRAMS/connect_inet" ::ffff:127.0.0.1 "$(<port)"
assert_content "$OUT" "connect: 0"
guard_run --on-ask deny -- bash -c "exec 3<>/dev/tcp/127.0.0.1/$(<port); cat <&3"
assert_content "$OUT" hello
guard_run --on-ask deny -- "$PROGRAMS/connect_inet" 127.0.0.1 1
assert_content "$OUT" "connect: ECONNREFUSED"
guard_run --on-ask deny -- python3 -c "import socket; print(socket.create_connection(('127.0.0.1', $(<port))).recv(6))"
assert_content "$OUT" "b'hello\\n'"
assert_nothing_asked
