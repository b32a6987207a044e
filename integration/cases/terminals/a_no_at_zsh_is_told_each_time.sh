# SPDX-License-Identifier: Apache-2.0
# timeout: 60
# A No to what zsh writes itself holds while that zsh runs: each line that meets it is told of.
. "$LIB/case.sh"
command -v zsh >/dev/null || skip "no zsh here"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from raw_terminal import RawTerminal

shell = RawTerminal([os.environ["GUARD"], "run", "--", "zsh", "-f"], 30, 160, {"PS1": "rea" + "dy> "})
at = shell.until(b"ready> ")
shell.send(b"echo z > ../zz3\n")
shell.until(b"[n] deny", at)
shell.read(2)
shell.send(b"n")
shell.read(2)
for _ in range(2):
    at = len(shell.bytes)
    shell.read(1.5)
    shell.send(b"echo z > ../zz3\n")
    shell.until(b"is not asked about it again as long as it runs", at)
shell.end()
PYTHON
assert_missing ../zz3
