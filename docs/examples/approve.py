#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Approves what waits in a session of guard, as far as its operator says beforehand.

usage: approve.py SOCKET PREFIX

Follows the session's events until it ends. A question of tier 2 whose "what" begins with PREFIX is
approved, once; everything else is left to a person. Nothing is missed: the stream begins where the
list of what waits ends, and after a broken connection where it broke off.
"""
import http.client
import json
import socket
import sys
import time


class Session(http.client.HTTPConnection):
    """HTTP over the session's Unix socket."""

    def __init__(self, path):
        super().__init__("guard")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)

    def ask(self, method, target, body=None):
        text = None if body is None else json.dumps(body)
        self.request(method, target, text, {"User-Agent": "approve.py"})
        response = self.getresponse()
        return response.status, json.loads(response.read())


def events(path, last):
    """(id, event, data) of everything after event LAST, until the session is gone."""
    while True:
        session = Session(path)
        try:
            session.request("GET", "/v1/events", headers={"Last-Event-ID": str(last)})
            fields = {}
            for line in session.getresponse():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif "event" in fields:
                    last = int(fields.get("id", last))
                    yield fields["event"], json.loads(fields["data"])
                if not name:
                    fields = {}
        except (FileNotFoundError, ConnectionRefusedError):
            return
        except (OSError, http.client.HTTPException):
            time.sleep(1)  # broken off: on from there


def answer(path, question, prefix):
    if question["tier"] != 2 or not question["what"].startswith(prefix):
        print("left to a person:", question["what"], flush=True)
        return
    status, reply = Session(path).ask("POST", f"/v1/approvals/{question['id']}", {"answer": "approve"})
    # 409: somebody was quicker.
    print("approved:" if status == 200 else reply["error"]["message"], question["what"], flush=True)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    path, prefix = sys.argv[1:]
    _, waiting = Session(path).ask("GET", "/v1/approvals")
    for question in waiting["approvals"]:
        answer(path, question, prefix)
    for event, data in events(path, waiting["last_event"]):
        if event == "approval_required":
            answer(path, data, prefix)


if __name__ == "__main__":
    main()
