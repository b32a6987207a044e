# SPDX-License-Identifier: Apache-2.0
# A shell that is asked about a file of its own as it starts ends with its terminal. It opens that file twice, one call
# after the other, and heeds SIGHUP only behind them.
. "$LIB/case.sh"
echo "TOKEN=abcdef123456" >.env
echo "HISTFILE=$PWD/.env" >"$HOME/.bashrc"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "a shell at a question of its own"
import json, os, subprocess, time
from raw_terminal import RawTerminal

guard = os.environ["GUARD"]

def running():
    asked = subprocess.run([guard, "status", "--json"], capture_output=True).stdout
    return asked and "closed" in asked.decode()

shell = RawTerminal([guard, "run", "--session", "closed", "--", "bash", "-i"])
shell.until(b"[n] deny")
assert running(), "not listed"
shell.close()
for _ in range(100):
    if not running():
        break
    time.sleep(0.1)
assert not running(), "the session goes on at a question that nobody sees"
assert shell.end() is not None
PYTHON
assert_content .env "TOKEN=abcdef123456"
