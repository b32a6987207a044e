# SPDX-License-Identifier: Apache-2.0
# An act on the network that only root could do is asked about or lacks the power: raw sockets,
# requests to interfaces, firewall tables, netlink. An ordinary user gets the kernel's own refusal.
# In a network namespace of the case's own.
. "$LIB/case.sh"
cat >setup.py <<'PYTHON'
import fcntl, socket, struct
def say(what, act):
    try:
        act()
        print(what, "done")
    except OSError as error:
        print(what, error.strerror)
say("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
say("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0))
plain = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
request = struct.pack("16sH22x", b"lo", 0)
say("reading flags", lambda: fcntl.ioctl(plain, 0x8913, request))
say("setting flags", lambda: fcntl.ioctl(plain, 0x8914, request))
say("tables", lambda: plain.setsockopt(0, 64, bytes(100)))
route = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
def ask(kind, flags, body):
    message = struct.pack("=IHHII", 16 + len(body), kind, flags, 7, 0) + body
    for send in (lambda: route.send(message), lambda: route.sendto(message, (0, 0)),
                 lambda: route.sendmsg([message], [], 0, (0, 0))):
        send()
        answer = route.recv(65536)
        if struct.unpack_from("=H", answer, 4)[0] == 2 and struct.unpack_from("=i", answer, 16)[0]:
            raise OSError(-struct.unpack_from("=i", answer, 16)[0],
                          __import__("os").strerror(-struct.unpack_from("=i", answer, 16)[0]))
link = struct.pack("=BxHiII", 0, 0, 1, 0, 0)
say("netlink reading", lambda: ask(18, 1, link))
say("netlink setting", lambda: ask(16, 5, struct.pack("=BxHiII", 0, 0, 1, 0, 1)))
PYTHON
refused="raw Operation not permitted
packet Operation not permitted
reading flags done
setting flags Operation not permitted
tables Operation not permitted
netlink reading done
netlink setting Operation not permitted"
if [[ $UID -ne 0 ]]; then
  guard_run --on-ask deny -- python3 setup.py
  assert_content "$OUT" "$refused"
  assert_nothing_asked
  exit 0
fi
in_namespace() { unshare -n "$GUARD" run "$@" >"$OUT" 2>"$ERR" </dev/null; }
in_namespace --on-ask deny -- python3 setup.py
assert_content "$OUT" "$refused"
for rule in raw table interface; do
  assert_recorded "r['act'] == 'system' and r['decision'] == 'deny' and '$rule' in r['result_summary']"
done
command -v ip >/dev/null || skip "no ip(8) to try an approved set-up with"
# An approved start covers what the program then sets up.
(unshare -n bash -c '"$GUARD" run -- ip link set lo up && ip link show lo' >"$OUT" 2>"$ERR" </dev/null) &
runner=$!
wait_for_question
guard approve "$question_id" --confirm CONFIRM
wait "$runner" || fail "ip failed"
assert_says "$OUT" "LOOPBACK,UP"
