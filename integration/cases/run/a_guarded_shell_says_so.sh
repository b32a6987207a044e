# SPDX-License-Identifier: Apache-2.0
# A shell that was started to type into says that it is guarded, as which session, and where to answer; a session on a terminal that deleted
# something of before says at its end how to get it back, and that does. Neither with --quiet, nor
# where there is nothing to say.
. "$LIB/case.sh"
with_undo
precious lost kept
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=150)
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
shell.send(f"{guard} run --session tidy -- bash --norc --noprofile -i\n")
shell.expect("guard: this bash runs under guard, as session tidy. guard asks you before it destroys,")
shell.expect("guard: Answer here, or elsewhere: guard watch. Get files back: guard undo.")
shell.send("PS1=\"in\"'side> '; rm lost; exit\n")
shell.expect("guard: 1 file can be taken back: guard undo --session tidy; to look first: guard review tidy\n")
shell.prompt()
shell.run(f"{guard} undo --yes --session tidy", "restored 1 file")

# On a narrow terminal a line ends between two words.
narrow = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=42)
narrow.send("PS1=\"rea\"'dy> '\n")
narrow.prompt()
narrow.send(f"{guard} run --session thin -- bash --norc --noprofile -i\n")
narrow.expect("guard: this bash runs under guard, as\n  session thin. guard asks you before it\n  destroys, publishes or sends anything,\n  and saves files before they change.\n")
narrow.expect("guard: Answer here, or elsewhere: guard\n  watch. Get files back: guard undo.\n")
narrow.close()

before = len(shell.all)
open(os.path.expanduser("~/.bash_history"), "w").write("ls\n")
shell.send(f"{guard} run -- bash --norc --noprofile -i\n")
shell.expect("runs under guard")
shell.send("PS1=\"in\"'side> '; exit\n")
shell.prompt()
shell.run(f"{guard} run -- bash -c 'echo nothing'", "nothing")
shell.run(f"{guard} run --quiet -- bash -c 'rm kept'")
said = shell.all[before:]
assert said.count("runs under guard") == 1 and "taken back" not in said, said
shell.close()
PYTHON
assert_untouched lost
assert_missing kept
