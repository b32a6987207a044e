# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# OTLP/HTTP logs: a collector that dies and comes back gets all; headers come from a file that the tree cannot read, the
# trace from TRACEPARENT; what the collector refuses is told.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
(umask 077 && printf '# a token\nAuthorization: Bearer s3cret-t0ken\n' >"$PLACE/otlp.headers")
receive otlp
end_receiver
otlp="type: otlp, url: \"http://127.0.0.1:$port/v1/logs\", headers_file: \"$PLACE/otlp.headers\""
sinks_policy "{name: otel, $otlp}"
export TRACEPARENT=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
survives_its_end otel otlp
assert_says "$PLACE/headers" "/v1/logs"
assert_says "$PLACE/headers" "Authorization: Bearer s3cret-t0ken"
python3 -B - "$ARRIVED" <<'PYTHON' || fail "not OTLP: $(head -c 600 "$ARRIVED")"
import json, sys
logs = [log for line in open(sys.argv[1], encoding="utf-8") for resource in json.loads(line)["resourceLogs"]
        for scope in resource["scopeLogs"] for log in scope["logRecords"]]
log = next(log for log in logs if "before-it" in log["body"]["stringValue"])
assert log["traceId"] == "0af7651916cd43dd8448eb211c80319c" and log["spanId"] == "b7ad6b7169203331", log
assert log["timeUnixNano"].isdigit() and log["severityNumber"] == 9 and log["eventName"].startswith("guard."), log
assert any(a["key"] == "guard.act" for a in log["attributes"]), log
PYTHON
unset TRACEPARENT
end_receiver
guard_run --on-ask deny -- cat "$PLACE/otlp.headers"
assert_status_not 0
wait_for_closing
receive otlp 503
! guard audit sinks send >"$OUT" 2>"$ERR" || fail "503 is taken for an answer"
assert_says "$OUT" "otel: failed: answered 503"
end_receiver
receive otlp partial
send_rest
guard audit sinks >"$OUT"
assert_says "$OUT" "the collector refused 1 of"
