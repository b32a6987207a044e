#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sink_storm.py GUARD MAKE_RECORDS COUNT ROOM [SINK]...: COUNT records through each sink to a receiver that dies, stalls
and comes back, while guard itself is killed at random points too.

Says for each sink how often each happened, how many records came again, the rate, and guard's peak resident memory and processor time. Fails
unless all came, in order and once when those that came again are left out, and unless guard's own proof holds; or when guard
needs more than 128 MiB (a request of OTLP is held as JSON as well): memory must not grow with what waits. No UDP: nobody can say of a datagram that it arrived."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

MOST_MEMORY = 128 << 20
LIB = pathlib.Path(__file__).resolve().parent
HASH = re.compile(rb'[{,]\\*"hash\\*":\\*"([0-9a-f]{64})')
# name -> kind of the receiver (none: nobody who can die) and its sink
SINKS = {
    "file": (None, {"type": "file", "path": "ROOM/arrived", "max_size": "20MB", "keep": 1000}),
    "command": (None, {"type": "command", "command": ["ROOM/ship"]}),
    "journald": ("journald", {"type": "journald", "path": "ROOM/journal"}),
    "syslog-tcp": ("tcp", {"type": "syslog", "host": "127.0.0.1", "port": "PORT", "transport": "tcp"}),
    "syslog-tls": ("tls", {"type": "syslog", "host": "localhost", "port": "PORT", "ca_file": "ROOM/cert"}),
    "otlp-json": ("otlp", {"type": "otlp", "url": "http://127.0.0.1:PORT/v1/logs"}),
    "otlp-protobuf": ("otlp", {"type": "otlp", "url": "http://127.0.0.1:PORT/v1/logs", "encoding": "protobuf",
                               "compression": "gzip"}),
}


class Receiver:
    """log_receiver.py, which listens at the same place each time."""

    def __init__(self, kind, room):
        self.kind, self.room, self.process = kind, room, None
        self.start()

    def start(self):
        arrived, port = self.room / "arrived", self.room / "port"
        # A line that a death cut short must not have the next one's beginning at its end.
        if arrived.exists() and arrived.stat().st_size and not arrived.read_bytes()[-1:] == b"\n":
            with arrived.open("ab") as file:
                file.write(b"\n")
        before = port.stat().st_ino if port.exists() else None
        self.process = subprocess.Popen([sys.executable, "-B", LIB / "log_receiver.py", self.kind, self.room],
                                        stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while not port.exists() or port.stat().st_ino == before:
            if time.monotonic() > deadline:
                sys.exit("the receiver does not start")
            time.sleep(0.02)

    def die(self):
        self.process.kill()
        self.process.wait()

    def stall(self, seconds):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.send_signal(signal.SIGCONT)


class Sender:
    """guard audit sinks send, over and over until all is sent."""

    def __init__(self, guard, state, policy, name):
        self.words = [guard, "audit", "sinks", "send", "--state-dir", state, "--policy", policy, name]
        self.memory, self.busy, self.child, self.said = 0, 0.0, None, ""
        self.workspace = policy.parent / "work"  # what lies there is the tree's, and no sink is
        self.workspace.mkdir()

    def start(self):
        self.child = subprocess.Popen(self.words, cwd=self.workspace, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def ended(self, wait=False):
        """Its status, None: it runs."""
        pid, status, usage = os.wait4(self.child.pid, 0 if wait else os.WNOHANG)
        if pid == 0:
            return None
        self.memory = max(self.memory, usage.ru_maxrss * 1024)
        self.busy += usage.ru_utime + usage.ru_stime
        self.child.returncode = os.waitstatus_to_exitcode(status)
        self.said = self.child.stdout.read().decode(errors="replace")
        self.child.stdout.close()
        return self.child.returncode

    def kill(self):
        self.child.kill()
        self.ended(wait=True)


def sent_of(state, name):
    try:
        return json.loads((state / "sinks" / f"{name}.json").read_text(encoding="utf-8"))["sent"]
    except (OSError, ValueError, KeyError):
        return 0


def events_for(receiver, count):
    """(records, event): the event happens once that many were sent, in order."""
    names = ["guard"] * 6 + (["die"] * 8 + ["stall"] * 3 if receiver else [])
    random.shuffle(names)
    return sorted(zip((random.randrange(count) for _ in names), names))


def happen(event, sender, receiver):
    if event == "guard":
        sender.kill()
        sender.start()
    elif event == "stall":
        receiver.stall(random.uniform(0.2, 2.0))
    else:
        receiver.die()
        # guard must have seen that nobody is there: what a server had read and not kept is lost otherwise
        # (docs/sinks.md).
        while sender.ended() is None:
            time.sleep(0.01)
        time.sleep(random.uniform(0.0, 0.5))
        receiver.start()
        sender.start()


def send_all(sender, receiver, state, name, count):
    events = events_for(receiver, count)
    sender.start()
    deadline = time.monotonic() + 300 + count / 200
    while True:
        if time.monotonic() > deadline:
            sys.exit(f"{name}: no end: {sender.said}")
        if events and sent_of(state, name) >= events[0][0]:
            happen(events.pop(0)[1], sender, receiver)
            continue
        status = sender.ended()
        if status == 0:
            return
        if status is not None:
            if receiver is None:
                sys.exit(f"{name}: {sender.said}")
            time.sleep(0.05)
            sender.start()
        time.sleep(0.005)


def hashes_in(paths):
    for path in paths:
        with open(path, "rb") as file:
            for line in file:
                yield from HASH.findall(line)


def in_order(name, files, exported):
    """How many came again. Each that came first is the next of the export."""
    wanted, seen, again = hashes_in([exported]), set(), 0
    for digest in hashes_in(files):
        if digest in seen:
            again += 1
            continue
        expected = next(wanted, None)
        if digest != expected:
            sys.exit(f"{name}: out of order, or not of the record, after {len(seen)} records")
        seen.add(digest)
    missing = sum(1 for _ in wanted)
    if missing:
        sys.exit(f"{name}: {missing} records are missing")
    return again


def arrived_files(room):
    """The oldest first: PATH.2, PATH.1, PATH."""
    numbered = sorted(room.glob("arrived.*"), key=lambda path: -int(path.suffix[1:]))
    return numbered + [room / "arrived"]


def policy_of(name, sink, room, port):
    text = json.dumps({"version": 1, "extends": ["default"], "audit": {"sinks": [{"name": name, **sink}]}})
    path = room / "policy.yaml"
    path.write_text(text.replace("ROOM", str(room)).replace('"PORT"', str(port)).replace("PORT", str(port)), encoding="utf-8")
    return path


def make_certificate(room):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", room / "key", "-out", room / "cert"],
                   check=True, capture_output=True)
    (room / "server.pem").write_bytes((room / "key").read_bytes() + (room / "cert").read_bytes())


def storm(guard, state, name, count, room):
    kind, sink = SINKS[name]
    room.mkdir()
    if kind == "tls":
        make_certificate(room)
    ship = room / "ship"
    ship.write_text(f"#!/bin/sh\nexec cat >>{room}/arrived\n", encoding="utf-8")
    ship.chmod(0o755)
    receiver = Receiver(kind, room) if kind else None
    port = (room / "port").read_text(encoding="utf-8") if receiver else 0
    sender = Sender(guard, state, policy_of(name, sink, room, port), name)
    start = time.monotonic()
    try:
        send_all(sender, receiver, state, name, count)
    finally:
        if receiver:
            receiver.die()
    seconds = time.monotonic() - start
    files = arrived_files(room)
    again = in_order(name, files, state.parent / "exported")
    proof = subprocess.run([guard, "audit", "sinks", "verify", "--state-dir", state, name, *files], capture_output=True, text=True,
                           check=False)
    if proof.returncode != 0:
        sys.exit(f"{name}: {proof.stdout}{proof.stderr}")
    happened = "6 kills of guard" + (", 8 of the receiver, 3 stalls" if receiver else "")
    print(f"{name:14} {count} records in {seconds:6.1f} s: {count / seconds:6.0f} a second ({sender.busy:.1f} s of the processor), {again} came again, "
          f"{sender.memory / 2**20:.1f} MiB; {happened}", flush=True)
    if sender.memory > MOST_MEMORY:
        sys.exit(f"{name}: guard needs {sender.memory >> 20} MiB")
    shutil.rmtree(room)


def main():
    guard, make, count, room = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
    state = room / "state"
    seed = int(os.environ.get("STORM_SEED", random.randrange(1 << 30)))
    random.seed(seed)
    print(f"STORM_SEED={seed}", flush=True)
    subprocess.run([make, state, str(count)], check=True, stdout=subprocess.DEVNULL)
    with open(room / "exported", "wb") as file:
        subprocess.run([guard, "audit", "export", "--after", "start", "--state-dir", state], check=True, stdout=file)
    for name in sys.argv[5:] or SINKS:
        storm(guard, state, name, count, room / name)


main()
