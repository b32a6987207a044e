# SPDX-License-Identifier: Apache-2.0
# A stream that breaks off anywhere, in the middle of an event too, is resumed with its last id: every event comes once,
# in order, while others go on happening. A stream says so when it passes over events that are no longer kept.
. "$LIB/case.sh"
start_guarded --session s --on-ask wait -- bash -c 'until [[ -e enough ]]; do sleep 0.05; done'
socket=$XDG_RUNTIME_DIR/guard/s.sock
until_true 20 test -S "$socket" || fail "no socket"
PYTHONPATH=$LIB python3 -B - "$socket" <<'PY' || fail "see above"
import random, sys, threading
from api_client import Stream, ask, connected
path = sys.argv[1]
EVENTS = 400

def happen(count):
    for _ in range(count):
        status, body = ask(path, "POST", "/v1/approve-session", {"session_id": "s", "categories": ["GIT_PUBLISH"]})
        assert status == 200, body

# Breaks off after whole events, or in the middle of one.
maker = threading.Thread(target=happen, args=(EVENTS,))
_, waiting = ask(path, "GET", "/v1/approvals")
first = last = waiting["last_event"]
maker.start()
seen, breaks = [], 0
chance = random.Random(7)
while len(seen) < EVENTS:
    stream = Stream(path, last=last)
    for _ in range(chance.randrange(1, 30)):
        if len(seen) == EVENTS:
            break
        last, name, data = stream.next()
        seen.append(last)
    if len(seen) < EVENTS:
        stream.socket.recv(chance.randrange(1, 40))
    stream.close()
    breaks += 1
maker.join()
assert seen == list(range(first + 1, first + 1 + EVENTS)), seen
assert breaks > 10, breaks
# `after` is the same; a header goes before it.
assert Stream(path, f"/v1/events?after={last - 1}").next()[0] == last
assert Stream(path, "/v1/events?after=1", last=last - 1).next()[0] == last

# 1000 are kept. A client that was away for longer hears that something is gone, and from where on
# the stream goes on.
happen(1100)
stream = Stream(path, last=last)
number, name, data = stream.next()
assert (number, name) == (None, "events_lost"), (number, name)
assert data["after"] == last and data["next"] > last + 1, data
assert stream.next()[0] == data["next"]
# An id that was never given here: another session's.
stream = Stream(path, last=10**9)
happen(1)
assert stream.next()[1:] == ("events_lost", {"after": 10**9, "next": first + EVENTS + 1101}), stream
assert stream.next()[0] == first + EVENTS + 1101
PY
touch enough
finish_guarded
assert_status 0
