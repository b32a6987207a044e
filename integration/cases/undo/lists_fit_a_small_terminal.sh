# SPDX-License-Identifier: Apache-2.0
# On a terminal of 80 columns no line is longer, whatever sessions are called: names stay whole, in columns
# of their own or, where they are long, on a line of their own.
. "$LIB/case.sh"
with_undo
precious a b
long=a-session-with-a-rather-long-name
guard_run --on-ask deny --session s -- bash -c 'echo agent >a; : a command line that is longer than a narrow terminal is wide'
guard_run --on-ask deny --session "$long" -- bash -c 'echo agent >b; : a command line that is longer than a narrow terminal is wide'
wait_for_closing
lines_of() { # WORD...: as a terminal of 80 columns shows it
  PYTHONPATH=$LIB python3 -B -c '
import sys
from terminal import Terminal
shell = Terminal(["sh", "-c", "stty columns 80 -onlcr; sleep 0.2; \"$@\"; echo DONE", "sh"] + sys.argv[1:])
shell.expect("DONE")
sys.stdout.write(shell.all)' "$@" >"$OUT"
  python3 -B -c '
import sys
lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
wide = [line for line in lines if len(line) > 80]
assert not wide, wide' "$OUT" || fail "guard $*"
  assert_says "$OUT" "$long"
  grep -q 'bash -c\|change [a/]' "$OUT" || fail "what ran is not to be seen: $(<"$OUT")"
}
lines_of "$GUARD" undo --list
[[ $(grep -c "^$long  20" "$OUT") -eq 1 && $(grep -c '^s   *20' "$OUT") -eq 1 ]] || fail "columns: $(<"$OUT")"
lines_of "$GUARD" audit sessions
lines_of "$GUARD" audit list
lines_of "$GUARD" audit list --undo
