# SPDX-License-Identifier: Apache-2.0
# Every record of a session of many kinds of acts is one OCSF event a line, with what its class requires.
. "$LIB/case.sh"
precious tmp_a/one kept
start_guarded -- bash -c 'rm -rf tmp_a; /bin/echo x; chmod 600 kept; mv kept moved; ln moved more; exec 3<>/dev/tcp/192.0.2.7/443'
wait_for_question
guard approve "$question_id"
for _ in {1..40}; do
  ! one_question_waits || guard deny "$question_id" >/dev/null 2>&1 || true
  kill -0 "$guard_pid" 2>/dev/null || break
  sleep 0.1
done
finish_guarded
wait_for_closing
audit_records >"$CASE_ROOM/records"
guard audit export --format ocsf >"$CASE_ROOM/events"
python3 - "$CASE_ROOM/records" "$CASE_ROOM/events" <<'PY'
import json, sys
records, events = ([json.loads(line) for line in open(name)] for name in sys.argv[1:])
assert len(records) == len(events) > 4
common = {"activity_id", "category_uid", "class_uid", "type_uid", "time", "severity_id", "metadata"}
required = {1001: {"actor", "device", "file"}, 1003: {"actor", "device", "kernel"},
            1007: {"actor", "device", "process"}, 3004: {"actor", "entity"}, 4001: {"dst_endpoint"}, 0: set()}
for record, event in zip(records, events):
    missing = (common | required[event["class_uid"]]) - set(event)
    assert not missing, (missing, event)
    assert event["type_uid"] == event["class_uid"] * 100 + event["activity_id"]
    assert event["metadata"]["uid"] == record["request_id"]
    assert event["metadata"]["product"]["version"], event["metadata"]
    if record["act"] == "answer":
        assert event["class_uid"] == 3004 and event["actor"]["user"]["name"] == record["answer_by"], event
    assert event["metadata"]["product"]["vendor_name"] and event["metadata"]["version"] == "1.1.0"
    assert (event.get("disposition") == "Blocked") == (record["outcome"] == "refused" and event["class_uid"] != 0)
seen = {event["class_uid"] for event in events}
assert {0, 1001, 1007, 3004} <= seen, seen
PY
