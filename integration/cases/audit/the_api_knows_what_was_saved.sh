# SPDX-License-Identifier: Apache-2.0
# GET /v1/audit?undo=true gives what was saved for undo, as guard audit list --undo does.
. "$LIB/case.sh"
with_undo
precious a
start_guarded --session s -- bash -c 'echo x >a; /bin/echo other; touch up; until [ -e go ]; do sleep 0.05; done'
until_true 20 test -e up || fail "it does not start"
socket=$(find "$XDG_RUNTIME_DIR" "$GUARD_STATE_DIR" -name s.sock 2>/dev/null | head -1)
ask() { # QUERY
  QUESTION=$(python3 -B -c '
import socket, sys
with socket.socket(socket.AF_UNIX) as s:
    s.connect(sys.argv[1])
    s.sendall(f"GET /v1/audit{sys.argv[2]} HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n".encode())
    text = b"".join(iter(lambda: s.recv(65536), b"")).decode()
print(text.split("\r\n\r\n", 1)[1])' "$socket" "$1")
}
saved() { ask '?undo=true' && [[ $(json_of "len(data['records'])") == 1 ]]; }
until_true 5 saved || fail "saved: $QUESTION"
[[ $(json_of "data['records'][0]['objects'] == ['$PWD/a'] and data['records'][0]['undo_id'] == 's:1'") == true ]] || fail "saved: $QUESTION"
ask '?undo=false'
[[ $(json_of "len(data['records']) > 1") == true ]] || fail "all: $QUESTION"
ask '?undo=perhaps'
[[ $(json_of "data['error']['message']") == *"undo is true or false"* ]] || fail "neither: $QUESTION"
touch go
finish_guarded
