# SPDX-License-Identifier: Apache-2.0
# A socket that somebody outside listens at, a FIFO that somebody has open, deleted and given back:
# they are the very ones again, and so when that is undone and done again.
. "$LIB/case.sh"
with_undo
mkfifo fifo other
exec 7<>fifo
python3 -c '
import socket, sys
server = socket.socket(socket.AF_UNIX)
server.bind("socket")
server.listen()
open("ready", "w").close()
server.settimeout(50)
while True:
    connection, _ = server.accept()
    connection.sendall(b"alive")
    connection.close()' &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
until_true 10 test -e ready || fail "no server"
answers() { python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("socket"); print(s.recv(9).decode())'; }
[[ $(answers) == alive ]] || fail "the server does not answer"
before=$(stat -c '%i %A %y' socket fifo)
guard_run --on-ask deny --session s -- sh -c 'rm -f socket fifo; mv -f other fifo'
assert_status 0
assert_missing socket
undo_all() { # SESSION
  # Words in the FIFO are a change of its times.
  guard undo --yes --session "$1" --conflicts overwrite || fail "status $?"
}
undo_all s
[[ $(stat -c '%i %A %y' socket fifo) == "$before" ]] || fail "it is $(stat -c '%i %A %y' socket fifo)"
[[ $(answers) == alive ]] || fail "the socket is dead"
echo word >fifo
read -r -t 5 -u 7 word || fail "the FIFO is another one"
[[ $word == word ]] || fail "it says $word"
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
undo_all "$undo"
assert_missing socket
undo_all s
[[ $(answers) == alive ]] || fail "the socket is dead after all"
