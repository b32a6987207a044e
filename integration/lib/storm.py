# SPDX-License-Identifier: Apache-2.0
"""storm.py FOLDER ACTS SEED: deletes, overwrites, moves and changes what is below FOLDER, ACTS times."""
import ctypes
import os
import random
import stat
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
EXCHANGE = 2


def everything(top):
    folders, others = [], []
    for folder, below, files in os.walk(top):
        folders += [os.path.join(folder, one) for one in below if not os.path.islink(os.path.join(folder, one))]
        others += [os.path.join(folder, one) for one in files]
        others += [os.path.join(folder, one) for one in below if os.path.islink(os.path.join(folder, one))]
    return folders, others


class Storm:
    def __init__(self, top, seed):
        self.top, self.rand, self.number = top, random.Random(seed), 0
        self.folders, self.others = everything(top)
        self.folders.append(top)

    def one(self):
        return self.rand.choice(self.others)

    def fresh(self, folder=None):
        self.number += 1
        return os.path.join(folder or self.rand.choice(self.folders), b"new-%d" % self.number)

    def regular(self):
        for _ in range(20):
            path = self.one()
            if stat.S_ISREG(os.lstat(path).st_mode):
                return path
        raise OSError("no regular file")

    def delete(self):
        path = self.one()
        os.unlink(path)
        self.others.remove(path)

    def overwrite(self):
        with open(self.regular(), "wb") as file:
            file.write(self.rand.randbytes(200))

    def append(self):
        with open(self.regular(), "ab") as file:
            file.write(b"more")

    def truncate(self):
        os.truncate(self.regular(), self.rand.randrange(5000))

    def replace(self):
        path, new = self.one(), self.fresh()
        with open(new, "wb") as file:
            file.write(b"replaced")
        os.rename(new, path)

    def move(self):
        old, new = self.one(), self.fresh()
        os.rename(old, new)
        self.others.remove(old)
        self.others.append(new)

    def move_over(self):
        old, new = self.one(), self.one()
        a, b = os.lstat(old), os.lstat(new)
        os.rename(old, new)
        if (a.st_dev, a.st_ino) != (b.st_dev, b.st_ino):
            self.others.remove(old)

    def exchange(self):
        LIBC.renameat2(-100, self.one(), -100, self.one(), EXCHANGE)

    def move_folder(self):
        old = self.rand.choice(self.folders)
        if old == self.top:
            return
        new = self.fresh(self.top)
        os.rename(old, new)
        for paths in (self.folders, self.others):
            for at, path in enumerate(paths):
                if path == old or path.startswith(old + b"/"):
                    paths[at] = new + path[len(old):]

    def remove_folder(self):
        for path in self.rand.sample(self.folders, min(8, len(self.folders))):
            if path != self.top and not os.listdir(path):
                os.rmdir(path)
                self.folders.remove(path)
                return
        path = self.rand.choice(self.folders)
        if path == self.top:
            return
        below = [one for one in self.others if os.path.dirname(one) == path]
        for one in below:
            os.unlink(one)
            self.others.remove(one)

    def mode(self):
        path = self.one()
        if not os.path.islink(path):
            os.chmod(path, self.rand.choice([0o600, 0o644, 0o755, 0o400, 0o444]))

    def times(self):
        os.utime(self.one(), ns=(5, 10**18 + self.number), follow_symlinks=False)

    def attribute(self):
        path = self.regular()
        try:
            os.setxattr(path, "user.storm", b"blows")
            os.removexattr(path, "user.kind")
        except OSError:
            pass

    def access_list(self):
        path = self.regular()
        try:
            os.removexattr(path, "system.posix_acl_access")
        except OSError:
            os.setxattr(path, "system.posix_acl_access", os.getxattr(self.regular(), "system.posix_acl_access"))

    def owner(self):
        os.chown(self.one(), self.rand.randrange(60000), self.rand.randrange(60000), follow_symlinks=False)

    def link(self):
        new = self.fresh()
        os.link(self.one(), new, follow_symlinks=False)
        self.others.append(new)
        if self.rand.random() < 0.7:
            os.unlink(new)
            self.others.remove(new)

    def blow(self, acts):
        kinds = [self.delete, self.delete, self.overwrite, self.overwrite, self.append, self.truncate, self.replace,
                 self.replace, self.move, self.move_over, self.exchange, self.move_folder, self.remove_folder,
                 self.mode, self.times, self.attribute, self.access_list, self.owner, self.link]
        for _ in range(acts):
            if len(self.others) < 5:
                return
            try:
                self.rand.choice(kinds)()
            except OSError:
                pass


def main():
    Storm(os.fsencode(sys.argv[1]), int(sys.argv[3])).blow(int(sys.argv[2]))
    print("blown over", flush=True)


main()
