# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A receiver that takes connections and reads nothing delays no act and no end; the records wait.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
receive tcp hang
sinks_policy "{name: siem, type: syslog, host: 127.0.0.1, port: $port, transport: tcp}" \
  "{name: local, type: file, path: \"$PLACE/local\"}"
began=$(date +%s%N)
guard_run -- bash -c 'for i in 1 2 3 4 5; do /bin/echo "$i"; done; echo went >on'
took=$((($(date +%s%N) - began) / 1000000))
assert_status 0
assert_exists on
((took < 8000)) || fail "it took $took ms"
wait_for_closing
until_true 10 nothing_waits local || fail "the other sink was held up: $(guard audit sinks)"
assert_complete local "$PLACE/local"
[[ $(sink_json siem sent) == 0 ]] || fail "unread counts as sent: $(guard audit sinks)"
end_receiver
receive tcp
send_rest
assert_complete siem "$ARRIVED"
