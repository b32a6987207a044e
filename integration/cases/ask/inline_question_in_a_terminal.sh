# SPDX-License-Identifier: Apache-2.0
# With a terminal guard asks there: default No, type-ahead dropped, y and Enter let it go.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_c/three
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()

def ask(folder, answer):
    shell.send(f"{guard} run -- bash -c 'read -t 2 word; rm -rf {folder}; echo \"status $?\"'\n")
    time.sleep(0.5)
    shell.send("\n")
    shell.expect("What")
    shell.expect("[n] deny")
    assert os.path.isdir(folder), "went before the answer"
    shell.expect("[y] approve")
    for key in answer:
        shell.send(key)
        time.sleep(0.2)
    shell.expect("\nstatus ")
    shell.prompt()

ask("tmp_a", "n")
assert os.path.isdir("tmp_a"), "n did not mean no"
ask("tmp_b", "\r")
assert os.path.isdir("tmp_b"), "the default is not No"
ask("tmp_c", "y\r")
assert not os.path.exists("tmp_c"), "y and Enter did not mean yes"

# Typed before the question was there: not an answer.
shell.send(f"{guard} run -- bash -c 'echo up; sleep 1; rm -rf tmp_a; echo \"status $?\"'\n")
shell.expect("\nup")
shell.send("yyyy\r")
shell.expect("[y] approve")
assert os.path.isdir("tmp_a"), "type-ahead answered the question"
shell.send("n")
shell.expect("\nstatus ")
shell.prompt()
shell.close()
PYTHON
assert_exists tmp_a/one tmp_b/two
# The front is guard's own program, though no ordinary user may look at its image.
answered=$(guard audit export --format jsonl)
[[ $answered == *"(terminal)"* && $answered != *"says: terminal"* ]] || fail "by whom: $(grep -o '([a-z, :]*terminal)' <<<"$answered" | sort -u)"
