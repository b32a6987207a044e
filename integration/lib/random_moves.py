# SPDX-License-Identifier: Apache-2.0
"""Random sessions that move, write and remove files of before, with an undo in the middle: random_moves.py SEED...

Each seed is one session: what it does before and after the undo. Prints what is not as it was once the whole session is
undone; the same seed does the same again.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

FILES = ["a", "b", "c", "d1/x", "d1/y", "d2/z"]
NAMES = ["a", "b", "c", "d", "d1/x", "d1/y", "d1/n", "d2/z", "d3/q", "d2/m"]
FOLDERS = ["d1", "d2", "d3", "d4"]
WAYS = {"none": None, "plain": [], "all": ["--all"]}


ACTS = (
    (.25, lambda chance, one, other, folder, place: f"[ -f {one} ] && mv {one} {other}"),
    (.45, lambda chance, one, *_: f"[ -f {one} ] && echo e{chance.randrange(99)} >>{one}"),
    (.60, lambda chance, one, *_: f"echo w{chance.randrange(99)} >{one}"),
    (.72, lambda chance, one, *_: f"[ -f {one} ] && rm -f {one}"),
    (.80, lambda chance, one, *_: f"[ -f {one} ] && sed -i s/o/0/ {one}"),
    (.90, lambda chance, one, other, folder, place: f"[ -d {folder} ] && [ ! -e {place} ] && mv {folder} {place}"),
    (.95, lambda chance, one, other, folder, place: f"mkdir -p {folder}"),
    (1.0, lambda chance, one, other, *_: f"[ -f {one} ] && [ ! -e {other} ] && ln {one} {other}"),
)


def act(chance):
    """One line of shell; one that cannot be done does nothing."""
    kind = chance.random()
    words = [chance.choice(names) for names in (NAMES, NAMES, FOLDERS, FOLDERS)]
    return next(line for below, line in ACTS if kind < below)(chance, *words)


def tree():
    found = {str(path): path.read_text() if path.is_file() else "folder" for path in sorted(pathlib.Path(".").rglob("*"))}
    return found


def make_tree():
    for path in pathlib.Path(".").iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name in FILES:
        pathlib.Path(name).parent.mkdir(exist_ok=True)
        pathlib.Path(name).write_text(f"orig {name}\n")


def undo(guard, session, options):
    done = subprocess.run([guard, "undo", session, "--yes", *options], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def run(guard, policy, seed, way):
    """One session; nothing, or what is wrong."""
    chance = random.Random(seed)
    make_tree()
    before, session = tree(), f"{way}{seed}"
    first, second = ([act(chance) for _ in range(chance.randint(1, 5))] for _ in range(2))
    go = pathlib.Path("..") / f"go{session}"
    script = "\n".join([*first, f"until [ -e {go} ]; do sleep 0.05; done", *second, "true"])
    words = [guard, "run", "--policy", policy, "--ci", "--quiet", "--session", session, "--", "bash", "-c", script]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        time.sleep(0.5 if WAYS[way] is not None else 0)  # an undo that comes earlier is one in the middle of less
        middle = undo(guard, session, WAYS[way]) if WAYS[way] is not None else (0, "")
        go.touch()
        running.wait()
    status, said = undo(guard, session, ["--all"])
    after = tree()
    if after == before and status == 0:
        return None
    wrong = {name: (before.get(name), after.get(name)) for name in before | after if before.get(name) != after.get(name)}
    return f"seed {seed}, {way}:\n first {first}\n second {second}\n middle {middle}\n end {status} {said}\n wrong {wrong}"


def main():
    guard, policy, *seeds = sys.argv[1:]
    failed = 0
    for seed in seeds:
        for way in WAYS:
            if said := run(guard, policy, int(seed), way):
                failed += 1
                print(said, flush=True)  # seen even where the time ends first
    return 1 if failed else 0


sys.exit(main())
