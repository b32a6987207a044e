# SPDX-License-Identifier: Apache-2.0
# A server outside works with rights of its own (a container engine, the system bus, a terminal
# server): its socket is asked about, by whatever name. The tree's own are not. Threats 44, 59, K27,
# K28, K39.
. "$LIB/case.sh"
cat >server.py <<'PYTHON'
import os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(4)
open(sys.argv[1] + ".ready", "w").close()
server.settimeout(30)
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
for way in 'python3 caller.py outside.sock' 'python3 caller.py "$PWD/outside.sock"' 'ln -s outside.sock l; python3 caller.py l' 'python3 caller.py /proc/self/cwd/outside.sock' 'ln outside.sock h && python3 caller.py h'; do
  guard_run --on-ask deny -- bash -c "$way"
  [[ ! -e outside.sock.heard ]] || fail "the server outside was reached: $way"
  assert_status_not 0
done
assert_recorded "r['act'] == 'connect' and r['rule'] == 'socket.outside' and r['decision'] in ('ask', 'deny')"
kill "$server"
guard_run --on-ask deny --kill-at-exit -- bash -c 'python3 server.py inside.sock & until [[ -e inside.sock.ready ]]; do sleep 0.05; done; python3 caller.py inside.sock; wait'
assert_status 0
assert_exists inside.sock.heard
# Those that everybody knows, in a /run of our own.
[[ $(id -u) -eq 0 ]] && unshare -m true 2>/dev/null || exit 0
cat >known.sh <<'SCRIPT'
mount -t tmpfs none /run && mkdir -p /run/dbus /run/systemd/private.d /run/containerd /run/user/0/docker || exit 1
for socket in docker.sock dbus/system_bus_socket systemd/private containerd/containerd.sock; do
  python3 server.py "/run/$socket" &
done
sleep 1.5
for socket in docker.sock dbus/system_bus_socket systemd/private containerd/containerd.sock; do
  "$GUARD" run --on-ask allow -- python3 caller.py "/run/$socket"
  [[ ! -e /run/$socket.heard ]] || echo "reached $socket"
done
kill $(jobs -p)
SCRIPT
XDG_RUNTIME_DIR=$CASE_ROOM/runtime unshare -m bash known.sh >"$OUT" 2>"$ERR" </dev/null
assert_silent "$OUT" reached
assert_recorded "r['act'] == 'connect' and r['rule'] == 'socket.outside' and r['risk_tier'] == 3"
