# SPDX-License-Identifier: Apache-2.0
"""inherited.py KIND... -- WORD...: opens each kind, from number 20 up, and becomes WORD...

The numbers are in the order of the kinds; none has FD_CLOEXEC. In the current folder lie precious,
secret (a file), other_name (a hard link to it) and named (a FIFO)."""
import fcntl
import os
import select
import socket
import sys
import time

alive = []  # what must not be collected before the exec


def kept(thing):
    alive.append(thing)
    return thing


def from_a_stranger():
    """One end of a pair that a process made which is no ancestor, as a service hands it over."""
    here, there = socket.socketpair()
    maker = os.fork()
    if maker == 0:
        mine, theirs = socket.socketpair()
        socket.send_fds(there, [b"x"], [theirs.fileno()])
        os._exit(0)
    _, fds, _, _ = socket.recv_fds(here, 1, 1)
    os.waitpid(maker, 0)
    return fds[0]


def service(end):
    listener = kept(socket.socket(socket.AF_UNIX))
    listener.bind(f"service_{end}.sock")
    listener.listen()
    client = kept(socket.socket(socket.AF_UNIX))
    client.connect(f"service_{end}.sock")
    accepted = kept(listener.accept()[0])
    return {"listener": listener, "client": client, "accepted": accepted}[end].fileno()


def abstract():
    listener = kept(socket.socket(socket.AF_UNIX))
    listener.bind(f"\0guard-test-{os.getpid()}")
    listener.listen()
    client = kept(socket.socket(socket.AF_UNIX))
    client.connect(listener.getsockname())
    return client.fileno()


def inet():
    listener = kept(socket.socket())
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener.fileno()


def deleted():
    with open("gone", "w", encoding="ascii") as file:
        file.write("gone")
    fd = os.open("gone", os.O_RDONLY)
    os.unlink("gone")
    return fd


def other_terminal():
    """A terminal of a process beside: without its far side it would be hung up."""
    master, slave = os.openpty()
    child = os.fork()
    if child == 0:
        if os.fork() == 0:  # guard is not to have a child that it did not start
            os.closerange(0, master)
            os.closerange(master + 1, 1000)
            time.sleep(30)
        os._exit(0)
    os.waitpid(child, 0)
    os.close(master)
    return slave


KINDS = {
    "write": lambda: os.open("precious", os.O_WRONLY | os.O_APPEND),
    "both": lambda: os.open("precious", os.O_RDWR),
    "folder": lambda: os.open("/", os.O_RDONLY),
    "place": lambda: os.open("precious", os.O_PATH),
    "place_folder": lambda: os.open("/", os.O_PATH),
    "secret": lambda: os.open("secret", os.O_RDONLY),
    "other_name": lambda: os.open("other_name", os.O_RDONLY),
    "deleted": deleted,
    "master": lambda: os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY),
    "other_terminal": other_terminal,
    "kernel": lambda: os.open("/proc/version", os.O_RDONLY),
    "namespace": lambda: os.open("/proc/self/ns/pid", os.O_RDONLY),
    "memory": lambda: os.memfd_create("m"),
    "pidfd": lambda: os.pidfd_open(os.getpid()),
    "epoll": lambda: kept(select.epoll()).fileno(),
    "client": lambda: service("client"),
    "listener": lambda: service("listener"),
    "accepted": lambda: service("accepted"),
    "abstract": abstract,
    "stranger": from_a_stranger,
    "unconnected": lambda: kept(socket.socket(socket.AF_UNIX)).fileno(),
    "inet": inet,
    "netlink": lambda: kept(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)).fileno(),
    # These go through.
    "pipe_read": lambda: kept(os.pipe())[0],
    "pipe_write": lambda: kept(os.pipe())[1],
    "fifo": lambda: os.open("named", os.O_RDWR),
    "read": lambda: os.open("/etc/passwd", os.O_RDONLY),
    "eventfd": lambda: kept(os.eventfd(0)),
    "null": lambda: os.open("/dev/null", os.O_RDWR),
    "zero": lambda: os.open("/dev/zero", os.O_RDONLY),
    "pair": lambda: kept(socket.socketpair())[0].fileno(),
    "datagram_pair": lambda: kept(socket.socketpair(type=socket.SOCK_DGRAM))[0].fileno(),
}


def main():
    split = sys.argv.index("--")
    # Out of the way first: one may have another's number.
    high = [fcntl.fcntl(KINDS[kind](), fcntl.F_DUPFD_CLOEXEC, 200) for kind in sys.argv[1:split]]
    for number, fd in enumerate(high, 20):
        os.dup2(fd, number, inheritable=True)
    os.execvp(sys.argv[split + 1], sys.argv[split + 1:])


main()
