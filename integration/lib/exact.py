# SPDX-License-Identifier: Apache-2.0
"""exact.py FOLDER: one line for FOLDER and everything below it: all that an undo gives back.

Name, mode, owner, size, time of change, content, extended attributes, and which names are one file.
"""
import hashlib
import os
import stat
import sys


def content(path, info):
    if stat.S_ISLNK(info.st_mode):
        return os.fsencode(os.readlink(path))
    if not stat.S_ISREG(info.st_mode):
        return "-"
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    except PermissionError:
        return "unreadable"
    return digest.hexdigest()


def attributes(path):
    try:
        return [(name, os.getxattr(path, name, follow_symlinks=False))
                for name in sorted(os.listxattr(path, follow_symlinks=False))]
    except OSError:
        return []


def line(top, path, names):
    info = os.lstat(path)
    shown = os.fsencode(os.path.relpath(path, top))
    folder = stat.S_ISDIR(info.st_mode)
    several = info.st_nlink > 1 and not folder
    first = names.setdefault((info.st_dev, info.st_ino), shown) if several else "-"
    size = "-" if folder else info.st_size
    return (f"{shown!r} {info.st_mode:o} {info.st_uid}:{info.st_gid} {size} {info.st_rdev} {info.st_mtime_ns} "
            f"{info.st_nlink if several else 1} {first!r} {content(path, info)} {attributes(path)}")


def main():
    top, names, lines = sys.argv[1], {}, []
    everything = [top]
    for folder, folders, files in os.walk(top):
        everything += [os.path.join(folder, name) for name in folders + files]
    for path in sorted(everything):
        lines.append(line(top, path, names))
    print("\n".join(lines))


main()
