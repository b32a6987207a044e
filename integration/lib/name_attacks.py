# SPDX-License-Identifier: Apache-2.0
"""The attempts that the cases about host names make from inside: each prints a line, `LABEL reached`, or LABEL and why not."""
import ctypes
import os
import socket
import struct

NAME_SERVER, WEB, OTHER_WEB = "203.0.113.53", "203.0.113.10", "203.0.113.11"
LIBC = ctypes.CDLL(None, use_errno=True)


def told(label, work):
    try:
        print(label, work(), flush=True)
    except OSError as error:
        print(label, error.strerror or error, flush=True)


def query(name, kind=1, extended=False, questions=1):
    labels = b"".join(bytes([len(one)]) + one.encode() for one in name.split("."))
    opt = b"\0\0\x29\xff\xff\0\0\0\0\0\0" if extended else b""
    one = labels + struct.pack("!BHH", 0, kind, 1)
    return struct.pack("!HHHHHH", 7, 0x100, questions, 0, 0, 1 if opt else 0) + one * questions + opt


def stream_to(address, port=80):
    peer = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    peer.settimeout(5)
    peer.connect((address, port))
    return peer


def reach(address, port=80):
    with stream_to(address, port):
        return "reached"


def fetch(host, path):
    with stream_to(host) as peer:
        peer.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        return b"".join(iter(lambda: peer.recv(65536), b"")).decode().split("\r\n\r\n", 1)[1].strip()


def ask(question, to=(NAME_SERVER, 53)):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.settimeout(3)
        door.sendto(question, to)
        answer, peer = door.recvfrom(65536)
        return f"code {answer[3] & 15} of {struct.unpack('!H', answer[6:8])[0]} from {peer[0]}"


def ask_by_stream(question):
    with socket.create_connection((NAME_SERVER, 53), 3) as door:
        door.sendall(struct.pack("!H", len(question)) + question)
        return f"code {door.recv(512)[5] & 15}"


class Address(ctypes.Structure):
    _fields_ = [("family", ctypes.c_uint16), ("port", ctypes.c_uint16), ("host", ctypes.c_uint8 * 4), ("rest", ctypes.c_uint8 * 8)]


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Message(ctypes.Structure):
    _fields_ = [("name", ctypes.c_void_p), ("name_size", ctypes.c_uint32), ("vectors", ctypes.c_void_p), ("count", ctypes.c_size_t),
                ("control", ctypes.c_void_p), ("control_size", ctypes.c_size_t), ("flags", ctypes.c_int), ("sent", ctypes.c_uint)]


def address_of(host, port, family=socket.AF_INET):
    return Address(family, socket.htons(port), (ctypes.c_uint8 * 4)(*socket.inet_aton(host)))


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def connect_raw(door, address):
    return checked(LIBC.connect(door.fileno(), ctypes.byref(address), ctypes.sizeof(address)))


# sendmmsg(2): a datagram to each of HOSTS. How many went.
def send_many(*hosts, port=9):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        data = ctypes.create_string_buffer(b"leak")
        vector = Vector(ctypes.addressof(data), 4)
        addresses = [address_of(host, port) for host in hosts]
        messages = (Message * len(hosts))(*[Message(ctypes.addressof(one), 16, ctypes.addressof(vector), 1, None, 0, 0, 0)
                                            for one in addresses])
        return f"{checked(LIBC.sendmmsg(door.fileno(), messages, len(hosts), 0))} sent"
