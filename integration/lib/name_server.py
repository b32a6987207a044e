# SPDX-License-Identifier: Apache-2.0
"""name_server.py ADDRESS NAME=ADDRESS[,ADDRESS]...: answers on port 53 of ADDRESS, by datagrams and by streams, until
it is ended. It makes the file ./named when it listens, and writes each name that it is asked for into ./asked. Other
names do not exist. NAME=silent: to that it never answers; ADDRESS alone: to none."""
import socket
import struct
import sys
import threading

A, AAAA = 1, 28


def packed(address):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return (AAAA if ":" in address else A), socket.inet_pton(family, address)


words = [word.split("=") for word in sys.argv[2:]]
names = {name.encode(): [packed(one) for one in addresses.split(",")] for name, addresses in words if addresses != "silent"}
silent = {name.encode() for name, addresses in words if addresses == "silent"}


def answer(query):
    at, labels = 12, []
    while query[at]:
        labels.append(query[at + 1:at + 1 + query[at]])
        at += query[at] + 1
    kind = struct.unpack_from("!H", query, at + 1)[0]
    name = b".".join(labels).lower()
    with open("asked", "a") as asked:
        asked.write(f"{name.decode(errors='replace')} {kind}\n")
    if name in silent:
        return None
    known = names.get(name)
    found = [data for its_kind, data in known or [] if its_kind == kind]
    answers = b"".join(struct.pack("!HHHIH", 0xC00C, kind, 1, 1, len(one)) + one for one in found)
    flags = 0x8180 if known else 0x8183
    return query[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0) + query[12:at + 5] + answers


def serve_streams(listener):
    while True:
        connection, _ = listener.accept()
        size = connection.recv(2)
        if len(size) == 2:
            if reply := answer(connection.recv(struct.unpack("!H", size)[0])):
                connection.sendall(struct.pack("!H", len(reply)) + reply)
        connection.close()


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
        if reply := answer(query):
            door.sendto(reply, peer)
