# SPDX-License-Identifier: Apache-2.0
# A request to the session that a process of the tree may not make is refused by a rule, and counts for --fail-on.
. "$LIB/case.sh"
cat >speak.py <<'PYTHON'
import socket
door = socket.socket(socket.AF_UNIX)
door.connect("\0guard.session")
door.sendall(b"GET /v1/grants HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n")
print(b"".join(iter(lambda: door.recv(65536), b"")).split()[1].decode())
PYTHON
for fail_on in ask deny skip; do
  guard_run --ci --fail-on "$fail_on" -- python3 -B speak.py
  assert_says "$OUT" 403
  assert_status 3
  assert_says "$ERR" "guard: refused, status 3 (the command's own: 0)"
  assert_says "$ERR" "1 refused: 1 by rule, 0 that a person could approve"
done
guard_run --ci --fail-on never -- python3 -B speak.py
assert_status 0
guard audit list --act api >listed
assert_says listed "/v1/grants"
guard audit list --act alert >listed

# The session counts it while it runs.
start_guarded --session counted -- bash -c 'python3 -B speak.py; touch spoken; until [[ -e end ]]; do sleep 0.1; done'
until_true 20 test -e spoken || fail "it did not speak"
api_get counted /v1/session >session.json
touch end
finish_guarded
python3 -c 'import json; assert json.load(open("session.json"))["counters"]["refused"] == 1' || fail "not counted: $(<session.json)"
