# SPDX-License-Identifier: Apache-2.0
# An option, or a message beside the bytes, that leads packets by another host than the judged one is
# refused, on sockets of both versions. Threat 59.
. "$LIB/case.sh"
cat >route.py <<'PYTHON'
import socket, struct
def say(what, act):
    try:
        act()
        print(what, "done")
    except OSError as error:
        print(what, error.strerror)
old = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
new = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
loose = bytes([131, 7, 4]) + socket.inet_aton("127.0.0.2") + b"\0"
segments = bytes([0, 4, 4, 1, 1, 0, 0, 0]) + socket.inet_pton(socket.AF_INET6, "::1") * 2
home = bytes([0, 2, 2, 1, 0, 0, 0, 0]) + socket.inet_pton(socket.AF_INET6, "::1")
label = socket.inet_pton(socket.AF_INET6, "::1") + struct.pack("=IBBHHHI", 0, 0, 1, 3, 6, 0, 0)
door = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
door.bind(("::1", 0))
say("IP_OPTIONS", lambda: old.setsockopt(0, 4, loose))
say("IPV6_RTHDR", lambda: new.setsockopt(41, 57, segments))
say("IPV6_2292RTHDR", lambda: new.setsockopt(41, 5, segments))
say("IPV6_2292PKTOPTIONS", lambda: new.setsockopt(41, 6, b""))
say("IPV6_FLOWLABEL_MGR", lambda: new.setsockopt(41, 32, label))
say("beside", lambda: new.sendmsg([b"x"], [(41, 57, home)], 0, door.getsockname()))
say("beside, old", lambda: old.sendmsg([b"x"], [(0, 7, loose)], 0, ("127.0.0.1", door.getsockname()[1])))
say("plain", lambda: new.sendmsg([b"x"], [(41, 67, struct.pack("=i", 0))], 0, door.getsockname()))
PYTHON
python3 route.py >bare
assert_says bare "IPV6_RTHDR done"
guard_run --on-ask deny -- python3 route.py
[[ $(grep -c "Operation not permitted" "$OUT") -eq 7 ]] || fail "$(<"$OUT")"
assert_says "$OUT" "plain done"
