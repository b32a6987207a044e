# SPDX-License-Identifier: Apache-2.0
# timeout: 240
# A server of syslog over TLS and a collector that want to know who comes get guard's certificate. The key is out of the
# tree's reach; a wrong, missing or open key and a certificate that nobody vouches for are one clear line each.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
command -v openssl >/dev/null || skip "no openssl here to make a certificate with"
certificate() { # NAME
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -addext subjectAltName=DNS:localhost \
    -keyout "$PLACE/$1.key" -out "$PLACE/$1.cert" 2>/dev/null
  chmod 600 "$PLACE/$1.key"
}
certificate server
certificate guard
certificate other
cat "$PLACE/server.key" "$PLACE/server.cert" >"$PLACE/server.pem"
cp "$PLACE/guard.cert" "$PLACE/client_ca"
own="cert_file: \"$PLACE/guard.cert\", key_file: \"$PLACE/guard.key\""
other="cert_file: \"$PLACE/other.cert\", key_file: \"$PLACE/other.key\""
sink_at() { # KIND MORE
  local ca="ca_file: \"$PLACE/server.cert\""
  [[ $1 == tls ]] && printf '{name: siem, type: syslog, host: localhost, port: %s, %s%s}' "$port" "$ca" "$2" ||
    printf '{name: siem, type: otlp, url: "https://localhost:%s/v1/logs", %s%s}' "$port" "$ca" "$2"
}
sends_nothing() { # WHAT IT SAYS
  ! guard audit sinks send >"$OUT" 2>"$ERR" || fail "it was sent: $(cat "$OUT")"
  [[ $(wc -l <"$OUT") -eq 1 ]] || fail "not one line: $(cat "$OUT")"
  [[ $(<"$OUT") == "siem: failed: "*"$1"* ]] || fail "it does not say $1: $(cat "$OUT")"
  [[ ! -e $ARRIVED ]] || fail "it arrived: $(cat "$ARRIVED")"
}
guard_run -- /bin/echo hello
wait_for_closing
for kind in tls otlps; do
  receive "$kind" client
  sinks_policy "$(sink_at "$kind" "")"
  sends_nothing ""
  sinks_policy "$(sink_at "$kind" ", $other")"
  sends_nothing ""
  sinks_policy "$(sink_at "$kind" ", ${own/guard.key/other.key}")"
  sends_nothing "key_file: key values mismatch"
  sinks_policy "$(sink_at "$kind" ", ${own/guard.cert/gone}")"
  sends_nothing "cert_file: "
  sinks_policy "$(sink_at "$kind" ", ${own/guard.key/gone}")"
  sends_nothing "key_file is not there"
  chmod 640 "$PLACE/guard.key"
  sinks_policy "$(sink_at "$kind" ", $own")"
  sends_nothing "key_file must be its owner's alone"
  chmod 600 "$PLACE/guard.key"
  guard_run -- /bin/echo "by-$kind"
  wait_for_closing
  send_rest
  has_arrived "by-$kind" || fail "it did not arrive: $(guard audit sinks)"
  assert_complete siem "$ARRIVED"
  end_receiver
  guard audit sinks forget siem
  rm "$ARRIVED"
done
openssl pkcs8 -topk8 -in "$PLACE/guard.key" -passout pass:secret -out "$PLACE/locked.key" 2>/dev/null
chmod 600 "$PLACE/locked.key"
sinks_policy "$(sink_at tls ", ${own/guard.key/locked.key}")"
sends_nothing "the key has a passphrase"

# The tree cannot read the key.
sinks_policy "$(sink_at tls ", $own")"
guard_run --on-ask deny -- cat "$PLACE/guard.key"
assert_status_not 0
assert_silent "$OUT" "PRIVATE KEY"
