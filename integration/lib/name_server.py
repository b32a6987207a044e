# SPDX-License-Identifier: Apache-2.0
"""name_server.py ADDRESS NAME=VALUE[,VALUE]...: answers on port 53 of ADDRESS, by datagrams and by streams, until
it is ended. It makes the file ./named when it listens, and writes each name that it is asked for into ./asked. Other
names do not exist. NAME=silent: to that it never answers; ADDRESS alone: to none.
A value is an address; ADDRESS*NUMBER, so many from there on; ">NAME": it is another name of NAME (CNAME);
"stream": an answer by datagram has no records, and says that it is too long. Lines NAME=VALUE of the file ./changed count
first."""
import ipaddress
import os
import socket
import struct
import sys
import threading

A, CNAME, AAAA = 1, 5, 28
LONGEST_CHAIN = 12
TOO_LONG = 0x0200

names = dict(word.split("=") for word in sys.argv[2:])


def value_of(name):
    if os.path.exists("changed"):
        for line in open("changed"):
            if line.startswith(name + "="):
                return line.strip().partition("=")[2]
    return names.get(name)


def encoded(name):
    return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


def addresses_of(value, kind):
    for one in value.split(","):
        first, _, number = one.partition("*")
        if one != "stream" and not one.startswith(">") and (AAAA if ":" in first else A) == kind:
            yield from ((ipaddress.ip_address(first) + step).packed for step in range(int(number or 1)))


# (OWNER, TYPE, DATA)... along the chain of other names that begins at NAME.
def records_of(name, kind):
    records = []
    for _ in range(LONGEST_CHAIN):
        value = value_of(name)
        if value is None:
            break
        records += [(name, kind, data) for data in addresses_of(value, kind)]
        if not value.startswith(">"):
            break
        records.append((name, CNAME, encoded(value[1:])))
        name = value[1:]
    return records


def answer(query, by_stream):
    at, labels = 12, []
    while query[at]:
        labels.append(query[at + 1:at + 1 + query[at]])
        at += query[at] + 1
    kind = struct.unpack_from("!H", query, at + 1)[0]
    name = b".".join(labels).lower().decode(errors="replace")
    with open("asked", "a") as asked:
        asked.write(f"{name} {kind}\n")
    value = value_of(name)
    if value == "silent":
        return None
    too_long = value is not None and "stream" in value.split(",") and not by_stream
    records = [] if too_long else records_of(name, kind)
    answers = b"".join(encoded(owner) + struct.pack("!HHIH", its_kind, 1, 1, len(data)) + data
                       for owner, its_kind, data in records)
    flags = (0x8183 if value is None else 0x8180) | (TOO_LONG if too_long else 0)
    return query[:2] + struct.pack("!HHHHH", flags, 1, len(records), 0, 0) + query[12:at + 5] + answers


def serve_streams(listener):
    while True:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as asked:
            while len(size := asked.read(2)) == 2:
                if reply := answer(asked.read(struct.unpack("!H", size)[0]), True):
                    connection.sendall(struct.pack("!H", len(reply)) + reply)


family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
door = socket.socket(family, socket.SOCK_DGRAM)
door.bind((sys.argv[1], 53))
streams = socket.socket(family, socket.SOCK_STREAM)
streams.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
streams.bind((sys.argv[1], 53))
streams.listen()
threading.Thread(target=serve_streams, args=(streams,), daemon=True).start()
open("named", "w").close()
while True:
    query, peer = door.recvfrom(512)
    if len(query) >= 12 and names:
        if reply := answer(query, False):
            door.sendto(reply, peer)
