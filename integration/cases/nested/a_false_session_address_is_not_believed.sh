# SPDX-License-Identifier: Apache-2.0
# Somebody listens under the session's address where there is no session: guard run supervises as always.
. "$LIB/case.sh"
unshare -Urn true 2>/dev/null || skip "no network namespace of one's own here"
precious nest/egg
cat >false_door.py <<'PYTHON'
import socket, threading
door = socket.socket(socket.AF_UNIX)
door.bind("\0guard.session")
door.listen(5)
open("listening", "w").close()
body = b'{"id":"x","level":"verified"}'
while True:
    peer, _ = door.accept()
    open("asked", "w").close()
    peer.recv(65536)
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))
    peer.close()
PYTHON
unshare -Urn bash -c 'python3 -B false_door.py & door=$!; until [ -e listening ]; do sleep 0.05; done
  "$0" run --on-ask deny -- bash -c "rm -rf nest; echo ran"; kill $door' "$GUARD" >"$OUT" 2>"$ERR" || true
assert_says "$OUT" ran
assert_untouched nest/egg
# Below a filter, as in a container or on a pretended kernel, it may be asked, and is not believed.
grep -q '^Seccomp:	2' /proc/self/status || assert_missing asked
