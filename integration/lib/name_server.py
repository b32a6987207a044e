# SPDX-License-Identifier: Apache-2.0
"""name_server.py ADDRESS NAME=ADDRESS[,ADDRESS]...: answers on port 53 of ADDRESS until it is ended; makes the file
./named when it listens. Other names do not exist. ADDRESS alone: it never answers."""
import socket
import struct
import sys

names = {name.encode(): [socket.inet_aton(one) for one in addresses.split(",")]
         for name, addresses in (word.split("=") for word in sys.argv[2:])}
door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
door.bind((sys.argv[1], 53))
open("named", "w").close()
while True:
    query, peer = door.recvfrom(512)
    if len(query) < 12 or not names:
        continue
    at, labels = 12, []
    while query[at]:
        labels.append(query[at + 1:at + 1 + query[at]])
        at += query[at] + 1
    kind = struct.unpack_from("!H", query, at + 1)[0]
    known = names.get(b".".join(labels).lower())
    found = known if known and kind == 1 else []
    answers = b"".join(struct.pack("!HHHIH", 0xC00C, 1, 1, 1, 4) + one for one in found)
    flags = 0x8180 if known else 0x8183
    door.sendto(query[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0) + query[12:at + 5] + answers, peer)
