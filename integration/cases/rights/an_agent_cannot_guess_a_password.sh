# SPDX-License-Identifier: Apache-2.0
# An agent types guesses ahead, more than a terminal holds, right ones among them: none is read as sudo's password.
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
printf 'version: 1\nextends: [default]\nsudo: {allow: [id -u]}\n' >policy.yaml
cat >guess.py <<'S'
import os, pty, select, sys, time
pid, fd = pty.fork()
if pid == 0: os.execv("/usr/bin/sudo", ["sudo", "id", "-u"])
os.set_blocking(fd, False)
left, seen, end = (sys.argv[1] + "\n").encode() * (12000 // (len(sys.argv[1]) + 1)), b"", time.monotonic() + 6
while time.monotonic() < end:
    readable, writable, _ = select.select([fd], [fd] if left else [], [], 0.2)
    try:
        if writable: left = left[os.write(fd, left):]
        if readable: seen += os.read(fd, 65536)
    except BlockingIOError: pass
    except OSError: break
open("guessed", "wb").write(seen)
print("guesses are over", flush=True)
os.kill(pid, 9)
S
cat >drive.py <<'S'
import os, sys
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
one.send("python3 -B guess.py \"$PASSWORD\"\n")
one.expect("keys are not shown")
one.expect("guesses are over"); one.prompt()
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy policy.yaml --on-ask deny -q -- || fail "guarded"
[[ -s guessed ]] || fail "sudo asked for nothing"
for told in Sorry incorrect $'\n0\r'; do
  [[ $(cat guessed) != *"$told"* ]] || fail "a guess was read: $(cat -v guessed | tail -5)"
done
