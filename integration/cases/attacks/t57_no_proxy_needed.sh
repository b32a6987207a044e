# SPDX-License-Identifier: Apache-2.0
# Other hosts ask, cloud metadata too; by name of the program or by the call alone. 57, 58.
. "$LIB/case.sh"
for line in "$PROGRAMS/connect_inet 192.0.2.1 80" "$PROGRAMS/connect_inet ::ffff:192.0.2.1 80" \
  "$PROGRAMS/connect_inet 169.254.169.254 80" "$PROGRAMS/connect_nonblocking 192.0.2.1 80" \
  "python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 80), 2)'" 'exec 3<>/dev/tcp/192.0.2.1/80'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_status_not 0
  grep -qE 'EPERM|not permitted' "$OUT" "$ERR" || fail "not refused: $line: $(cat "$OUT" "$ERR")"
done
assert_recorded "r['act'] == 'connect' and 'NETWORK_RISK' in r['categories'] and r['decision'] in ('ask', 'deny')"
