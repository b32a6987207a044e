# SPDX-License-Identifier: Apache-2.0
# timeout: 300
# Receivers that answer late, never, too much, half, elsewhere or in another protocol: one clear line each, nothing counts
# as sent that was not taken, acts go on, and a good receiver gets all in the end.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
receive otlp
end_receiver
otlp="{name: far, type: otlp, url: \"http://127.0.0.1:$port/v1/logs\"}"
tcp="{name: far, type: syslog, host: 127.0.0.1, port: $port, transport: tcp}"
says() { # KIND HOW TEXT
  receive "$1" "$2"
  ! guard audit sinks send >"$OUT" 2>"$ERR" || fail "$1 $2 counts as taken"
  [[ $(wc -l <"$OUT") -eq 1 && ! -s $ERR ]] || fail "$2: not one line: $(cat "$OUT" "$ERR")"
  [[ $(<"$OUT") == "far: failed: "*"$3"* ]] || fail "$2 says: $(cat "$OUT")"
  end_receiver
}
sinks_policy "$otlp"
guard_run -- /bin/echo first
assert_status 0
wait_for_closing
says otlp redirect "answered 307, and guard follows no redirect"
says otlp 400 "answered 400"
says otlp 413 "answered 413"
says otlp long_head "no answer: header limit exceeded"
says otlp no_http "no answer: "
says otlp cut "no answer: "
says otlp silent "no answer within 10 s"
says otlp slow "no answer within 10 s"
# All that the collector has taken counts, whatever else it says.
receive otlp large
send_rest
end_receiver
assert_complete far "$ARRIVED"
rm "$ARRIVED"
guard audit sinks forget far

sinks_policy "$tcp"
says tcp keep_open "it does not close the connection, so what it read is not known: no end within 10 s"
says tcp flood "no end within 10 s"
says tcp reset ""
# One that hangs up in the middle of a session holds up nothing.
receive tcp keep_open
began=$(date +%s%N)
guard_run -- bash -c 'for i in 1 2 3; do /bin/echo "$i"; done; echo went >on'
took=$((($(date +%s%N) - began) / 1000000))
assert_status 0
assert_exists on
((took < 8000)) || fail "it took $took ms"
wait_for_closing
end_receiver
[[ ! -e $ARRIVED ]] || fail "it kept something: $(cat "$ARRIVED")"
receive tcp
send_rest
assert_complete far "$ARRIVED"
