# SPDX-License-Identifier: Apache-2.0
"""folder_storm.py FOLDER ACTS SEED: moves, removes and makes anew folders, and files where folders were, and the other way round."""
import os
import random
import shutil
import sys


def below(top):
    folders, files = [], []
    for folder, names, others in os.walk(top):
        folders += [os.path.join(folder, name) for name in names]
        files += [os.path.join(folder, name) for name in others]
    return sorted(folders), sorted(files)


class Storm:
    def __init__(self, top, seed):
        self.top, self.rand, self.number, self.lost = top, random.Random(seed), 0, []

    def folder(self):
        return self.rand.choice(below(self.top)[0])

    def file(self):
        return self.rand.choice(below(self.top)[1])

    def name(self):
        if self.lost and self.rand.random() < 0.7:
            return self.rand.choice(self.lost)
        self.number += 1
        return os.path.join(self.folder(), b"new-%d" % self.number)

    def move_folder(self):
        old = self.folder()
        os.rename(old, self.name())
        self.lost.append(old)

    def remove_folder(self):
        old = self.folder()
        shutil.rmtree(old)
        self.lost.append(old)

    def move_file(self):
        old = self.file()
        os.rename(old, self.name())
        self.lost.append(old)

    def remove_file(self):
        old = self.file()
        os.unlink(old)
        self.lost.append(old)

    def make_folder(self):
        new = self.name()
        os.mkdir(new)
        with open(os.path.join(new, b"new-in-it"), "wb") as file:
            file.write(b"new")

    def make_file(self):
        with open(self.name(), "xb") as file:
            file.write(b"new")

    def overwrite(self):
        path = self.file()
        if os.path.isfile(path):  # a FIFO would wait for a reader
            with open(path, "wb") as file:
                file.write(b"over")

    def blow(self, acts):
        kinds = [self.move_folder, self.move_folder, self.remove_folder, self.move_file, self.remove_file,
                 self.make_folder, self.make_folder, self.make_file, self.overwrite]
        for _ in range(acts):
            try:
                self.rand.choice(kinds)()
            except (OSError, IndexError, shutil.Error):
                pass


def main():
    Storm(os.fsencode(sys.argv[1]), int(sys.argv[3])).blow(int(sys.argv[2]))
    print("blown over", flush=True)


main()
