# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# rsyslog, over TCP with octet counting and over UDP, writes what arrives to a file; all of it is there, after it was
# killed and started again.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
command -v rsyslogd >/dev/null || skip "no rsyslogd here"
read -r port udp_port < <(python3 -c '
import socket
tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
for one in tcp, udp: one.bind(("127.0.0.1", 0))
print(tcp.getsockname()[1], udp.getsockname()[1])')
cat >"$PLACE/rsyslog.conf" <<CONF
global(maxMessageSize="256k" workDirectory="$PLACE" escapeControlCharactersOnReceive="off")
module(load="imtcp")
module(load="imudp")
input(type="imtcp" address="127.0.0.1" port="$port" ruleset="tcp")
input(type="imudp" address="127.0.0.1" port="$udp_port" ruleset="udp")
template(name="raw" type="string" string="%timegenerated% %hostname% %programname%: %msg%\n")
ruleset(name="tcp") { action(type="omfile" file="$PLACE/tcp" template="raw") }
ruleset(name="udp") { action(type="omfile" file="$PLACE/udp" template="raw") }
CONF
# shellcheck disable=SC2086  # more options, where it is not installed in its place
rsyslog() {
  rsyslogd -n -f "$PLACE/rsyslog.conf" -i "$PLACE/pid" ${RSYSLOG_OPTIONS:-} >"$PLACE/said" 2>&1 &
  receiver=$!
  listens() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
  until_true 10 listens || fail "rsyslogd does not listen: $(cat "$PLACE/said")"
}
rsyslog
sinks_policy "{name: tcp, type: syslog, host: 127.0.0.1, port: $port, transport: tcp}" \
  "{name: udp, type: syslog, host: 127.0.0.1, port: $udp_port, transport: udp}"
guard_run -- bash -c '/bin/echo first; sleep 2'
wait_for_closing
end_receiver
rm -f "$PLACE/pid"
guard_run -- /bin/echo while-gone
wait_for_closing
! guard audit sinks send >"$OUT" 2>"$ERR" || fail "sent to nobody: $(cat "$OUT")"
rsyslog
send_rest
for sink in tcp udp; do
  all_came() { guard audit sinks verify "$sink" "$PLACE/$sink" >"$OUT" 2>&1; }
  until_true 10 all_came || fail "$sink: $(cat "$OUT")"
  grep -q while-gone "$PLACE/$sink" || fail "$sink lost what came meanwhile"
done
