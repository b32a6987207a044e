# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# The bodies of OTLP, JSON and protobuf, packed by gzip and not, are read by OpenTelemetry's own code for its definitions
# (npm, integration/otlp): it finds the same log records in both, no field that it does not know, and writes the same bytes.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
[[ -n $OTLP_MODULES ]] || skip "npm is out of reach: OpenTelemetry's definitions are not installed"
command -v node >/dev/null || skip "no node here"
receive otlp
end_receiver
export TRACEPARENT=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
sinks=()
for encoding in json protobuf; do
  for compression in none gzip; do
    sinks+=("{name: $encoding-$compression, type: otlp, url: \"http://127.0.0.1:$port/v1/logs\", encoding: $encoding, compression: $compression}")
  done
done
sinks_policy "${sinks[@]}"
guard_run -- bash -c '/bin/echo first; rm -f nothing; /bin/echo $'"'\\xff'"' last'
wait_for_closing
for number in 0 1 2 3; do
  sinks_policy "${sinks[number]}"
  receive otlp
  send_rest
  end_receiver
  name=${sinks[number]#"{name: "}
  name=${name%%,*}
  mv "$PLACE/body" "$PLACE/$name"
  mv "$PLACE/headers" "$PLACE/$name.headers"
  assert_complete "$name" "$ARRIVED"
  rm "$ARRIVED"
done
assert_says "$PLACE/protobuf-gzip.headers" "Content-Type: application/x-protobuf"
assert_says "$PLACE/protobuf-gzip.headers" "Content-Encoding: gzip"
assert_says "$PLACE/json-none.headers" "Content-Type: application/json"
assert_silent "$PLACE/json-none.headers" "Content-Encoding"
for encoding in json protobuf; do
  gzip -dc <"$PLACE/$encoding-gzip" >"$PLACE/unpacked"
  cmp "$PLACE/unpacked" "$PLACE/$encoding-none" || fail "gzip changed what was sent"
  (($(stat -c %s "$PLACE/$encoding-gzip") * 3 < $(stat -c %s "$PLACE/$encoding-none"))) || fail "$encoding is hardly packed"
done
cat >"$CASE_ROOM/defined.js" <<'JS'
const fs = require("fs");
const assert = require("assert");
const [modules, json, protobuf] = process.argv.slice(2);
const root = require(modules + "/@opentelemetry/otlp-transformer/build/src/generated/root.js");
const Request = root.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
// Ids are bytes there, and hex digits in JSON.
const hex = (key, value) => value && value.type === "Buffer" ? Buffer.from(value.data).toString("hex") : value;
const plain = (message) => JSON.parse(JSON.stringify(Request.toObject(message, {longs: String, enums: Number})), hex);
const sent = fs.readFileSync(protobuf);
const fromProtobuf = Request.decode(sent);
// In JSON, ids are hex digits; fromObject() would take them for base64.
const bytes = (key, value) => (key === "traceId" || key === "spanId") ? Buffer.from(value, "hex") : value;
const object = JSON.parse(fs.readFileSync(json, "utf8"), bytes);
const fromJson = Request.fromObject(object);
assert.strictEqual(Request.verify(fromJson), null);
// A field that the definitions do not know would be gone here.
assert.deepStrictEqual(plain(fromJson), JSON.parse(fs.readFileSync(json, "utf8")));
assert.deepStrictEqual(plain(fromProtobuf), plain(fromJson));
assert.ok(Buffer.from(Request.encode(fromProtobuf).finish()).equals(sent), "other bytes");
const logs = plain(fromProtobuf).resourceLogs[0].scopeLogs[0].logRecords;
assert.ok(logs.length >= 3 && logs.every((log) => log.traceId === "0af7651916cd43dd8448eb211c80319c"), "no trace");
console.log(logs.length + " log records");
JS
node "$CASE_ROOM/defined.js" "$OTLP_MODULES" "$PLACE/json-none" "$PLACE/protobuf-none" >"$OUT" 2>"$ERR" ||
  fail "not what OpenTelemetry defines: $(cat "$ERR")"
assert_says "$OUT" "log records"
