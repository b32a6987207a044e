# SPDX-License-Identifier: Apache-2.0
# A session in a terminal that is ended from elsewhere says who ended it, once its command has gone.
. "$LIB/case.sh"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, subprocess, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
shell.send(f"{guard} run --session screen -- bash --norc --noprofile; echo \"status $?\"\n")
shell.expect("under guard, as session screen")
# bash heeds SIGTERM until it asks for a line.
shell.expect("\nbash-")
for _ in range(100):
    if subprocess.run([guard, "stop", "screen"], capture_output=True).returncode == 0:
        break
    time.sleep(0.05)
shell.expect("guard: ended by ")
shell.expect("(guard stop)")
shell.expect("\nstatus 129")
shell.close()
PYTHON
