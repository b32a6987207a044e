# SPDX-License-Identifier: Apache-2.0
# A terminal server outside would type for the tree, another would hand over an open file: reaching
# them is asked about. A message that the tree passes to itself gives it nothing new. Threats K31,
# K32.
. "$LIB/case.sh"
keep_policy
precious kept/f
if command -v tmux >/dev/null; then
  tmux -S "$PWD/outer.sock" -f /dev/null new-session -d 'bash --norc'
  sleep 1.1
  for words in 'tmux -S outer.sock send-keys "touch typed" Enter' 'tmux -S outer.sock new-window "touch typed"' 'tmux -S outer.sock run-shell "touch typed"' 'cp "$(command -v tmux)" other; ./other -S outer.sock run-shell "touch $PWD/typed"'; do
    guard_run --policy "$KEEP" --on-ask deny -- bash -c "$words"
    sleep 0.3
    [[ ! -e typed ]] || fail "the server outside did it: $words"
    assert_status_not 0
  done
  tmux -S "$PWD/outer.sock" kill-server
fi
cat >give.py <<'PYTHON'
import array, os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind("giver.sock"); server.listen(4); server.settimeout(30)
open("giver.ready", "w").close()
try:
    peer, _ = server.accept()
    flags = os.O_RDONLY if sys.argv[1:] == ["read"] else os.O_WRONLY
    socket.send_fds(peer, [b"x"], [os.open("kept/f", flags)])
    peer.recv(1)
except TimeoutError:
    pass
PYTHON
cat >take.py <<'PYTHON'
import os, socket
peer = socket.socket(socket.AF_UNIX)
peer.connect("giver.sock")
_, descriptors, _, _ = socket.recv_fds(peer, 1, 1)
for path in (descriptors[0], f"/proc/self/fd/{descriptors[0]}"):
    try:
        fd = path if isinstance(path, int) else os.open(path, os.O_WRONLY | os.O_TRUNC)
        os.write(fd, b"taken")
        print("written")
    except OSError as error:
        print("refused", error.strerror)
PYTHON
python3 give.py &
giver=$!
until_true 10 test -e giver.ready || fail "no server"
sleep 1.1
guard_run --policy "$KEEP" --on-ask deny -- python3 take.py
assert_untouched kept/f
assert_silent "$OUT" written
assert_recorded "r['act'] == 'connect' and r['rule'] == 'socket.outside' and r['decision'] in ('ask', 'deny')"
kill "$giver"
rm -f giver.sock giver.ready
guard_run --policy "$KEEP" --on-ask deny --kill-at-exit -- bash -c 'python3 give.py read & until [[ -e giver.ready ]]; do sleep 0.05; done; python3 take.py'
assert_untouched kept/f
assert_content "$OUT" $'refused Bad file descriptor\nrefused Operation not permitted'
