# SPDX-License-Identifier: Apache-2.0
# A sudo that reads a password: guard's own box asks for it on the person's terminal, names the command, shows
# no key, and gives it to sudo alone. A wrong one is asked for again, as without guard.
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
password = os.environ["PASSWORD"]
def started():
    terminal = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
    terminal.send("PS1='ready> '\n")
    terminal.prompt(), terminal.prompt()
    return terminal
one = started()
one.send("sudo id -u\n")
one.expect("password, for: sudo id -u" if len(sys.argv) > 1 else "assword for nobody")
if len(sys.argv) > 1:
    one.expect("[sudo] password for nobody:")
    one.expect("keys are not shown")
one.send("wrong\r")
one.expect("Sorry, try again")
one.expect("keys are not shown" if len(sys.argv) > 1 else "assword for nobody")
one.send(password + "\r")
one.expect("\n0\n")
one.prompt()
one.run("sudo -n true 2>&1 | cat", "sudo: a password is required" if len(sys.argv) > 1 else None)
asks = "keys are not shown" if len(sys.argv) > 1 else "assword for nobody"
one.send("sudo -k; sudo id -u; echo status $?\n")
for _ in range(3):
    one.expect(asks)
    one.send("bad\r")
one.expect("3 incorrect password attempts")
one.expect("status 1"); one.prompt()
one.send("sudo -k; sudo echo reached\n")
one.expect(asks)
time.sleep(0.5); one.send("\x03")
one.prompt()
if "\nreached" in one.all: raise SystemExit(f"it ran: {one.all}")
for secret in (password, "wrong"):
    if secret in one.all: raise SystemExit(f"it was shown: {one.all}")
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py || fail "bare"
python3 -B drive.py "$GUARD" run --policy "$UNASKED" -q -- || fail "guarded"
