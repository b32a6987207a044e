# SPDX-License-Identifier: Apache-2.0
# On a terminal the plan comes first, with how much of it somebody changed since, then a question: skip,
# overwrite, or nothing, which is also what Enter means.
. "$LIB/case.sh"
with_undo
precious a b
guard_run --on-ask deny --session s -- bash -c 'echo agent >a; echo agent >b'
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
sleep 0.02
echo person >a
answered() { # ANSWER SHOWN: at the question
  PYTHONPATH=$LIB python3 -B -c '
import sys
from terminal import Terminal
guard, answer, shown = sys.argv[1:]
shell = Terminal([guard, "undo", "--session", "s"])
shell.expect("CONFLICT: it was changed since")
shell.expect("2 files, changed by somebody since: 1")
shell.expect("[s]kip what somebody changed since, [o]verwrite it, or do [N]othing?")
shell.send(answer + "\n")
shell.expect(shown)
shell.close()' "$GUARD" "$1" "$2"
}
answered "" "nothing was done"
assert_content a person
assert_content b agent
answered s "restored 1 file"
assert_content a person
assert_untouched b
guard_run --on-ask deny --session t -- bash -c 'echo agent >b'
PYTHONPATH=$LIB python3 -B -c '
import sys
from terminal import Terminal
shell = Terminal([sys.argv[1], "undo", "--session", "t"])
shell.expect("Give back 1 file of session t? [y/N]")
shell.send("y\n")
shell.expect("restored 1 file")
shell.close()' "$GUARD"
assert_untouched b
