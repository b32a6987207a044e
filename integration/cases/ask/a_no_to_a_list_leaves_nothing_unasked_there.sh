# SPDX-License-Identifier: Apache-2.0
# A No to a list of deletes: the file that was asked about does not go by a later line either, the rest of the folder asks too, and what
# was refused does not count. A Yes there ends that.
# timeout: 120
. "$LIB/case.sh"
with_undo
mkdir -p photos docs
for i in 1 2 3 4 5 6 7 8; do echo p >photos/p$i.jpg; echo d >docs/d$i.md; done
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal([guard, "run", "--", "bash", "--norc", "--noprofile", "-i"], rows=40, columns=110)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()

def asks(line, *keys):
    shell.send(line + "\n")
    shell.expect("[y] approve")
    for key in keys:
        time.sleep(0.3)
        shell.send(key)
    shell.prompt()

def left(folder):
    return len(os.listdir(folder))

asks("python3 -c 'import shutil; shutil.rmtree(\"photos\")'", "n")
was = left("photos")
assert was >= 4, was
# Neither that file nor another of the folder goes by the next line.
asks("for f in photos/*; do rm $f; done", "n")
assert left("photos") == was, "files went after the No"
one = "photos/" + sorted(os.listdir("photos"))[0]
asks("rm " + one, "n")
assert os.path.exists(one)
# Elsewhere nothing changed: one file goes unasked.
shell.send("rm docs/d1.md\n")
shell.prompt()
assert not os.path.exists("docs/d1.md")
asks("rm " + one, "y", "\r")
assert not os.path.exists(one)
shell.close()
PYTHON
