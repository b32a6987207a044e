# SPDX-License-Identifier: Apache-2.0
# Other hosts ask, cloud metadata too, whatever a program thinks of proxies: it is the call that is
# judged. Threat 57.
. "$LIB/case.sh"
lines=(
  "$PROGRAMS/connect_inet 192.0.2.1 80" "$PROGRAMS/connect_inet ::ffff:192.0.2.1 80" "$PROGRAMS/connect_inet 2001:db8::1 80"
  "$PROGRAMS/connect_inet 169.254.169.254 80" "$PROGRAMS/connect_nonblocking 192.0.2.1 80"
  "python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 80), 2)'" 'exec 3<>/dev/tcp/192.0.2.1/80'
  "perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in(80, inet_aton(\"192.0.2.1\"))) or die \$!'"
)
! command -v curl >/dev/null || lines+=("curl -sS --noproxy '*' --max-time 2 http://192.0.2.1/" "no_proxy='*' curl -sS --max-time 2 http://192.0.2.1/" 'curl -sS --max-time 2 http://169.254.169.254/')
! command -v wget >/dev/null || lines+=('wget -T 2 -t 1 --no-proxy -O- http://192.0.2.1/')
for line in "${lines[@]}"; do
  guard_run --on-ask deny -- timeout 10 bash -c "$line"
  assert_status_not 0
  grep -qiE 'EPERM|not permitted|immediate connect fail|connect to' "$OUT" "$ERR" || fail "not refused: $line: $(cat "$OUT" "$ERR")"
  assert_silent "$OUT" ETIMEDOUT
done
assert_recorded "r['act'] == 'connect' and 'NETWORK_RISK' in r['categories'] and r['decision'] in ('ask', 'deny')"
"$PROGRAMS/loopback_server" port &
until_true 10 test -s port || fail "no server"
guard_run --on-ask deny -- bash -c "exec 3<>/dev/tcp/127.0.0.1/$(<port); cat <&3"
assert_content "$OUT" hello
