# SPDX-License-Identifier: Apache-2.0
"""The API of a session for cases: plain requests, and streams of events that may break off anywhere."""
import http.client
import json
import socket
import time


class Session(http.client.HTTPConnection):
    def __init__(self, path, timeout=30):
        super().__init__("guard", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = connected(self.path, self.timeout)


def connected(path, timeout=30):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(timeout)
    client.connect(path)
    return client


def ask(path, method, target, body=None, headers=None):
    """(status, body)"""
    session = Session(path)
    text = body if body is None or isinstance(body, str) else json.dumps(body)
    session.request(method, target, text, headers or {})
    response = session.getresponse()
    raw = response.read()
    session.close()
    return response.status, json.loads(raw) if raw else None


class Stream:
    """GET /v1/events: whole events only, as (id or None, name, data)."""

    def __init__(self, path, target="/v1/events", last=None):
        self.socket = connected(path)
        resume = "" if last is None else f"Last-Event-ID: {last}\r\n"
        self.socket.sendall(f"GET {target} HTTP/1.1\r\nHost: guard\r\n{resume}\r\n".encode())
        self.text = b""
        self.head = self.until(b"\r\n\r\n").decode()

    def until(self, end):
        while end not in self.text:
            more = self.socket.recv(4096)
            if not more:
                raise EOFError("the stream has ended")
            self.text += more
        part, self.text = self.text.split(end, 1)
        return part

    def next(self):
        while True:
            lines = [line.split(": ", 1) for line in self.until(b"\n\n").decode().split("\n")]
            if lines[0][0]:  # else a comment
                fields = dict(lines)
                number = int(fields["id"]) if "id" in fields else None
                return number, fields["event"], json.loads(fields["data"])

    def close(self):
        self.socket.close()


def until_true(seconds, condition):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
