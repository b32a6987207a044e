# SPDX-License-Identifier: Apache-2.0
"""manifest.py FOLDER [PART...]: one line for everything below it: path, type, mode, owner, time, content.

A time is shown when it was set on purpose: more than a day ago. Paths that contain one of the further words are left out (what differs from run to run)."""
import hashlib
import os
import stat
import sys
import time

DAY = 86400


def content(path, info):
    if stat.S_ISLNK(info.st_mode):
        return os.readlink(path)
    if not stat.S_ISREG(info.st_mode):
        return "-"
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except PermissionError:
        return f"unreadable {info.st_size}"


def when(info):
    return "now" if info.st_mtime > time.time() - DAY else str(info.st_mtime_ns)


def main():
    top, left_out = sys.argv[1], sys.argv[2:]
    lines = []
    for folder, folders, files in os.walk(top):
        for name in folders + files:
            path = os.path.join(folder, name)
            shown = os.path.relpath(path, top)
            if any(part in shown for part in left_out):
                continue
            info = os.lstat(path)
            lines.append(f"{shown} {info.st_mode:o} {info.st_uid}:{info.st_gid} {when(info)} "
                         f"{content(path, info)}")
    print("\n".join(sorted(lines)))


main()
