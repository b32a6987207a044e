# SPDX-License-Identifier: Apache-2.0
# In a terminal: size, Ctrl-C with and without a handler, Ctrl-Z and fg, as without guard. T20.
. "$LIB/case.sh"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=37, columns=91)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()

shell.run(f"{guard} run -- stty size", "37 91")
shell.run(f"{guard} run -- bash -c '[[ -t 0 && -t 1 && -t 2 ]] && echo three'", "three")
shell.run(f"{guard} run -- bash -c 'exit 5'; echo status $?", "status 5")

shell.send(f"{guard} run -- bash -c 'echo up; sleep 1000'\n")
shell.expect("\nup")
shell.send("\x03")
shell.prompt()
shell.run("echo status $?", "status 130")

shell.send(f"{guard} run -- bash -c 'trap \"echo caught; exit 6\" INT; echo up; while :; do sleep 0.1; done'\n")
shell.expect("\nup")
shell.send("\x03")
shell.expect("caught")
shell.prompt()
shell.run("echo status $?", "status 6")

shell.send(f"{guard} run -- bash -c 'echo up; read word; echo got $word'\n")
shell.expect("\nup")
shell.send("\x1a")
shell.expect("Stopped")
shell.prompt()
shell.send("jobs\n")
shell.expect("Stopped")
shell.prompt()
shell.send("fg\n")
shell.expect("guard")
shell.send("hello\n")
shell.expect("got hello")
shell.prompt()
shell.run("echo status $?", "status 0")

shell.resize(20, 50)
shell.run(f"{guard} run -- bash -c 'stty size'", "20 50")
shell.send(f"{guard} run -- bash -c 'trap \"stty size; exit 0\" WINCH; echo up; while :; do sleep 0.1; done'\n")
shell.expect("\nup")
shell.resize(33, 66)
shell.expect("33 66")
shell.prompt()
shell.close()
PYTHON
