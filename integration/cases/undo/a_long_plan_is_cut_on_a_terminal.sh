# SPDX-License-Identifier: Apache-2.0
# On a terminal a long plan is a summary and its first lines, with what needs a choice before all else;
# in a pipe it is whole.
. "$LIB/case.sh"
with_undo
mkdir many
for i in $(seq 100 160); do echo "$i" >"many/$i"; done
guard_run --on-ask allow --session s -- bash -c 'for i in $(seq 100 160); do echo agent >many/$i; done'
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
sleep 0.02
echo person >many/100
PYTHONPATH=$LIB python3 -B -c '
import sys
from terminal import Terminal
shell = Terminal([sys.argv[1], "undo", "--session", "s"])
shell.expect("61 files in 1 folder:")
shell.expect("many/100 ")
shell.expect("CONFLICT: it was changed since")
shell.expect("more lines; to read them all: guard undo --dry-run --session s | less")
shell.expect("do [N]othing?")
assert shell.all.count("\n") < 60, shell.all
shell.send("n\n")
shell.expect("nothing was done")
shell.close()' "$GUARD"
guard undo --session s --dry-run >"$OUT" || true
[[ $(grep -c 'put back the content of' "$OUT") -eq 61 ]] || fail "the plan in a pipe is cut"
guard undo --session s --dry-run --json >"$OUT" || true
[[ $(grep -c '"text"' "$OUT") -eq 61 ]] || fail "the plan as JSON is cut"
