# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# A sink of type journald speaks its native protocol; a journal that is restarted gets all, and records that are too
# large for a datagram.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
sinks_policy "{name: journal, type: journald, path: \"$PLACE/journal\"}"
survives_its_end journal journald
python3 -B - "$ARRIVED" <<'PYTHON' || fail "not the fields: $(head -1 "$ARRIVED")"
import json, sys
entries = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
entry = next(e for e in entries if "before-it" in e["MESSAGE"] and e["GUARD_ACT"] == "exec" and "/bin/echo" in e["MESSAGE"])
record = json.loads(entry["GUARD_RECORD"])
assert entry["GUARD_SESSION"] == record["session_id"] and entry["GUARD_SEQ"] == str(record["seq"]), entry
assert entry["SYSLOG_IDENTIFIER"] == "guard" and entry["PRIORITY"] == "6", entry
PYTHON
# Larger than what a socket takes at once.
printf -v long '%0.sx' {1..90000}
guard_run -- /bin/echo "$long" "$long" "$long"
wait_for_closing
send_rest
assert_complete journal "$ARRIVED"
