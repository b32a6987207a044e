# SPDX-License-Identifier: Apache-2.0
# An approved sudo on a terminal, with and without use_pty: what it sees of the terminal, keys, Ctrl-C, Ctrl-Z and
# fg, the window's size, a pipe beside it: as without guard.
. "$LIB/case.sh"
SUDOERS=$'Defaults:nobody !use_pty\nnobody ALL=(ALL:ALL) NOPASSWD: ALL\nDefaults!/usr/bin/env use_pty'
. "$LIB/sudoer.sh"
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"], rows=30, columns=90)
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
for through in ("sudo", "sudo env"):
    one.run(f"{through} stty size", "30 90")
    one.run(f"{through} stty -a | grep -c 'isig icanon'", "1")
    one.run(f"{through} sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all'", "all")
    one.run(f"echo piped | {through} cat", "piped")
    one.run(f"{through} cat nothing 2>/dev/null || echo status $?", "status 1")
    one.send(f"{through} cat\n"); time.sleep(0.7); one.send("typed\n"); one.expect("typed\ntyped\n"); one.send("\x04"); one.prompt()
    one.send(f"{through} sh -c 'echo up; exec sleep 60'\n"); one.expect("up\n"); one.send("\x03"); one.prompt()
    one.run("echo status $?", "status 130")
    one.send(f"for i in 1 2; do {through} sh -c 'echo up; exec sleep 60'; done; echo behind\n"); one.expect("up\n"); time.sleep(0.3); one.send("\x03"); one.prompt()
    one.send(f"{through} sh -c 'echo up; read line; echo went $line'\n"); one.expect("up\n"); time.sleep(0.3); one.send("\x1a"); one.expect("Stopped"); one.prompt()
    one.run("stty -a | grep -c ' icanon'", "1")
    one.send("fg\n"); one.expect("read line"); time.sleep(0.5); one.send("on\n"); one.expect("went on"); one.prompt()
    one.send(f"{through} sh -c 'trap \"stty size\" WINCH; echo up; sleep 2; sleep 2'\n"); one.expect("up\n"); time.sleep(0.3); one.resize(31, 91); one.expect("31 91"); one.prompt()
    one.resize(30, 90)
    one.run(f"{through} sh -c 'sleep 0.2; echo late' & wait", "late")
    one.send(f"{through} sh -c 'stty raw -echo; echo raw; k=$(dd bs=1 count=1 2>/dev/null); stty sane; echo key $k'\n"); one.expect("raw\n"); time.sleep(0.3); one.send("q"); one.expect("key q\n"); one.prompt()
one.run("stty -a | grep -c 'isig icanon'", "1")
one.send("exit\n")
if "password" in one.all: raise SystemExit(one.all)
S
python3 -B drive.py || fail "bare"
python3 -B drive.py "$GUARD" run --policy "$UNASKED" -q -- || fail "guarded"
