# SPDX-License-Identifier: Apache-2.0
# A loop that deletes files of before is one question, whichever shell runs it, though each `rm` is a process of
# its own: a yes for the command covers the rest of that loop, and neither another folder nor the next line that is
# typed; a No refuses the rest. For commands that are typed line by line, guard asks from the eleventh file on.
. "$LIB/case.sh"
with_undo
fill() {
  local i
  for i in 1 2 3 4 5 6 7 8 9 a b c; do precious "$1/$i.txt"; done
}
has() { [[ $(find "$1" -type f | wc -l) == "$2" ]] || fail "$3: left in $1: $(ls "$1")"; }
questions() { guard audit export --session "$1" --format jsonl | grep -o '"approval_id":"[^"]\+"' | sort -u | wc -l; }
gone() { [[ $(guard pending --json) != *"$1"* ]]; }
loop='for f in %s/*.txt; do rm "$f"; done'

# A wildcard of the text is asked about at once, as `rm *.txt` is.
fill a
precious a2/1 b/2
start_guarded --session wildcard -- bash -c "$(printf "$loop" a); rm -r a2; rm b/*"
wait_for_question
has a 12 "before the answer"
guard approve --scope command "$question_id" >/dev/null
for what in "rm -r a2" "rm b/2"; do
  wait_for_question
  [[ $(json_of "data[0]['what']") == "$what "* ]] || fail "asked: $QUESTION"
  has a 0 "one yes for a loop"
  guard deny "$question_id" >/dev/null
  until_true 20 gone "$question_id"
done
finish_guarded
assert_exists a2/1 b/2

# Where no text is known, the fifth is; yes and no.
fill c
printf "$loop\n" c >loop.sh
start_guarded --session denied -- bash loop.sh
wait_for_question
has c 8 "at the question"
[[ $(json_of "data[0]['reason']") == "deletes files of before one by one, 5 by now, below $PWD/c"* ]] || fail "says $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
has c 8 "after a No"
start_guarded --session script -- bash loop.sh
wait_for_question
guard approve --scope command "$question_id" >/dev/null
finish_guarded
has c 0 "one yes for a loop"

fill d && fill e && fill f
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import json, os, subprocess, time
from terminal import Terminal

guard = os.environ["GUARD"]
shell = Terminal(["bash", "--norc", "--noprofile", "-i"], rows=30, columns=100)

def begin(session):
    shell.send(f"{guard} run --session {session} -- bash --norc --noprofile -i; echo \"it en\"ded\n")
    shell.send("PS1=\"rea\"'dy> '\n")
    shell.prompt()

def end():
    shell.send("exit\n")
    shell.expect("\nit ended")

begin("typed")

def question():
    for _ in range(200):
        waiting = json.loads(subprocess.run([guard, "pending", "--json"], stdout=subprocess.PIPE, check=False).stdout or "[]")
        if waiting:
            return waiting[0]
        time.sleep(0.1)
    raise SystemExit("nothing is asked:\n" + shell.all[-2000:])

def left(folder, files, when):
    found = sorted(os.listdir(folder))
    assert len(found) == files, f"{when}: {folder} has {found}"

# A loop is one line: four go, and one yes covers the rest.
shell.send("for f in d/*.txt; do rm \"$f\"; done; echo \"en\"d\n")
asked = question()
left("d", 8, "at the question")
subprocess.run([guard, "approve", "--scope", "command", asked["id"]], stdout=subprocess.DEVNULL, check=True)
shell.expect("\nend")
shell.prompt()
left("d", 0, "after one yes")
# The next line is another command; all of them together are counted, too.
shell.send("for f in d e/*.txt; do rm -f \"$f\"; done; echo \"en\"d\n")
asked = question()
assert asked["pattern"].startswith(os.getcwd()), asked
subprocess.run([guard, "deny", asked["id"]], stdout=subprocess.DEVNULL, check=True)
shell.expect("\nend")
shell.prompt()
assert len(os.listdir("e")) >= 8, os.listdir("e")
end()

# Line by line.
begin("lines")
for name in "123456789a":
    shell.run(f"rm f/{name}.txt")
left("f", 2, "ten lines")
shell.send("rm f/b.txt; echo \"en\"d\n")
assert "11 by now in this shell" in question()["reason"]
subprocess.run([guard, "deny", "all"], stdout=subprocess.DEVNULL, check=True)
shell.expect("\nend")
left("f", 2, "a No")
end()
shell.close()
PYTHON
for session in denied script; do
  [[ $(questions "$session") == 1 ]] || fail "$session: $(questions "$session") questions"
done
