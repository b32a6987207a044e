# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# While a sink that hangs has its last moment, the name of the session is free for another one.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
receive tcp hang
sinks_policy "{name: siem, type: syslog, host: 127.0.0.1, port: $port, transport: tcp}"
for number in 1 2 3; do
  guard_run --session same -- /bin/echo "$number"
  assert_status 0
done
wait_for_closing
end_receiver
receive tcp
send_rest
assert_complete siem "$ARRIVED"
