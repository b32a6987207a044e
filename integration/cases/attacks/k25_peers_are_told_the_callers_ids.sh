# SPDX-License-Identifier: Apache-2.0
# A root guard acts for programs of other users: the other end of a Unix socket is told their ids,
# never root's, for a connect, for what listens, and for datagrams. Threat K25.
. "$LIB/case.sh"
[[ $UID -eq 0 ]] || skip "an ordinary user's guard has one user only"
chmod 711 "$CASE_ROOM" "$CASE_ROOM/home" "$WORKSPACE"
mkdir -m 777 shared
cat >peers.py <<'PYTHON'
import os, socket, struct, sys, threading
if "threads" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
os.setgroups([])
os.setresgid(65534, 65534, 65534)
os.setresuid(65534, 65534, 65534)
name = sys.argv[1]
address = "\0" + name[1:] if name[0] == "@" else name
def peer(s):
    return struct.unpack("iII", s.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1:]
door = socket.socket(socket.AF_UNIX)
door.bind(address)
door.listen(4)
guest = socket.socket(socket.AF_UNIX)
guest.connect(address)
print("server sees", peer(door.accept()[0]), "client sees", peer(guest))
room = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
room.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
room.bind(address + "d")
out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
out.sendto(b"x", address + "d")
sender = struct.unpack("iII", room.recvmsg(1, 100)[1][0][2])
print("receiver sees", sender[1:], "pid mine" if sender[0] == os.getpid() else "pid other")
PYTHON
for name in shared/a.sock @guard-case-$$; do
  for threads in "" threads; do
    guard_run --on-ask deny -- python3 peers.py $name $threads
    assert_content "$OUT" "server sees (65534, 65534) client sees (65534, 65534)
receiver sees (65534, 65534) pid mine"
    rm -f shared/*
  done
done
[[ $(stat -c %u shared) -eq 0 ]]
