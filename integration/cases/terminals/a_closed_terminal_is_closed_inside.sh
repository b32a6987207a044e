# SPDX-License-Identifier: Apache-2.0
# A terminal that is closed has ended for the command too: a program that ignores SIGHUP reads the end of its input, and what it
# writes is refused, as without guard.
. "$LIB/case.sh"
cat >reader.sh <<'SH'
trap '' HUP
echo 'ready'
read -r line
echo "read: $?" >said
echo more 2>>said || echo "write: $?" >>said
SH
cat >close_it.py <<'PYTHON'
import sys, time
from raw_terminal import RawTerminal
terminal = RawTerminal(sys.argv[1:])
terminal.until(b"ready")
terminal.close()
assert terminal.end() is not None
PYTHON
export PYTHONPATH=$LIB
python3 -B close_it.py bash reader.sh
until_true 10 test -s said
mv said bare
python3 -B close_it.py "$GUARD" run --session closed -- bash reader.sh || fail "it did not end"
[[ $(<said) == "$(<bare)" ]] || fail "bare: $(<bare); guarded: $(<said)"
grep -q 'read: 1' said || fail "no end was read: $(<said)"
for _ in {1..5}; do
  timeout 60 python3 -B - "$GUARD" <<'PYTHON' || fail "a shell at its prompt"
import sys
from terminal import Terminal
shell = Terminal([sys.argv[1], "run", "--", "bash", "--norc", "--noprofile", "-i"])
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
shell.close()
PYTHON
done
