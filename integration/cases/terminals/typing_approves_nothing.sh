# SPDX-License-Identifier: Apache-2.0
# Somebody types prose, code and vim commands while questions come: in a shell, over a full-screen program, and
# with guard watch in front. Nothing is approved, and no answer of that time is the person's. Answering on purpose
# takes `y` and Enter, and no more.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/screen.sh"
command -v vim >/dev/null || skip "no vim here"
for i in $(seq 40); do for face in shell vim watch; do precious "$face/tmp_$i/one" "$face/tmp_$i/two"; done; done
seq 1 200 >numbers
# One question after the other, each as soon as the one before is over, while somebody types.
cat >questions.sh <<'SH'
for i in $(seq 40); do
  [ -e over ] && exit
  rm -rf "$1/tmp_$i"/* >/dev/null 2>&1
done
SH
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "somebody typed"
import os, threading
from raw_terminal import RawTerminal
import typist

guard = os.environ["GUARD"]
SECONDS = int(os.environ.get("TYPING_SECONDS", "45"))
def agent(face, program):
    return [guard, "run", "--session", face, "--", "bash", "-c", f"(bash questions.sh {face}) & {program}"]

# A shell that runs nothing that is typed, so that only questions take the keys.
faces = {
    "shell": RawTerminal(agent("shell", "cat >typed; wait"), 24, 80),
    "vim": RawTerminal(agent("vim", "vim -u NONE -n numbers; wait"), 24, 80),
}
behind = RawTerminal([guard, "run", "--session", "watch", "--", "bash", "questions.sh", "watch"], 24, 80)
for name, face in faces.items():
    face.until(b"[n] deny")
behind.until(b"[n] deny")
faces["watch"] = RawTerminal([guard, "watch"], 24, 80)
faces["watch"].until(b"question")

def type_at(name, seed):
    terminal = faces[name]
    for key in typist.keys(SECONDS, seed):
        if name == "watch" and key == "q":
            continue  # leaves guard watch
        try:
            terminal.send(key.encode())
        except OSError:
            return
threads = [threading.Thread(target=type_at, args=(name, seed)) for seed, name in enumerate(faces, 5)]
reading = True
def read_all():
    while reading:
        for terminal in (*faces.values(), behind):
            terminal.read(0.02)
reader = threading.Thread(target=read_all)
for thread in (*threads, reader):
    thread.start()
for thread in threads:
    thread.join()
reading = False
reader.join()

left = {face: sum(os.path.exists(f"{face}/tmp_{i}/one") for i in range(1, 41)) for face in faces}
assert all(count == 40 for count in left.values()), f"typing let it happen: {left}"
assert b"[y] approve" in faces["shell"].bytes, "no question was ever open"

# On purpose: two keys.
on_purpose = faces["shell"]
at = len(on_purpose.bytes)
on_purpose.read(3)
on_purpose.send(b"\x1b")  # out of whatever typing has opened
on_purpose.read(2.5)
on_purpose.send(b"y")
on_purpose.read(0.15)
on_purpose.send(b"\r")
on_purpose.read(2)
gone = [i for i in range(1, 41) if not os.path.exists(f"shell/tmp_{i}/one")]
assert len(gone) == 1, f"`y` and Enter on purpose approved {len(gone)}: {on_purpose.bytes[at:][-1500:]!r}"
open("over", "w").close()
for terminal in (*faces.values(), behind):
    terminal.end()
PYTHON
assert_recorded "r['act'] == 'answer' and r['approval_status'] == 'approved'"
[[ $(audit_records | python3 -B "$LIB/query.py" count "r['act'] == 'answer' and r['approval_status'] == 'approved'") -eq 1 ]] ||
  fail "more than the one on purpose is on record"
