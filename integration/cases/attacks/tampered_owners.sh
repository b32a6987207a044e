# SPDX-License-Identifier: Apache-2.0
# An owner of a secret whose memory another process may write, or whom it traces, owns nothing any
# more, also when the other has let go: who knows what it runs.
. "$LIB/case.sh"
mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f "$HOME/.ssh/id_ed25519"
cat >reach.py <<'PY'
import ctypes, os, subprocess, sys
ATTACH, DETACH, SEIZE, WALL = 16, 17, 0x4206, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def write(pid):
    byte = ctypes.create_string_buffer(b"x")
    ours, theirs = Vector(ctypes.addressof(byte), 1), Vector(1 << 40, 1)  # there is nothing there
    libc.process_vm_writev(pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0)
def attach(pid):
    if libc.ptrace(ATTACH, pid, None, None) != 0: sys.exit("not attached: " + os.strerror(ctypes.get_errno()))
    os.waitpid(pid, WALL)
    libc.ptrace(DETACH, pid, None, None)
def traceme():
    libc.ptrace(0, 0, None, None)
how = sys.argv[1]
owner = subprocess.Popen(["ssh-keygen", "-y"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
def memory(pid):
    open(f"/proc/{pid}/mem", "r+b").close()
{"none": lambda pid: None, "write": write, "attach": attach, "memory": memory}[how](owner.pid)
print(owner.communicate(os.environ["HOME"] + "/.ssh/id_ed25519\n")[0])
PY
guard_run --on-ask deny -- python3 reach.py none
assert_says "$OUT" "ssh-ed25519 AAAA"
# Where guard traces the tree nobody else can.
hows=(write memory)
[[ ${GUARD_BACKEND:-} == ptrace ]] || hows+=(attach)
for how in "${hows[@]}"; do
  guard_run --on-ask deny -- python3 reach.py "$how"
  assert_silent "$ERR" "not attached"
  assert_silent "$OUT" "ssh-ed25519 AAAA"
  assert_says "$OUT" "it may hold a secret"
done
