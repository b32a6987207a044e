# SPDX-License-Identifier: Apache-2.0
# The programs that people type into keep the typed text, unasked: also a bash that the user gave a start file, and a
# program that writes its history beside the old one and renames it over that.
. "$LIB/case.sh"
echo 'echo from the start file' >rc
kept() { # NAME COMMAND...: types `echo typed`, and ends
  local name=$1
  shift
  PYTHONPATH=$LIB python3 -B - "$name" "$@" <<'PYTHON' || fail "$* asks"
import os, sys, time
from raw_terminal import RawTerminal
name, *words = sys.argv[1:]
history = os.path.expanduser("~/" + name)
shell = RawTerminal([os.environ["GUARD"], "run", "--session", "typed", "--", *words])
shell.read(2)
shell.send(b"'typed'\n" if "python" in words[0] else b"echo typed\n")
shell.read(0.5)
shell.send(b"\x04")
end = time.monotonic() + 10
while time.monotonic() < end and shell.read(0.2):
    if b"[n] deny" in shell.bytes:
        break
text = shell.bytes.decode(errors="replace")
shell.end()
assert "[n] deny" not in text, text[-1500:]
assert "typed" in open(history).read(), "nothing was kept: " + text[-500:]
PYTHON
}
kept .bash_history bash --rcfile rc -i
kept .bash_history bash --init-file rc
kept .bash_history bash -O autocd
if [[ -x /usr/bin/python3 ]] && /usr/bin/python3 -c 'import readline' 2>/dev/null; then kept .python_history /usr/bin/python3; fi

# A start file that a command inside gives it is code of that command.
echo 'echo "$(<~/.bash_history)"' >reads
echo secret-words >"$HOME/.bash_history"
chmod 600 "$HOME/.bash_history"
guard_run --on-ask deny -- sh -c 'bash --rcfile reads -i </dev/null'
assert_silent "$OUT" secret-words
guard_run --on-ask deny -- bash -c 'exec bash --rcfile reads -i </dev/null'
assert_silent "$OUT" secret-words
