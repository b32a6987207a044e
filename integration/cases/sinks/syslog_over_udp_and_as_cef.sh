# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# Syslog over UDP: where nobody listens the records wait; CEF is read back by its hashes.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
receive udp
end_receiver
sinks_policy "{name: siem, type: syslog, host: 127.0.0.1, port: $port, transport: udp}" \
  "{name: cef, type: file, path: \"$PLACE/cef\", format: cef}" \
  "{name: ocsf, type: file, path: \"$PLACE/ocsf\", format: ocsf}"
survives_its_end siem udp
assert_complete cef "$PLACE/cef"
grep -qE '^CEF:0\|guard\|guard\|[^|]+\|exec\|' "$PLACE/cef" || fail "no CEF: $(head -1 "$PLACE/cef")"
sed 2d "$PLACE/cef" >"$CASE_ROOM/without"
! guard audit sinks verify cef "$CASE_ROOM/without" >"$OUT" || fail "a missing line of CEF is not seen"
assert_complete ocsf "$PLACE/ocsf"
sed '1s/"message":"/"message":"other /' "$PLACE/ocsf" >"$CASE_ROOM/changed"
! guard audit sinks verify ocsf "$CASE_ROOM/changed" >"$OUT" || fail "a changed event is not seen"
assert_says "$OUT" ": changed:"
