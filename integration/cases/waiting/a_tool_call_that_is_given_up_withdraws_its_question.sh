# SPDX-License-Identifier: Apache-2.0
# A call of run_command is cancelled by its client, or the client goes away altogether: the command ends, its question is
# withdrawn, nothing was lost. The call made again asks again, and what is answered for the session covers the next.
. "$LIB/case.sh"
precious kept/one
cat >client.py <<'PY'
import json, os, subprocess, sys, time
server = subprocess.Popen([sys.argv[1], "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def send(**message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()

def call(number):
    send(id=number, method="tools/call", params={"name": "run_command", "arguments": {
        "command": "rm -r ./kept", "confirmed": True}})

def told(name):
    while not os.path.exists(name):
        time.sleep(0.05)

send(id=1, method="initialize", params={"protocolVersion": "2025-11-25", "capabilities": {},
                                        "clientInfo": {"name": "case", "version": "1"}})
server.stdout.readline()
call(2)
told("cancel")
send(method="notifications/cancelled", params={"requestId": 2, "reason": "timeout"})
told("again")
for number in (3, 4):
    call(number)
    answer = json.loads(server.stdout.readline())
    print(answer["id"], answer["result"]["structuredContent"]["success"], flush=True)
    told(f"after_{number}")
call(5)
told("close")
server.stdin.close()
server.wait()
PY
start_guarded --session s --on-ask wait -- python3 -B client.py "$GUARD"
wait_for_question
touch cancel
until_true 20 no_question_waits || fail "cancelled, and still waits: $(guard pending --json)"
QUESTION=$(api_get s "/v1/approvals/$question_id")
[[ $(json_of "data['state']") == withdrawn ]] || fail "$QUESTION"
assert_untouched kept/one

touch again
wait_for_question
guard approve "$question_id" --scope session >/dev/null
until_true 20 grep -qx '3 True' "$OUT" || fail "the call made again: $(<"$OUT")"
assert_missing kept
precious kept/one
touch after_3
until_true 20 grep -qx '4 True' "$OUT" || fail "the next call: $(<"$OUT")"
assert_missing kept

# The client goes while its call waits: what was remembered is taken back first.
precious kept/one
grant=$(api_get s /v1/grants | python3 -B -c 'import json, sys; print(json.load(sys.stdin)["grants"][0]["id"])')
PYTHONPATH=$LIB python3 -B -c '
import sys
from api_client import ask
assert ask(sys.argv[1], "DELETE", "/v1/grants/" + sys.argv[2])[0] == 200' "$XDG_RUNTIME_DIR/guard/s.sock" "$grant"
touch after_4
wait_for_question
touch close
finish_guarded
assert_untouched kept/one
assert_recorded "r['approval_id'] == '$question_id' and r['approval_status'] == 'withdrawn'"
