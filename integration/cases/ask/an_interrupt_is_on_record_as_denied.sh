# SPDX-License-Identifier: Apache-2.0
# Ctrl-C at a question of an interactive shell is a person's No: it is on record, and counted, as denied, although the
# key ends the process that asked.
. "$LIB/case.sh"
precious old_a/one old_b/two old_c/three
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
shell.send(f"{guard} run --session keys -q -- bash --norc --noprofile -i\n")
shell.send("PS1=\"ins\"'ide> '\n")
shell.expect("inside> ")
for name in ("old_a", "old_b", "old_c"):
    shell.send(f"rm -rf {name}\n")
    shell.expect("[y] approve")
    time.sleep(1)
    shell.send("\x03")
    shell.expect("guard: denied")
    shell.expect("inside> ")
shell.send("exit\n")
shell.prompt()
PYTHON
assert_exists old_a/one old_b/two old_c/three
wait_for_closing
audit_records | python3 -B -c '
import json, sys
ended = [r for r in map(json.loads, sys.stdin) if r.get("approval_id") and r["act"] != "answer" and r["session_id"] == "keys"]
for r in ended: print(r["decision"], r["approval_status"], r["outcome"])' >ended
[[ $(sort ended | uniq -c | tr -s " ") == " 3 deny denied refused" ]] || fail "$(<ended)"
[[ $(guard audit list --session keys --decision denied | grep -c "rm -rf old") -eq 3 ]] ||
  fail "$(guard audit list --session keys --decision denied)"
