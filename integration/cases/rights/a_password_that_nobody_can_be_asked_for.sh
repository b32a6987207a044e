# SPDX-License-Identifier: Apache-2.0
# Where guard's front has no room for one more command that may read a password, that command's terminal is closed at
# once: sudo does not wait for minutes, nothing that the agent types is read, and lines on the terminal and at the end
# say why.
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
cat >drive.py <<'S'
import os, resource, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
resource.prlimit(one.pid, resource.RLIMIT_NOFILE, (8, 1024))
began = time.monotonic()
one.send("sudo id -u; echo status $?\n")
one.expect("guard: nobody can be asked for this password")
one.expect("status 1"); one.prompt()
if time.monotonic() - began > 10: raise SystemExit("it waited")
one.send(f"(sleep 1; echo {os.environ['PASSWORD']}) | sudo id -u 2>&1 | cat; echo over\n"); one.expect("over\n"); one.prompt()
resource.prlimit(one.pid, resource.RLIMIT_NOFILE, (1024, 1024))
one.send("sudo id -u\n"); one.expect("keys are not shown"); one.send(os.environ["PASSWORD"] + "\r"); one.expect("\n0\n"); one.prompt()
one.send("exit\n")
one.expect("guard: nobody could be asked for the password of sudo id -u")
if one.all.count("\n0\n") != 1: raise SystemExit(one.all)
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy "$UNASKED" -q -- || fail "guarded"
