# SPDX-License-Identifier: Apache-2.0
# Keys of ssh-agent are added, removed and locked once somebody says yes; what guard does not know is refused, and a
# program that says what is no message is cut off.
. "$LIB/case.sh"
. "$LIB/keys.sh"
ssh-keygen -q -t ed25519 -N '' -C other -f other
for command in "ssh-add -D" "ssh-add -d '$KEY'" "ssh-add other"; do
  guard_run --on-ask deny -- bash -c "$command"
  assert_status_not 0
  [[ $(ssh-add -l) == *ana@laptop* && $(ssh-add -l) != *other* ]] || fail "$command: $(ssh-add -l)"
done
assert_recorded "r['rule'] == 'signing.keys' and r['outcome'] == 'refused'"
start_guarded -- ssh-add -q other
wait_for_words 'add a key (ssh-ed25519) to the ssh agent'
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
[[ $(ssh-add -l) == *other* ]] || fail "not added: $(ssh-add -l)"
cat >hostile.py <<'PYTHON'
import os, socket, struct
def told(*messages):
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(os.environ["SSH_AUTH_SOCK"])
        for message in messages: s.sendall(message)
        s.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: s.recv(4096), b""))
def message(body): return struct.pack(">I", len(body)) + body
def text(body): return struct.pack(">I", len(body)) + body
FAILURE = message(b"\5")
assert told(message(b"\xff")) == FAILURE
assert told(message(b"\x0bmore")) == FAILURE
assert told(message(b"\x1b" + text(b"keep@example.org"))) == FAILURE
assert told(message(b"\x0d" + text(b"key"))) == FAILURE
assert told(struct.pack(">I", 0)) == b""
assert told(struct.pack(">I", 1 << 30)) == b""
assert told(message(b"\x13")[:4]) == b""
print("all refused")
PYTHON
guard_run --on-ask allow -- python3 hostile.py
assert_says "$OUT" "all refused"
assert_recorded "r['rule'] == 'signing.unknown' and r['outcome'] == 'refused'"
# Without it the connection is asked about, and opens the whole agent.
printf 'version: 1\nextends: [default]\nsignatures: off\n' >"$CASE_ROOM/off.yaml"
guard_run --policy "$CASE_ROOM/off.yaml" --on-ask deny -- ssh-add -l
assert_status_not 0
assert_says "$ERR" "socket.outside"
echo x >letter
guard_run --policy "$CASE_ROOM/off.yaml" --on-ask allow -- ssh-keygen -Y sign -n file -f "$KEY" letter
assert_exists letter.sig
