# SPDX-License-Identifier: Apache-2.0
"""Clients of a session's API that mean it no good, all at once, for some seconds.

usage: hostile_clients.py SOCKET SECONDS     SOCKET of a session, or @NAME of the address inside

Never-readers of a stream of acts and of long answers, drips (a byte at a time), half requests, garbage, headers and
bodies without an end, connections that only come and go. Prints how many of each were dropped or refused.
"""
import collections
import random
import socket
import sys
import threading
import time

PATH = "\0" + sys.argv[1][1:] if sys.argv[1].startswith("@") else sys.argv[1]
END = time.monotonic() + float(sys.argv[2])
count = collections.Counter()


def connected():
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(1)
    client.connect(PATH)
    return client


def never_reads(request):
    def run(client):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        while time.monotonic() < END:
            client.sendall(request)
            time.sleep(0.05)
    return run


def streams_and_never_reads(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sendall(b"GET /v1/events?acts=on HTTP/1.1\r\nHost: guard\r\n\r\n")
    while time.monotonic() < END:
        time.sleep(0.2)


def drips(client):
    for byte in b"GET /v1/session HTTP/1.1\r\nHost: " + b"g" * 100000:
        if time.monotonic() > END:
            return
        client.sendall(bytes([byte]))
        time.sleep(0.3)


def half_a_request(client):
    client.sendall(b'POST /v1/check HTTP/1.1\r\nHost: guard\r\nContent-Length: 100\r\n\r\n{"shell": "ls')
    while time.monotonic() < END:
        time.sleep(0.2)


def garbage(client):
    chance = random.Random()
    while True:
        client.sendall(chance.randbytes(4096))


def endless_header(client):
    client.sendall(b"GET /v1/session HTTP/1.1\r\nHost: guard\r\nX: ")
    while True:
        client.sendall(b"x" * 65536)


def endless_body(client):
    client.sendall(b"POST /v1/check HTTP/1.1\r\nHost: guard\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        client.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")


def comes_and_goes(client):
    client.close()
    time.sleep(0.01)


KINDS = {
    "streams_and_never_reads": streams_and_never_reads,
    "never_reads": never_reads(b"GET /v1/audit HTTP/1.1\r\nHost: guard\r\n\r\n"),
    "drips": drips, "half_a_request": half_a_request, "garbage": garbage, "endless_header": endless_header,
    "endless_body": endless_body, "comes_and_goes": comes_and_goes,
}


def again_and_again(name, act):
    while time.monotonic() < END:
        try:
            client = connected()
        except OSError:
            count[name + ": turned away"] += 1
            time.sleep(0.05)
            continue
        try:
            act(client)
        except OSError:
            count[name + ": dropped"] += 1
        client.close()
        count[name] += 1


threads = [threading.Thread(target=again_and_again, args=item) for item in KINDS.items() for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(dict(count))
