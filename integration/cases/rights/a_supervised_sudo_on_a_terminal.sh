# SPDX-License-Identifier: Apache-2.0
# A sudo under a guard of root's own on a terminal: guard's box asks for its password, the command sees the terminal,
# keys reach it, Ctrl-C and Ctrl-Z mean what they mean.
. "$LIB/case.sh"
export SUDOER_SETUP='mount -t tmpfs none /root'
SUDOERS=$'Defaults:nobody !use_pty\nnobody ALL=(ALL:ALL) ALL\nDefaults!/usr/bin/env use_pty'
. "$LIB/sudoer.sh"
[[ $(stat -c %u "$(readlink -f "$GUARD")") == 0 ]] || skip "guard is not root's here"
printf 'version: 1\nextends: [default]\nsudo: {supervise: on, ticket: keep}\nsafe_mode: off\n' >"$CASE_ROOM/quiet.yaml"
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"], rows=30, columns=90)
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
def sudo(line, *shown):
    one.send(line + "\n")
    one.expect("keys are not shown"); one.send(os.environ["PASSWORD"] + "\r")
    for text in shown: one.expect(text)
sudo("sudo stty size", "30 90"); one.prompt()
sudo("sudo sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all'", "\nall"); one.prompt()
sudo("sudo sh -c 'echo up; read line; echo went $line'", "up\n"); one.send("on\n"); one.expect("went on"); one.prompt()
sudo("sudo sh -c 'echo up; exec sleep 60'", "up\n"); time.sleep(0.5); one.send("\x03"); one.prompt()
one.run("echo status $?", "status 130")
sudo("sudo sh -c 'echo up; read line; echo went $line'", "up\n"); time.sleep(0.5); one.send("\x1a"); one.expect("Stopped"); one.prompt()
one.send("fg\n"); one.expect("read line"); time.sleep(0.5); one.send("on\n"); one.expect("went on"); one.prompt()
sudo("sudo sh -c 'echo up; sleep 1; stty size; exit 5'", "up\n"); one.expect("30 90"); one.prompt()
one.run("echo status $?", "status 5")
one.run("stty -a | grep -c 'isig icanon'", "1")
if os.environ["PASSWORD"] in one.all: raise SystemExit(one.all)
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy "$CASE_ROOM/quiet.yaml" -q -- || fail "guarded"
