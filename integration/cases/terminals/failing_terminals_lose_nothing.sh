# SPDX-License-Identifier: Apache-2.0
# A terminal that takes no more output, is stopped, shrinks to 20x5 or goes away loses no question: it goes
# on waiting, and another approver answers it.
# timeout: 120
. "$LIB/case.sh"
precious tmp_a/one tmp_b/one tmp_c/one tmp_d/one tmp_e/one
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "a terminal that fails"
import json, os, signal, subprocess, sys, termios, time
from raw_terminal import RawTerminal

guard = os.environ["GUARD"]

def waiting():
    asked = subprocess.run([guard, "pending", "--json"], capture_output=True, check=True).stdout
    return [question["id"] for question in json.loads(asked)]

def wait_for_question():
    for _ in range(400):
        if ids := waiting():
            return ids[0]
        time.sleep(0.05)
    raise SystemExit("no question came")

def wait_until_gone(path):
    for _ in range(400):
        if not os.path.exists(path):
            return
        time.sleep(0.05)
    raise SystemExit(f"{path} is still there")

def answer(question):
    subprocess.run([guard, "approve", question], check=True, capture_output=True)

# Nobody reads: the agent fills the terminal until nothing goes in any more, and asks.
full = RawTerminal([guard, "run", "--", "bash", "-c", "(yes | head -c 3000000) & sleep 1; rm -rf ./tmp_*a; touch a_done; wait"])
question = wait_for_question()
time.sleep(1)
assert waiting() == [question] and os.path.exists("tmp_a"), "lost"
answer(question)
wait_until_gone("tmp_a")
full.read(3)
full.end()

# Output is stopped, as by Ctrl-S on a terminal that does it itself.
stopped = RawTerminal([guard, "run", "--", "bash", "-c", "echo up; sleep 1; rm -rf ./tmp_*b; echo over; sleep 60"])
stopped.until(b"up")
slave = os.open(stopped.name(), os.O_WRONLY | os.O_NOCTTY)
termios.tcflow(slave, termios.TCOOFF)
question = wait_for_question()
time.sleep(1)
assert waiting() == [question] and os.path.exists("tmp_b"), "lost"
answer(question)
wait_until_gone("tmp_b")
termios.tcflow(slave, termios.TCOON)
stopped.until(b"over")
os.close(slave)
stopped.end()

# It shrinks while it asks: the keys are there, and answer.
small = RawTerminal([guard, "run", "--", "bash", "-c", "rm -rf ./tmp_*c; echo over; sleep 60"], 24, 100)
small.until(b"[n] deny")
for rows, columns in ((5, 20), (2, 8), (50, 200), (5, 20)):
    at = len(small.bytes)
    small.resize(rows, columns)
    small.until(b"[y]", at)
small.read(2)
assert os.path.exists("tmp_c"), "went by itself"
small.send(b"y")
small.read(0.2)
small.send(b"\r")
wait_until_gone("tmp_c")
small.until(b"over")
small.end()

# It goes away. A program that outlives that goes on waiting, and another approver answers.
gone = RawTerminal([guard, "run", "--", "bash", "-c", "trap '' HUP; rm -rf ./tmp_*d; touch d_done"])
gone.until(b"[n] deny")
gone.close()
time.sleep(1)
question = wait_for_question()
assert os.path.exists("tmp_d"), "closing the window let it go"
answer(question)
wait_until_gone("tmp_d")

# One that ends with its terminal takes its question along: nothing goes, and nobody is asked for it.
ended = RawTerminal([guard, "run", "--", "bash", "-c", "rm -rf ./tmp_*e; touch e_done"])
ended.until(b"[n] deny")
ended.close()
for _ in range(200):
    if not waiting():
        break
    time.sleep(0.05)
assert not waiting() and os.path.exists("tmp_e"), "the question of a program that has gone"
assert not os.path.exists("e_done"), "it went on"
PYTHON
assert_untouched tmp_e/one
