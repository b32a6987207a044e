# SPDX-License-Identifier: Apache-2.0
# By the session's address a process inside speaks to the session, but answers, grants and sees nothing. 62.
. "$LIB/case.sh"
precious tmp_a/one
cat >speak.py <<'PYTHON'
import json, socket, sys
def ask(method, target, body=None):
    door = socket.socket(socket.AF_UNIX)
    door.settimeout(10)
    door.connect("\0guard.session")
    text = json.dumps(body) if body is not None else ""
    door.sendall(f"{method} {target} HTTP/1.1\r\nHost: guard\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())
    answer = b""
    while part := door.recv(65536):
        answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), rest.decode()
status, body = ask("GET", "/v1/session")
print("session", status, sorted(json.loads(body)))
print("nested", ask("GET", "/v1/nested")[0])
for method, target, body in (("GET", "/v1/approvals", None), ("POST", "/v1/approvals/" + sys.argv[1], {"answer": "approve", "scope": "once"}),
                             ("POST", "/v1/approve-session", {"session_id": "x", "categories": ["FS_DELETE_OVERWRITE"]}),
                             ("GET", "/v1/grants", None), ("GET", "/v1/events", None), ("GET", "/v1/audit", None)):
    print(target.split("/")[2], ask(method, target, body)[0])
PYTHON
start_guarded -- bash -c 'rm -rf tmp_a & until [ -s id ]; do sleep 0.05; done; python3 -B speak.py "$(<id)"; echo end; wait'
wait_for_question
printf '%s' "$question_id" >id.new
mv id.new id
until_true 30 grep -q end "$OUT" || fail "it did not come to its end: $(cat "$OUT" "$ERR")"
assert_says "$OUT" "session 200 ['id', 'level', 'mode', 'safe_mode'"
assert_says "$OUT" "nested 404"
for what in approvals approve-session grants events audit; do assert_says "$OUT" "$what 403"; done
assert_recorded "r['rule'] == 'api.role' and 'approve-session' in r['result_summary']"
assert_untouched tmp_a/one
guard deny "$question_id"
finish_guarded
assert_untouched tmp_a/one
