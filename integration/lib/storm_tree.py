# SPDX-License-Identifier: Apache-2.0
"""storm_tree.py FOLDER COUNT: a tree of COUNT things of before: odd names, modes, links, holes, attributes."""
import os
import random
import struct
import sys

ODD = [b"plain", b"two words", b"new\nline", b"quo'te\"s", b"-dash", b"\xff\xfe bytes", "ümläut".encode(), b"\xe2\x80\xaertl",
       b"tab\there", b"x" * 200, b"...", b"back\\slash", b"{\"json\": 1}", b"$HOME", b"*"]
MODES = [0o644, 0o600, 0o755, 0o444, 0o400, 0o640, 0o666]
OLD = 1_500_000_000_123_456_789


# system.posix_acl_access: user::rw-, user:ID:PERMISSIONS, group::r--, mask::rw-, other::---
def access_list(rand):
    entries = [(1, 6, 2**32 - 1), (2, rand.choice([4, 6]), rand.randrange(1, 60000)), (4, 4, 2**32 - 1),
               (16, 6, 2**32 - 1), (32, 0, 2**32 - 1)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def name(rand, number):
    return rand.choice(ODD) + b"-" + str(number).encode()


def make_file(rand, path, number):
    with open(path, "wb") as file:
        kind = rand.random()
        if kind < 0.03:  # holes at both ends and between
            file.seek(rand.randrange(1, 1 << 20))
            file.write(b"island")
            file.truncate(file.tell() + rand.randrange(1 << 18))
        elif kind < 0.05:
            file.write(rand.randbytes(rand.randrange(1 << 19)))
        elif kind < 0.9:
            file.write(b"content %d\n" % number * rand.randrange(40))
    if rand.random() < 0.1:
        try:
            os.setxattr(path, "user.kind", rand.randbytes(rand.randrange(1, 60)))
        except OSError:
            pass
    if os.geteuid() == 0 and rand.random() < 0.1:
        os.chown(path, rand.randrange(60000), rand.randrange(60000))
    os.chmod(path, rand.choice(MODES))
    if rand.random() < 0.1:
        try:
            os.setxattr(path, "system.posix_acl_access", access_list(rand))
        except OSError:
            pass
    os.utime(path, ns=(OLD + number, OLD + number * 1001))


def main():
    top, count = os.fsencode(sys.argv[1]), int(sys.argv[2])
    rand = random.Random(count)
    folders, files = [top], []
    os.makedirs(top, exist_ok=True)
    for number in range(count):
        folder = rand.choice(folders[-60:])
        path = os.path.join(folder, name(rand, number))
        kind = rand.random()
        if kind < 0.06 and path.count(b"/") < top.count(b"/") + 12:
            os.mkdir(path)
            folders.append(path)
        elif kind < 0.10:
            os.symlink(rand.choice([b"nowhere", b"../x", rand.choice(files or [b"x"])]), path)
        elif kind < 0.13 and files:
            os.link(rand.choice(files), path, follow_symlinks=False)
        elif kind < 0.14:
            os.mkfifo(path, 0o640)
        else:
            make_file(rand, path, number)
            files.append(path)
    for number, folder in enumerate(reversed(folders)):
        os.chmod(folder, rand.choice([0o755, 0o700, 0o750]))
        os.utime(folder, ns=(OLD, OLD + number))


main()
