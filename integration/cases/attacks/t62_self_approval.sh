# SPDX-License-Identifier: Apache-2.0
# The tree itself can neither answer nor grant nor see others' questions; the attempt is recorded. 62.
. "$LIB/case.sh"
precious tmp_a/one
start_guarded -- bash -c 'rm -rf tmp_a & until [ -s id ]; do sleep 0.05; done
  id=$(<id)
  "$0" approve "$id" && echo approved
  "$0" deny "$id" && echo denied
  "$0" approve-session --categories FS_DELETE_OVERWRITE && echo granted
  (setsid "$0" approve "$id" && echo approved by a daemon) & wait $!
  python3 - "$id" <<PYTHON
import glob, os, socket, sys
for path in glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/guard/*.sock"):
    door = socket.socket(socket.AF_UNIX)
    door.settimeout(10)
    try:
        door.connect(path)
        body = "{\"answer\":\"approve\",\"scope\":\"once\"}"
        door.sendall(f"POST /v1/approvals/{sys.argv[1]} HTTP/1.1\r\nHost: guard\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        answer = door.recv(100).decode()
        print("socket approved" if " 200 " in answer else "socket refused")
    except OSError as error:
        print("socket refused", error)
PYTHON
  echo tried >tried; wait' "$GUARD"
wait_for_question
printf '%s' "$question_id" >id.new
mv id.new id
until_true 30 test -s tried || fail "the tries did not end: $(cat "$OUT" "$ERR")"
assert_untouched tmp_a/one
assert_silent "$OUT" approved
assert_silent "$OUT" granted
assert_silent "$OUT" denied
assert_says "$OUT" "socket refused"
one_question_waits || fail "the question was settled from inside"
guard deny "$question_id"
finish_guarded
assert_untouched tmp_a/one
