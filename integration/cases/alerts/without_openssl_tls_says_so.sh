# SPDX-License-Identifier: Apache-2.0
# OpenSSL's library is loaded when TLS is needed. Where it cannot be loaded, an alert over https and the page with a
# certificate say what is missing; guard itself needs none of it.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
mkdir "$ROOM/none"
for version in 1.1 3 4; do : >"$ROOM/none/libssl.so.$version"; done
says="TLS needs OpenSSL's library"

serve ok
export LD_LIBRARY_PATH=$ROOM/none # from here on: the receiver has the real one
scheme=https
alerts_policy '  @HOOK@'
! guard alerts test --policy "$ALERTS" >"$OUT" 2>"$ERR" || fail "sent without TLS"
assert_says "$OUT" "webhook   failed: $says"
[[ ! -e $ROOM/received ]] || fail "it was sent: $(cat "$ROOM/received")"

! guard web --tls-cert "$ROOM/cert" --tls-key "$ROOM/key" </dev/null >"$OUT" 2>"$ERR" || fail "a page without TLS"
assert_says "$ERR" "$says"

scheme=http
alerts_policy '  @HOOK@'
guard alerts test --policy "$ALERTS" >"$OUT" 2>"$ERR" || fail "$(cat "$OUT")"
was_received "r['valid'] and r['alert']['test']"
