# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# fish makes its folders at its first start, which asks; a No leaves it working, and after one start without guard it asks
# nothing.
. "$LIB/case.sh"
command -v fish >/dev/null || skip "no fish here"
echo "echo typed in bash" >"$HOME/.bash_history"
fish_in_a_terminal() { # WORD...: of the command that starts fish
  PYTHONPATH=$LIB python3 -B - "$@" <<'PYTHON' || fail "in a terminal: $*"
import sys, time
from terminal import Terminal
shell = Terminal(sys.argv[1:], rows=30, columns=100)
time.sleep(4)
shell.send("echo wor''king\r")
shell.expect("working")
shell.send("exit\r")
time.sleep(2)
shell.close()
PYTHON
}
fish_in_a_terminal "$GUARD" run -q --session first --on-ask deny -- fish
assert_recorded "r['session_id'] == 'first' and r['decision'] == 'deny' and r['act'] == 'create'"
assert_recorded "r['session_id'] == 'first' and r['decision'] == 'deny' and r['result_summary'].endswith('.bash_history')"
fish_in_a_terminal fish
fish_in_a_terminal "$GUARD" run -q --session second --on-ask deny -- fish
wait_for_closing
assert_not_recorded "r['session_id'] == 'second' and r['decision'] in ('ask', 'deny', 'block')"
