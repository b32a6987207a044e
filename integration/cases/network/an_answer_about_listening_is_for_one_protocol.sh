# SPDX-License-Identifier: Apache-2.0
# An answer about listening is remembered for that port and that protocol: a yes to TCP is none to UDP.
. "$LIB/case.sh"
printf 'network: {listen: ask}\n' >"$CASE_ROOM/ask.yaml"
export GUARD_POLICY=$CASE_ROOM/ask.yaml
cat >listen.py <<'PYTHON'
import socket
for kind in ("SOCK_STREAM", "SOCK_STREAM", "SOCK_DGRAM"):
    with socket.socket(socket.AF_INET, getattr(socket, kind)) as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("0.0.0.0", 47315))
            print(kind, "let", flush=True)
        except PermissionError:
            print(kind, "refused", flush=True)
PYTHON
start_guarded -- python3 listen.py
wait_for_question
first=$question_id
[[ $(json_of "data[0]['pattern']") == "listen 0.0.0.0 47315/tcp" ]] || fail "offered: $QUESTION"
guard approve --scope session "$first" >/dev/null
another_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 another_waits || fail "UDP was not asked about"
[[ $(json_of "data[0]['pattern']") == "listen 0.0.0.0 47315/udp" ]] || fail "asked then: $QUESTION"
guard policy grants >"$CASE_ROOM/grants"
assert_says "$CASE_ROOM/grants" "listen 0.0.0.0 47315/tcp"
guard deny "$question_id" >/dev/null
finish_guarded || true
assert_content "$OUT" "SOCK_STREAM let
SOCK_STREAM let
SOCK_DGRAM refused"
