# SPDX-License-Identifier: Apache-2.0
# `y` and Enter that were typed before a question of guard undo, policy trust or hook stood on the terminal
# answer nothing; what is typed after it does.
. "$LIB/case.sh"
with_undo
precious a
guard_run --on-ask deny --session s -- bash -c 'echo agent >a'
wait_for_closing
printf 'rules: [{id: free, when: {act: delete, path: "old/**"}, decision: allow}]\n' >.guard.yaml
asks_anew() { # QUESTION WORD...
  PYTHONPATH=$LIB python3 -B -c '
import select, sys
from terminal import Terminal
shell = Terminal(["sh", "-c", "sleep 1; exec \"$@\"", "sh"] + sys.argv[2:])
shell.send("y\n")
shell.expect(sys.argv[1])
ready, _, _ = select.select([shell.fd], [], [], 1)
assert not ready, "what was typed ahead is taken"
shell.send("n\n")
try:
    shell.expect("never shown")
except SystemExit as end:
    assert str(end).startswith("ended"), end
shell.close()' "$@" || fail "$*"
}
asks_anew "[y/N]" "$GUARD" undo --session s
assert_content a agent
asks_anew "[y/N]" "$GUARD" policy trust
guard policy trust --list >"$OUT"
! grep -q .guard.yaml "$OUT" || fail "trusted by what was typed ahead"
asks_anew "[y/N]" "$GUARD" hook claude --install
[[ ! -e .claude/settings.json && ! -e $HOME/.claude/settings.json ]] || fail "written by what was typed ahead"
