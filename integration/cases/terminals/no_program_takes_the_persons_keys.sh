# SPDX-License-Identifier: Apache-2.0
# A guarded program cannot open the person's terminal to take keys away from guard, and where it can (root) and sets
# the terminal so that only `y` and Enter come through, typing still approves nothing. The right to read comes back
# with the end of guard run, also when that is killed.
. "$LIB/case.sh"
. "$LIB/screen.sh"
mkdir canary && echo keep >canary/file
cat >take.py <<'PY'
import fcntl, os, sys, termios as t, time
while not os.path.exists("name"):
    time.sleep(0.05)
name = open("name").read()
try:
    fd = os.open(name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    print("opened it", flush=True)
except PermissionError:
    print("may not open it", flush=True)
    fd = -1
try:
    os.chmod(name, 0o600)
    print("changed it", flush=True)
except PermissionError:
    print("may not change it", flush=True)
if len(sys.argv) > 1:
    if os.fork() == 0:
        os.execvp("rm", ["rm", "-rf", "canary"])
    time.sleep(0.5)
    set_to = t.tcgetattr(fd)
    set_to[0] |= t.ICRNL
    set_to[3] = t.ICANON
    set_to[6] = [b"\0"] * 32
    set_to[6][t.VEOL] = b"y"
    t.tcsetattr(fd, t.TCSANOW, set_to)
    while os.waitpid(-1, os.WNOHANG)[0] == 0:
        if fcntl.ioctl(fd, t.FIONREAD, b"\0" * 4) == b"\0" * 4:
            t.tcflush(fd, t.TCIFLUSH)
        time.sleep(0.01)
PY
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "the person's terminal"
import os, pty, signal, stat, time
from raw_terminal import RawTerminal
root = os.geteuid() == 0

def mode(name): return stat.S_IMODE(os.stat(name).st_mode)
def until(true, what):
    for _ in range(100):
        if true():
            return
        time.sleep(0.1)
    raise SystemExit(what)
def start(*words):
    if os.path.exists("name"):
        os.remove("name")
    terminal = RawTerminal([os.environ["GUARD"], "run", "--", *words])
    with open("name.new", "w") as file:
        file.write(terminal.name())
    os.rename("name.new", "name")
    return terminal
before = mode(os.ttyname(pty.openpty()[1]))

terminal = start("bash", "-c", "python3 take.py; sleep 60")
terminal.until(b"open")
name = terminal.name()
if not root:
    terminal.until(b"may not open it")
    if mode(name) != before & ~0o444:
        raise SystemExit(f"its rights are {mode(name):o}")
terminal.until(b"[n] deny")  # to change its rights is asked about
os.kill(terminal.pid, signal.SIGKILL)
until(lambda: mode(name) == before, "the right to read did not come back after a kill")
terminal.end()

terminal = start("sleep", "1")
name = terminal.name()
if not root:
    until(lambda: mode(name) == before & ~0o444, "the right to read stayed")
while terminal.read(0.2):
    pass
until(lambda: mode(name) == before, "the right to read did not come back at the end")
terminal.end()

# Root is not held by rights.
if root:
    terminal = start("python3", "take.py", "rm")
    terminal.until(b"[n] deny")
    terminal.read(2)
    terminal.send(b"n")  # the change of the rights
    terminal.until(b"may not change it")
    terminal.until(b"rm -rf canary")
    terminal.read(2)
    for key in "no! why should it go at all\r":
        terminal.send(key.encode())
        terminal.read(0.12)
    terminal.read(1)
    if not os.path.exists("canary/file"):
        raise SystemExit(f"typing approved: {terminal.bytes[-300:]!r}")
    terminal.end()
PYTHON
assert_exists canary/file
