# SPDX-License-Identifier: Apache-2.0
# A No for once at what an interactive bash writes itself holds for the typed line, loops and all,
# and the next line asks anew.
. "$LIB/case.sh"
mkdir -p outside
echo old >outside/notes
cat >policy.yaml <<YAML
version: 1
rules:
  - id: notes
    when: {act: modify, path: "$PWD/outside/notes"}
    decision: ask
    message: the notes
YAML
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal([guard, "run", "--policy", "policy.yaml", "--", "bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()

def answered(line, keys):
    shell.send(line + "\n")
    shell.expect("[y] after")
    shell.expect("[y] approve")
    for key in keys:
        time.sleep(0.3)
        shell.send(key)
    shell.prompt()

answered("for i in 1 2 3; do echo new > outside/notes; done", "n")
assert open("outside/notes").read() == "old\n"
answered("echo new > outside/notes", "y\r")
assert open("outside/notes").read() == "new\n", "the next line was not asked about"
shell.close()
PYTHON
