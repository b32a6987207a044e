# SPDX-License-Identifier: Apache-2.0
# 64 connections to a key agent at once, and one more fails as it does where nobody listens; one that has ended makes
# room. An agent that ends, and a guard that is killed, cost a signature and never give one.
. "$LIB/case.sh"
. "$LIB/keys.sh"
cat >many.py <<'PYTHON'
import os, socket
def connected():
    s = socket.socket(socket.AF_UNIX)
    s.connect(os.environ["SSH_AUTH_SOCK"])
    return s
def lists(s):
    s.sendall(b"\0\0\0\1\x0b")
    return s.recv(65536)[4:5] == b"\x0c"
held = [connected() for _ in range(64)]
assert all(map(lists, held))
try: connected(); print("one too many")
except ConnectionRefusedError: print("refused")
held.pop().close()
for _ in range(1000):
    try: again = connected(); break
    except ConnectionRefusedError: pass
print("room" if lists(again) else "none")
PYTHON
guard_run --on-ask deny -- python3 many.py
assert_content "$OUT" $'refused\nroom'
echo hello >letter
start_guarded -- ssh-keygen -Y sign -n file -f "$KEY" letter
wait_for_words 'sign by ssh'
kill -9 "$(serving_process "$guard_pid")"
finish_guarded
assert_status_not 0
assert_missing letter.sig
start_guarded -- ssh-keygen -Y sign -n file -f "$KEY" letter
wait_for_words 'sign by ssh'
kill "$SSH_AGENT_PID"
trap - EXIT
guard approve "$question_id" >/dev/null
finish_guarded
assert_status_not 0
assert_missing letter.sig
assert_recorded "r['act'] == 'sign' and r['outcome'] == 'failed'"
