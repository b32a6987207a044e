# SPDX-License-Identifier: Apache-2.0
# A secret that a program has read as its owner lies in the program's memory: no other process of
# the tree reads it there, by a call or as its tracer.
. "$LIB/case.sh"
command -v curl >/dev/null || skip "no curl here"
printf 'machine 127.0.0.1 login me password canary-%s\n' "$$" >"$HOME/.netrc"
chmod 600 "$HOME/.netrc"
cat >reach.py <<'PY'
import ctypes, errno, os, re, socket, subprocess, sys
ATTACH, SEIZE, OPENAT2, WALL = 16, 0x4206, 437, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def say(what, result):
    print(what, "done" if result >= 0 else errno.errorcode[ctypes.get_errno()], flush=True)
def areas(pid):
    for line in open(f"/proc/{pid}/maps"):
        begin, end, mode = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
        if mode.startswith("rw"): yield int(begin, 16), int(end, 16)
def vectors(pid):
    for begin, end in areas(pid):
        bytes_ = ctypes.create_string_buffer(end - begin)
        ours, theirs = Vector(ctypes.addressof(bytes_), end - begin), Vector(begin, end - begin)
        yield bytes_, (pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0)
def read(pid):
    for bytes_, words in vectors(pid):
        result = libc.process_vm_readv(*words)
        if b"canary-" in bytes_.raw: print("the secret was seen")
    say("read", result)
def write(pid):
    byte = ctypes.create_string_buffer(b"x")
    ours, theirs = Vector(ctypes.addressof(byte), 1), Vector(1 << 40, 1)  # there is nothing there
    say("write", libc.process_vm_writev(pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0))
def attach(pid): say("attach", libc.ptrace(ATTACH, pid, None, None))
def seize(pid): say("seize", libc.ptrace(SEIZE, pid, None, None))
def openat2(pid):
    how = (ctypes.c_uint64 * 3)(os.O_RDONLY, 0, 0)
    say("openat2", libc.syscall(OPENAT2, -100, f"/proc/{pid}/mem".encode(), how, 24))
def memory(pid):
    try: os.open(f"/proc/{pid}/mem", os.O_RDWR); print("memory done")
    except OSError as error: print("memory", errno.errorcode[error.errno])
server = socket.create_server(("127.0.0.1", 0))
owner = subprocess.Popen(["curl", "-sn", f"http://127.0.0.1:{server.getsockname()[1]}/"])
connection = server.accept()[0]
request = connection.recv(4096)  # it has read by now, and waits for an answer
if b"Authorization" not in request: print("it has read nothing")
for how in (read, write, attach, seize, openat2, memory): how(owner.pid)
owner.kill()
PY
guard_run --on-ask deny -- python3 reach.py
for how in read write attach seize openat2 memory; do assert_says "$OUT" "$how EPERM"; done
assert_silent "$OUT" seen
assert_silent "$OUT" nothing
assert_says "$ERR" "read a secret"
assert_recorded "r['rule'] == 'secrets.memory' and r['decision'] == 'deny'"
