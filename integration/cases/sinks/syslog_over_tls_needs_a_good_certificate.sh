# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# Syslog over TLS goes to a server whose certificate is good for the name, by ca_file, and to no other.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
command -v openssl >/dev/null || skip "no openssl here to make a certificate with"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$PLACE/key" -out "$PLACE/cert" 2>/dev/null
cat "$PLACE/key" "$PLACE/cert" >"$PLACE/server.pem"
receive tls
end_receiver
sinks_policy "{name: siem, type: syslog, host: localhost, port: $port, ca_file: \"$PLACE/cert\"}"
survives_its_end siem tls
rm "$ARRIVED"
guard audit sinks forget siem
for sink in "host: localhost, port: $port" "host: 127.0.0.1, port: $port, ca_file: \"$PLACE/cert\""; do
  sinks_policy "{name: siem, type: syslog, $sink}"
  ! guard audit sinks send >"$OUT" 2>"$ERR" || fail "sent to whoever was there: $sink"
  assert_says "$OUT" "siem: failed: TLS: certificate verify failed"
done
[[ ! -e $ARRIVED ]] || fail "it was sent: $(cat "$ARRIVED")"
