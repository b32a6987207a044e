# SPDX-License-Identifier: Apache-2.0
# A connection that happened is found by its host's name, in the record, its exports and the report, and the report tells
# the secrets that were read.
# timeout: 90
. "$LIB/case.sh"
with_undo
echo TOKEN=canary >.env
python3 -B - >"$CASE_ROOM/port" <<'PY' &
import socket, sys
with socket.socket() as door:
    door.bind(("127.0.0.1", 0))
    door.listen()
    print(door.getsockname()[1], flush=True)
    door.settimeout(60)
    try:
        door.accept()
    except TimeoutError:
        pass
PY
until_true 10 test -s "$CASE_ROOM/port"
port=$(<"$CASE_ROOM/port")
printf 'version: 1\nextends: [default]\nnetwork: {ask: ["127.0.0.1:%s"]}\n' "$port" >"$CASE_ROOM/ask.yaml"
start_guarded --policy "$CASE_ROOM/ask.yaml" --session reach -- bash -c "cat .env >/dev/null; exec 3<>/dev/tcp/127.0.0.1/$port"
wait_for_question
guard approve "$question_id" >/dev/null
first=$question_id
is_another() { wait_for_question && [[ $question_id != "$first" ]]; }
until_true 20 is_another || fail "the policy asks, and nobody is asked"
guard pending "$question_id" >"$CASE_ROOM/question"
assert_says "$CASE_ROOM/question" "A rule of the policy asks about it."
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
wait_for_closing
guard audit report reach >"$OUT"
assert_says "$OUT" "Secrets that were read, hosts that were reached"
sed -n '/hosts that were reached/,/What is left/p' "$OUT" >"$CASE_ROOM/reached"
assert_says "$CASE_ROOM/reached" "read $PWD/.env"
assert_says "$CASE_ROOM/reached" "port $port"
guard audit export --format ocsf | python3 -B -c '
import json, sys
for line in sys.stdin:
    event = json.loads(line)
    assert event["device"]["hostname"] and event["actor"]["session"]["uid"], event
    assert event["actor"]["user"]["name"] or event["message"] == "the session ended", event' || fail "an event without device or actor"
# The name, as npm and kin ask for one: nothing is let out here, so the record alone is looked at.
guard audit list --all --path 127.0.0.1 >"$OUT"
assert_says "$OUT" "connect to"
# A run whose guard is killed is told as such.
"$GUARD" run --session killed -- sleep 60 >/dev/null 2>&1 &
victim=$!
has_begun() { [[ $(guard audit list --all --session killed 2>/dev/null) == *'sleep 60'* ]]; }
until_true 20 has_begun || fail "it did not begin"
kill -9 "$victim"
has_ended() { [[ $(guard audit report killed 2>/dev/null) == *'guard run was killed'* ]]; }
until_true 30 has_ended || fail "the report does not tell: $(guard audit report killed | head -20)"
assert_recorded "r['session_id'] == 'killed' and r['kind'] == 'end' and r['effect'].get('killed') is True"
