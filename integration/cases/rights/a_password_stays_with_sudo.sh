# SPDX-License-Identifier: Apache-2.0
# While guard's box waits for sudo's password, programs of the tree can neither open the terminal that sudo reads
# it from nor the person's, give the terminal other rights, type a guess, nor end the box and go on as root.
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
cat >policy.yaml <<'P'
version: 1
extends: [default]
sudo: {allow: [id -u]}
P
cat >thief.py <<'S'
import glob, os, sys, time
found, closed = set(), {sys.argv[1]}  # the person's; sudo's has no rights
print("up", flush=True)
while not os.path.exists("enough"):
    for name in glob.glob("/dev/pts/[0-9]*"):
        try:
            if not os.stat(name).st_mode & 0o777: closed.add(name)
        except OSError: continue
        if name not in closed: continue
        for act in ("open", "chmod"):
            try:
                os.close(os.open(name, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)) if act == "open" else os.chmod(name, 0o600)
                found.add((act, name))
            except OSError: pass
    time.sleep(0.02)
if len(closed) < 2: found.add(("no terminal of", "sudo"))
open("found", "w").write("".join(f"{act} {name}\n" for act, name in sorted(found)))
S
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
one.send(f"python3 -B thief.py {one.name()} & sleep 1\n"); one.expect("up\n"); one.prompt()
one.send("sudo id -u\n")
one.expect("keys are not shown")
time.sleep(1)
one.send(os.environ["PASSWORD"] + "\r")
one.expect("\n0\n"); one.prompt()
one.run("touch enough; wait")
# A second one: its relay is killed at the box.
one.send("(sleep 2; kill -9 $(pgrep -u $UID -f '^sudo id')) & sudo id -u; echo status $?\n")
one.expect("keys are not shown")
one.expect("status 137"); one.prompt()
one.send("exit\n")
if os.environ["PASSWORD"] in one.all: raise SystemExit(one.all)
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy policy.yaml --on-ask deny -q -- || fail "guarded"
[[ -e found ]] || fail "the thief did not end"
! grep "^open\|^no" found || fail "opened: $(cat found)"
# Those of another guard are seen as well, and may be anybody's at that moment.
refused=$(guard audit list --json --limit 0 | grep -ao 'chmod 0600 /dev/pts/[0-9]*' | sort -u | wc -l)
[[ $refused -ge 2 ]] || fail "chmod was refused of $refused terminals"
