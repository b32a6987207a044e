# SPDX-License-Identifier: Apache-2.0
# Ctrl-C at a question refuses the act, and ends the loop that it came from; a program that reads the
# keys by itself gets none of it.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_c/three
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()

shell.send(f"{guard} run -- bash -c 'for each in a b c; do rm -rf tmp_$each; done; touch ended'\n")
shell.expect("[y] approve")
time.sleep(1)
shell.send("\x03")
shell.prompt()
assert not os.path.exists("ended"), "the loop went on"
for folder in ("tmp_a", "tmp_b", "tmp_c"):
    assert os.path.isdir(folder), folder

# One that reads the keys itself goes on, and gets none of it.
open("reader.py", "w").write('''
import os, subprocess, sys, tty
tty.setraw(0)
try:
    code = subprocess.call(["rm", "-rf", "tmp_a"])
except PermissionError:
    code = 1
os.write(1, b"removed with %d\\r\\n" % code)
os.write(1, b"key %r\\r\\n" % os.read(0, 1))
os.system("stty sane")
''')
shell.send(f"{guard} run -- python3 reader.py; echo \"status $?\"\n")
shell.expect("[y] approve")
time.sleep(1)
shell.send("\x03")
shell.expect("removed with 1")
shell.send("x")
shell.expect("key b'x'")
shell.expect("\nstatus ")
shell.prompt()
PYTHON
assert_exists tmp_a
