# SPDX-License-Identifier: Apache-2.0
# The tree itself can neither answer nor grant nor revoke nor see others' questions: by command, by a
# daemon of its own, by the socket under any name; the attempt is recorded. Threat 62.
. "$LIB/case.sh"
precious tmp_a/one
cat >talk.py <<'PYTHON'
import glob, os, socket, sys
question = sys.argv[1]
approve = ("POST", "/v1/approvals/" + question, '{"answer":"approve","scope":"once"}')
requests = [approve, ("POST", "/v1/approve-session", '{"session_id":"x","categories":["FS_DELETE_OVERWRITE"]}'), ("GET", "/v1/approvals?state=pending", ""), ("GET", "/v1/audit", "")]
for found in glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/guard/*.sock"):
    os.path.lexists("way") or os.symlink(found, "way")
    for path in (found, "way", "/proc/self/cwd/way"):
        for method, target, body in requests:
            door = socket.socket(socket.AF_UNIX)
            door.settimeout(10)
            try:
                door.connect(path)
                door.sendall(f"{method} {target} HTTP/1.1\r\nHost: guard\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
                answer = door.recv(100).decode()
                print("socket", "approved" if " 200 " in answer else "refused", target, flush=True)
            except OSError as error:
                print("socket refused", error.strerror, flush=True)
PYTHON
start_guarded -- bash -c 'rm -rf tmp_a & until [ -s id ]; do sleep 0.05; done
  id=$(<id)
  "$0" approve "$id" && echo approved
  "$0" deny "$id" && echo denied
  "$0" approve-session --categories FS_DELETE_OVERWRITE && echo granted
  "$0" pending --json | grep -q "$id" && echo seen
  (setsid "$0" approve "$id" && echo approved by a daemon) & wait $!
  env -i HOME="$HOME" XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" "$0" approve "$id" && echo approved by nobody
  python3 talk.py "$id"
  echo tried >tried; wait' "$GUARD"
wait_for_question
printf '%s' "$question_id" >id.new
mv id.new id
until_true 30 test -s tried || fail "the tries did not end: $(cat "$OUT" "$ERR")"
assert_untouched tmp_a/one
for word in approved granted denied seen; do assert_silent "$OUT" "$word"; done
one_question_waits || fail "the question was settled from inside"
assert_says "$OUT" "socket refused Operation not permitted"
assert_recorded "r['rule'] == 'guard.own' and r['decision'] == 'block' and r['act'] == 'connect'"
guard deny "$question_id"
finish_guarded
assert_untouched tmp_a/one
