# SPDX-License-Identifier: Apache-2.0
# A person who let .env be read is asked apart where the same command then goes: tier 3, with the chain, and an
# approval of NETWORK_RISK for the session does not answer it. A read that was denied makes nothing of the next question.
. "$LIB/case.sh"
echo "TOKEN=x" >.env
cat >go.py <<'PYTHON'
import socket, sys
try:
    open(".env").read()
    print("read", flush=True)
except OSError:
    print("unread", flush=True)
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect((sys.argv[1], 9))
    print("connected", flush=True)
except OSError as error:
    print(error.strerror, flush=True)
PYTHON
session=chain
about_a_connect() { one_question_waits && [[ $(json_of "data[0]['what']") == connect* ]]; }
start_guarded --session "$session" -- bash -c 'bash -c "python3 go.py 192.0.2.7; true"; true'
wait_for_question
guard approve "$question_id" >/dev/null
until_true 20 about_a_connect || fail "no second question"
[[ $(json_of "data[0]['tier']") == 3 ]] || fail "of another tier: $QUESTION"
[[ $QUESTION == *"it read "*"/.env "*" ago in python"* ]] || fail "the chain is not told: $QUESTION"
guard approve-session --session "$session" --categories NETWORK_RISK >/dev/null
about_a_connect || fail "the session's approval answered it"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" "read
Operation not permitted"
start_guarded -- bash -c 'bash -c "python3 go.py 192.0.2.8; true"; true'
wait_for_question
guard deny "$question_id" >/dev/null
until_true 20 about_a_connect || fail "no second question"
[[ $(json_of "data[0]['tier']") == 2 && $QUESTION != *"it read"* ]] || fail "what was not read counts: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" "unread
Operation not permitted"
