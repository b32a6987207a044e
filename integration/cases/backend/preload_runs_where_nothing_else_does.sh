# SPDX-License-Identifier: Apache-2.0
# Where a container forbids listeners, tracing, and to read or take of one's own children, the library
# brings what guard needs: words, memory, sockets. Judged as ever.
. "$LIB/case.sh"
with_undo
export GUARD_BACKEND=preload
confined() {
  status=0
  timeout -k 1 50 "$PROGRAMS/outer_filter" listener ptrace process_vm_readv pidfd_getfd -- \
    "$GUARD" run "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
precious nest/egg notes
confined --on-ask deny -- bash -c 'echo one >born; cat born; rm born; rm -rf nest'
assert_untouched nest/egg
assert_missing born
assert_says "$OUT" one
assert_says "$ERR" "guard: denied rm -rf nest"
confined --no-undo --on-ask deny -- python3 -c 'import os; os.unlink("nest/egg")'
assert_untouched nest/egg
confined --on-ask deny -- python3 -c '
import socket
server = socket.create_server(("127.0.0.1", 0))
print(socket.create_connection(server.getsockname()).getpeername() == server.getsockname())
try:
    socket.create_connection(("192.0.2.1", 9), timeout=5)
except PermissionError as error:
    print(error)'
assert_says "$OUT" True
assert_says "$OUT" "Operation not permitted"
confined --session confined -- bash -c 'echo changed >notes'
assert_content notes changed
guard undo --yes --session confined >"$OUT"
assert_untouched notes
