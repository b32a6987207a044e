# SPDX-License-Identifier: Apache-2.0
# While guard's box asks for sudo's password, a program of the agent pushes the right one into the agent's terminal
# (TIOCSTI), key by key: sudo reads none of it.
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
printf 'version: 1\nextends: [default]\nsudo: {allow: [id -u]}\nsafe_mode: off\n' >policy.yaml
cat >push.py <<'S'
import fcntl, os, sys, termios, time
terminal, end, errors = os.open("/dev/tty", os.O_RDWR), time.monotonic() + 3, set()
open("began", "w").close()
while time.monotonic() < end:
    for key in sys.argv[1] + "\n":
        try: fcntl.ioctl(terminal, termios.TIOCSTI, key.encode())
        except OSError as error: errors.add(error.errno)
    time.sleep(0.1)
open("pushed", "w").write(f"{errors}\n")
S
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
one.send("python3 -B push.py \"$PASSWORD\" & sudo id -u >uid; echo over\n")
one.expect("keys are not shown")
while not os.path.exists("pushed"): time.sleep(0.1)
one.send("\x03")
one.expect("over")
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy policy.yaml --on-ask deny -q -- || fail "guarded"
assert_exists pushed
echo "note: errors of TIOCSTI: $(<pushed)"
[[ ! -s uid ]] || fail "sudo ran with a password that was pushed: uid $(<uid)"
