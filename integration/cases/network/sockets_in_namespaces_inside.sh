# SPDX-License-Identifier: Apache-2.0
# In a user and network namespace that the tree made, sockets work as bare: its own loopback is set up,
# raw sockets are its own, names and paths reach its own servers. Hosts are asked about as everywhere.
. "$LIB/case.sh"
unshare -Urn true 2>/dev/null || skip "user namespaces are not to be had here"
cat >inside.py <<'PYTHON'
import fcntl, os, socket, struct, sys, threading
if "threads" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
def say(what, act):
    try:
        print(what, act())
    except OSError as error:
        print(what, error.strerror)
def udp(address, port=9):
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    return out.sendto(b"x", (address, port))
plain = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
say("up", lambda: fcntl.ioctl(plain, 0x8914, struct.pack("16sH22x", b"lo", 0x49)) and "done")
say("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1) and "done")
route = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
say("route", lambda: route.sendto(struct.pack("=IHHIIBxHiII", 32, 16, 5, 7, 0, 0, 0, 1, 0x41, 1), (0, 0)))
say("answer", lambda: struct.unpack_from("=i", route.recv(4096), 16)[0])
say("loopback", lambda: udp("127.0.0.1"))
door = socket.socket(); door.bind(("127.0.0.1", 0)); door.listen(1)
say("tcp", lambda: socket.create_connection(door.getsockname()) and "done")
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    for name in ("./inside.sock", "\0guard-inside"):
        server = socket.socket(socket.AF_UNIX, kind); server.bind(name)
        if kind == socket.SOCK_STREAM: server.listen(1)
        guest = socket.socket(socket.AF_UNIX, kind)
        say("unix", lambda: guest.connect(name) or guest.sendmsg([b"x"]))
        if name[0] == ".": os.unlink(name)
r, w = socket.socketpair()
w.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", 1))])
say("descriptor", lambda: len(r.recvmsg(1, 64)[1]))
PYTHON
for threads in "" threads; do
  unshare -Urn python3 inside.py $threads >bare
  guard_run --on-ask deny -- unshare -Urn python3 inside.py $threads
  diff bare "$OUT" || fail "not as bare ($threads)"
done
cat >outside.py <<'PYTHON'
import socket
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 9))
except OSError as error:
    print(error.strerror)
PYTHON
guard_run --on-ask deny -- unshare -Ur python3 outside.py
assert_content "$OUT" "Operation not permitted"
