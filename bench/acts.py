#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost that guard adds to single acts on files: making one, opening it again for writing, its rename
and its unlink, on tmpfs (workloads/acts.c). Bare, under what the kernel alone asks (workloads/floor.c, which lets renames go),
and under each guard that is named, in turn; the difference to bare is taken inside a round, and the median over the rounds is printed.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from workloads import compiled  # noqa: E402

ACTS = ("make", "open for writing", "rename", "unlink")


def figures(words, program, room):
    """us of each act"""
    work = room / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    env = {**os.environ, "HOME": str(room / "home"), "GUARD_STATE_DIR": str(room / "state")}
    done = subprocess.run([*words, str(program), "2000"], cwd=work, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words[:2]) or 'bare'} ended with {done.returncode}: {done.stderr[-300:]}")
    return [float(word) for word in done.stdout.split()]


def report(rounds, sides):
    median = statistics.median
    print(f"{'':<9}" + "".join(f"{act:>26}" for act in ACTS))
    print(f"{'bare':<9}" + "".join(f"{median(one['bare'][i] for one in rounds):>23.1f} us" for i in range(len(ACTS))))
    for side in sides:
        added = [[one[side][i] - one["bare"][i] for one in rounds] for i in range(len(ACTS))]
        print(f"{side:<9}" + "".join(f"{f'+ {median(each):.1f} [{min(each):.1f}..{max(each):.1f}]':>26}" for each in added))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--guard", action="append", help="may be repeated, to compare builds")
    parser.add_argument("--pairs", type=int, default=7, help="rounds (default 7)")
    options = parser.parse_args()
    guards = options.guard or [str(pathlib.Path(__file__).parents[1] / "build/bin/guard")]
    with tempfile.TemporaryDirectory(prefix="guard-bench-", dir="/dev/shm") as folder:
        room = pathlib.Path(folder)
        (room / "home").mkdir()
        program = compiled("acts.c", room)
        sides = {"bare": [], "floor": [str(compiled("floor.c", room))]}
        for number, guard in enumerate(guards, 1):
            sides[f"guard {number}"] = [os.path.abspath(guard), "run", "--on-ask", "deny", "--"]
        names, rounds = list(sides), []
        for number in range(options.pairs + 1):  # the first is for caches, and not counted
            turned = names[number % len(names):] + names[:number % len(names)]
            rounds.append({name: figures(sides[name], program, room) for name in turned})
        report(rounds[1:], names[1:])


if __name__ == "__main__":
    main()
