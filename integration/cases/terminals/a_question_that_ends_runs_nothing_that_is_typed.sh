# SPDX-License-Identifier: Apache-2.0
# timeout: 90
# The time of a question passes while somebody types a reason in its box, or the word of tier 3: what is typed on in that line is
# dropped, and no shell gets it. After a pause the keyboard is the program's again.
. "$LIB/case.sh"
precious tests/a docs/a
printf 'version: 1\ntimeouts: {tier2: 5s, tier3: 5s}\n' >policy.yaml
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from raw_terminal import RawTerminal

guard = os.environ["GUARD"]
shell = RawTerminal([guard, "run", "--policy", "policy.yaml", "--", "bash", "--norc", "--noprofile", "-i"], 30, 110)
shell.send(b"PS1=\"rea\"'dy> '\n")
at = shell.until(b"ready> ")
shell.send(b"rm -rf tests\n")
shell.until(b"[n] deny", at)
shell.read(2)
shell.send(b"r")
shell.read(1)
for key in b"thinking about it for long, touch OOPS":
    shell.send(bytes([key]))
    shell.read(0.15)
shell.send(b"\r")
shell.until(b"you were typing", at)
at = shell.until(b"ready> ", at)
shell.read(2.5)
assert not os.path.exists("OOPS"), "the rest of the reason was run"
assert os.path.exists("tests/a")
shell.send(b"touch after\n")
shell.until(b"ready> ", at)
assert os.path.exists("after"), "the keyboard did not come back"
shell.close()
PYTHON
assert_missing OOPS
