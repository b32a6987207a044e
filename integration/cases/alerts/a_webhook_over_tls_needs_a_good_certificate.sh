# SPDX-License-Identifier: Apache-2.0
# Over https the certificate must be good for the name; then an alert comes, signed.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
command -v openssl >/dev/null || skip "no openssl here to make a certificate with"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$ROOM/key" -out "$ROOM/cert" 2>/dev/null
cat "$ROOM/key" "$ROOM/cert" >"$ROOM/server.pem"
serve ok
scheme=https
alerts_policy '  @HOOK@'
! guard alerts test --policy "$ALERTS" >"$OUT" 2>"$ERR" || fail "sent to whoever was there"
assert_says "$OUT" "webhook   failed: TLS: certificate verify failed"
[[ ! -e $ROOM/received ]] || fail "it was sent: $(cat "$ROOM/received")"
SSL_CERT_FILE=$ROOM/cert guard alerts test --policy "$ALERTS" >"$OUT" 2>"$ERR" || fail "$(cat "$OUT")"
assert_says "$OUT" "webhook   answered 200"
was_received "r['valid'] and r['alert']['test']"
sed -i s/localhost/127.0.0.1/ "$ALERTS"
! SSL_CERT_FILE=$ROOM/cert guard alerts test --policy "$ALERTS" >"$OUT" 2>"$ERR" || fail "good for another name"
