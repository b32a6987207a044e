# SPDX-License-Identifier: Apache-2.0
# Nothing of a hostile name is raw in what a terminal gets: the inline question with its pages, its list and
# its end, guard watch on every list, the impact that guard approve shows, what guard undo asks.
# timeout: 150
. "$LIB/case.sh"
. "$LIB/hostile.sh"
command -v tmux >/dev/null || skip "no tmux here"
export LC_ALL=C.UTF-8
hostile_names .
mkdir "$CASE_ROOM/screens"
# The programs themselves show nothing: what they print is theirs.
cat >"$CASE_ROOM/agent.sh" <<'SH'
for name in ./evil1* ./evil4* ./evil6* ./evil8*; do rm -rf "$name" >/dev/null 2>&1 & done
rm -rf ./evil* "$@" >/dev/null 2>&1
wait
until [ -e go ]; do sleep 0.1; done
SH
PYTHONPATH=$LIB python3 -B - "$CASE_ROOM" "${HOSTILE[@]}" <<'PYTHON' || fail "in a terminal"
import os, subprocess, sys, time
from raw_terminal import RawTerminal

guard, room = os.environ["GUARD"], sys.argv[1]
words = [os.fsencode(word) for word in sys.argv[2:]]

def keep(terminal, name):
    with open(f"{room}/screens/{name}", "wb") as file:
        file.write(terminal.bytes)

def press(terminal, key, wanted=b"", seconds=0.5):
    at = len(terminal.bytes)
    terminal.send(key)
    terminal.read(seconds)
    if wanted:
        terminal.until(wanted, at)

inline = RawTerminal([guard, "run", "--session", "here", "--", "bash", room + "/agent.sh", *words], 24, 80)
inline.until(b"[n] deny")
inline.read(2)
watch = RawTerminal([guard, "watch"], 40, 120)
watch.until(b"questions")
watch.read(2)
for keys in (b"j", b"e", b"d", b" ", b"q", b"f", b"evil\r", b"f", b"\x15\r", b"2", b"d", b"q", b"3", b"4", b"d", b"q", b"1", b"?", b"q"):
    press(watch, keys)
for size in ((5, 20), (12, 50), (60, 200)):
    watch.resize(*size)
    watch.read(0.6)
    inline.resize(*size)
    inline.read(0.6)
press(inline, b"d", b" of ")
for _ in range(4):
    press(inline, b" ")
press(inline, b"q")
press(inline, b"?", b" of ")
press(inline, b"q")
press(inline, b"l", b"[a] mark all", 1)
press(inline, b"a", b"marked")
press(inline, b"q", b"[n] deny", 2.5)
press(inline, b"r")
press(inline, b"evil\x1b]0;evil\x07\xe2\x80\xae\x9b")
press(inline, b"\x15", seconds=0.3)
press(inline, b"evil\r", seconds=1)
ids = subprocess.run([guard, "pending", "--json"], capture_output=True, check=True).stdout
import json
for question in json.loads(ids):
    deny = [guard, "deny", question["id"], "--reason", "evil\x1b[31337m\u202e\u009b"]
    subprocess.run(deny, capture_output=True, check=False)
watch.read(1)
press(watch, b"2")
press(watch, b"q")
open("go", "w").close()
inline.read(2)
inline.end()
watch.end()
keep(inline, "inline")
keep(watch, "watch")
PYTHON
tame_screen "$CASE_ROOM/screens/inline" "$CASE_ROOM/screens/watch"

# Tier 3: guard approve shows the impact on its terminal.
git init -q .
mkdir bin
cp "$PROGRAMS/witness" bin/git
start_guarded -- bin/git -C . push --force "${HOSTILE[0]}" "${HOSTILE[3]}" "${HOSTILE[5]}"
wait_for_question
with_undo
PYTHONPATH=$LIB python3 -B - "$CASE_ROOM" "$question_id" <<'PYTHON' || fail "approving in a terminal"
import os, sys
from raw_terminal import RawTerminal
guard, room = os.environ["GUARD"], sys.argv[1]
approve = RawTerminal([guard, "approve", sys.argv[2]])
approve.until(b"Type CONFIRM")
approve.send(b"no\r")
approve.until(b"still waits")
approve.end()
open(room + "/screens/approve", "wb").write(approve.bytes)
PYTHON
tame_screen "$CASE_ROOM/screens/approve"
guard deny "$question_id"
finish_guarded

mkdir kept
for name in evil1* evil4* evil6* evil8*; do cp -r "$name" "kept/$name"; done
guard_run --on-ask allow --safe-mode off --session undone -- python3 -c 'import glob, os; [os.unlink(name) for name in glob.glob(b"kept/*/*")]'
PYTHONPATH=$LIB python3 -B - "$CASE_ROOM" <<'PYTHON' || fail "undo in a terminal"
import os, sys
from raw_terminal import RawTerminal
guard, room = os.environ["GUARD"], sys.argv[1]
undo = RawTerminal([guard, "undo", "--session", "undone"], 24, 80)
undo.until(b"[y/N]")
undo.send(b"n\r")
undo.read(1)
undo.end()
listing = RawTerminal([guard, "audit", "list"], 24, 80)
listing.read(2)
listing.end()
open(room + "/screens/undo", "wb").write(undo.bytes)
open(room + "/screens/list", "wb").write(listing.bytes)
PYTHON
tame_screen "$CASE_ROOM/screens/undo" "$CASE_ROOM/screens/list"
