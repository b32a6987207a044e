# SPDX-License-Identifier: Apache-2.0
# A server outside works with rights of its own: its socket is asked about. The tree's own are not.
. "$LIB/case.sh"
cat >server.py <<'PYTHON'
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(4)
open(sys.argv[1] + ".ready", "w").close()
server.settimeout(20)
try:
    peer, _ = server.accept()
    open(sys.argv[1] + ".heard", "wb").write(peer.recv(100))
except TimeoutError:
    pass
PYTHON
cat >caller.py <<'PYTHON'
import socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
peer.sendall(b"do it")
PYTHON
python3 server.py outside.sock &
server=$!
until_true 10 test -e outside.sock.ready || fail "no server"
sleep 1.1 # birth times are compared by the second
guard_run --on-ask deny -- python3 caller.py outside.sock
assert_status_not 0
[[ ! -e outside.sock.heard ]] || fail "the server outside was reached"
kill "$server"
guard_run --on-ask deny --kill-at-exit -- bash -c 'python3 server.py inside.sock & until [[ -e inside.sock.ready ]]; do sleep 0.05; done; python3 caller.py inside.sock; wait'
assert_status 0
assert_exists inside.sock.heard
