# SPDX-License-Identifier: Apache-2.0
# The path of a Unix socket changes between one of the tree's own and a server's outside while a
# connect or a datagram is judged. Threat 59.
# timeout: 180
. "$LIB/case.sh"
cat >server.py <<'PYTHON'
import socket, sys
kind = socket.SOCK_STREAM if sys.argv[1] == "stream" else socket.SOCK_DGRAM
door = socket.socket(socket.AF_UNIX, kind)
door.bind("out.s")
if kind == socket.SOCK_STREAM:
    door.listen(100)
open("ready", "w").close()
door.accept() if kind == socket.SOCK_STREAM else door.recv(1)
open("heard", "w").close()
PYTHON
for kind in stream dgram; do
  python3 server.py $kind &
  server=$!
  until_true 10 test -e ready || fail "no server"
  guard_run --on-ask deny -- "$PROGRAMS/unix_flip" own.s out.s $kind
  assert_status 0
  assert_says "$OUT" "tries 1000"
  assert_silent "$OUT" "done 0"
  kill "$server" || fail "the server outside was reached"
  wait "$server" || true
  assert_missing heard
  rm -f own.s out.s ready
done
