# SPDX-License-Identifier: Apache-2.0
# Whoever answers may be killed at any moment: guard approve in the middle of its call, a client that has sent
# part of a request, a reader of events, guard watch, the agent's own terminal. Nothing happens that was not
# answered in full.
# timeout: 180
. "$LIB/case.sh"
git init -q .
mkdir bin
cp "$PROGRAMS/witness" bin/git
# Tier 3: the word CONFIRM has to come in full. witness touches ./ran when it runs.
start_guarded --session waits -- bin/git -C . push --force
wait_for_question
PYTHONPATH=$LIB python3 -B - "$question_id" <<'PYTHON' || fail "an approver that was killed"
import glob, json, os, random, signal, socket, subprocess, sys, time
from raw_terminal import RawTerminal

guard, question = os.environ["GUARD"], sys.argv[1]
[path] = glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/**/waits.sock", recursive=True)
seed = random.randrange(1 << 30)
chance = random.Random(seed)

def state():
    asked = subprocess.run([guard, "pending", "--json", question], capture_output=True, check=True)
    return json.loads(asked.stdout)[0]["state"]

def still_waits(after):
    if state() != "pending":
        raise SystemExit(f"{state()} after {after} (seed {seed})")

def connect():
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    return client

body = json.dumps({"answer": "approve", "confirm": "CONFIRM"}).encode()
request = (f"POST /v1/approvals/{question} HTTP/1.1\r\nHost: guard\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
for _ in range(40):  # a request that breaks off, by closing and by a reset
    client = connect()
    at = chance.randrange(1, len(request))
    client.sendall(request[:at])
    if chance.random() < 0.5:
        client.shutdown(socket.SHUT_WR)
    client.close()
still_waits("half a request")
slow = [connect() for _ in range(8)]  # and one that never goes on
for client in slow:
    client.sendall(request[:chance.randrange(1, len(request))])
still_waits("requests that hang")

for _ in range(10):  # readers of events
    client = connect()
    client.sendall(b"GET /v1/events?after=0 HTTP/1.1\r\nHost: guard\r\n\r\n")
    if chance.random() < 0.5:
        client.recv(chance.randrange(1, 200))
    client.close()
still_waits("events")

for _ in range(25):  # guard approve without the word: killed anywhere, it approves nothing
    approve = subprocess.Popen([guard, "approve", question], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.random() * 0.05)
    approve.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
    approve.wait()
still_waits("guard approve")

for part in ("", "C", "CONFIR", "CONFIRM"):  # while the word is typed
    approve = RawTerminal([guard, "approve", question])
    approve.until(b"Type CONFIRM")
    approve.send(part.encode())
    if chance.random() < 0.5:
        os.kill(approve.pid, signal.SIGKILL)
    else:
        approve.close()
    approve.end()
    still_waits(f"guard approve with {part!r}")

for keys in (b"", b"y", b"yCONFIRM", b"y\rCONFIRM", b"d", b"r", b"?"):  # guard watch, in the middle of anything
    watch = RawTerminal([guard, "watch"])
    watch.until(b"HIGH")
    watch.read(2)
    for key in keys:
        watch.send(bytes([key]))
        watch.read(0.03)
    if chance.random() < 0.5:
        os.kill(watch.pid, chance.choice([signal.SIGKILL, signal.SIGTERM]))
    else:
        watch.close()
    watch.end()
    still_waits(f"guard watch with {keys!r}")
for client in slow:
    client.close()
PYTHON
assert_missing ran
one_question_waits || fail "the question went"
guard approve "$question_id" --confirm CONFIRM
finish_guarded
assert_status 0

# The agent's own terminal: its guard is killed while it asks, with the word typed but not sent.
for signal in KILL TERM HUP INT; do
  rm -f ran
  PYTHONPATH=$LIB python3 -B - "$signal" <<'PYTHON' || fail "the terminal was killed by $signal"
import os, signal, sys
from raw_terminal import RawTerminal
inline = RawTerminal([os.environ["GUARD"], "run", "--", "bin/git", "-C", ".", "push", "--force"])
inline.until(b"[y] approve")
inline.send(b"y")
inline.until(b"Type CONFIRM")
inline.send(b"CONFIRM")
inline.read(0.3)
os.kill(inline.pid, getattr(signal, "SIG" + sys.argv[1]))
inline.read(2)
inline.end()
PYTHON
  assert_missing ran
  until_true 10 no_question_waits || fail "the question still waits after $signal: $(guard pending)"
done
assert_recorded "r['act'] == 'exec' and 'push' in r['argv'] and r['outcome'] != 'done'"
