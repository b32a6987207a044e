# SPDX-License-Identifier: Apache-2.0
# A program that sends many datagrams to one place is asked once, and refused once.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
rules:
  - {id: other-address, when: {host: 127.0.0.3}, decision: ask}
YAML
"$PROGRAMS/udp_sink" 127.0.0.3 sink &
until_true 10 test -s sink || fail "no sink"
cat >send.py <<'PYTHON'
import socket, sys
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
done = 0
for i in range(5):
    try:
        done += out.sendto(b"x", ("127.0.0.3", int(sys.argv[1])))
    except PermissionError:
        pass
print(done)
PYTHON
start_guarded --policy policy.yaml -- python3 send.py "$(<sink)"
wait_for_question
[[ $(json_of "data[0]['what']") == "send to 127.0.0.3 port $(<sink)" ]] || fail "asked: $QUESTION"
guard approve "$question_id"
finish_guarded
assert_content "$OUT" 5
start_guarded --policy policy.yaml -- python3 send.py "$(<sink)"
wait_for_question
guard deny "$question_id" --reason "not there"
finish_guarded
assert_content "$OUT" 0
[[ $(grep -c 'guard: denied' "$ERR") -eq 1 ]] || fail "said more than once: $(<"$ERR")"
[[ $(wc -l <sink.heard) -eq 5 ]] || fail "$(<sink.heard)"
