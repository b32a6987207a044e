# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# Syslog over TCP: a server that dies and comes back gets all, in RFC 5424, counted by octets; its death is told once,
# and holds up nothing.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
receive tcp
end_receiver
sinks_policy "{name: siem, type: syslog, host: 127.0.0.1, port: $port, transport: tcp}"
survives_its_end siem tcp
grep -qE '^<1(08|09|10)>1 [0-9T:.-]+Z [^ ]+ guard [0-9-]+ exec - \{' "$ARRIVED" || fail "no RFC 5424: $(head -1 "$ARRIVED")"
# A record that is taken out, however often it came, is named.
grep -vxF -- "$(sed -n 1p "$ARRIVED")" "$ARRIVED" >"$CASE_ROOM/without"
! guard audit sinks verify siem "$CASE_ROOM/without" >"$OUT" || fail "what is missing is not seen"
assert_says "$OUT" ": missing:"
