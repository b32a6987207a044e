# SPDX-License-Identifier: Apache-2.0
"""Random acts on few files that take each other's places: for `guard review --patch` and --stat.

random_places.py GUARD ACTS NAME: in an empty folder, with what is beside that for its own; ACTS: a seed, or the acts of each command
("swap:a:b,rm:a make:a:text"). `git apply` of the patch leads from before to now, and with -R back; the review tells no difference
exactly where there is none; and an undo of all gives what was before.
random_places.py act WORDS...: makes such acts ("swap:a:b", "anew:a:text").
"""
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys

FILES = ["a", "b", "c"]
NAMES = [*FILES, "d"]
LINES = 8


def swap(one: str, other: str) -> None:
    exchange = 2
    if ctypes.CDLL(None, use_errno=True).renameat2(-100, one.encode(), -100, other.encode(), exchange) != 0:
        raise OSError(ctypes.get_errno(), "swap")


def read(name: str) -> str:
    with open(name, encoding="ascii") as file:
        return file.read()


def write(name: str, text: str, how: str = "w") -> None:
    with open(name, how, encoding="ascii") as file:
        file.write(text)


def anew(name: str, text: str) -> None:
    write(".new", read(name) + text + "\n")
    os.rename(".new", name)


def backup(name: str, text: str) -> None:
    os.rename(name, name + "~")
    write(name, read(name + "~") + text + "\n")


def backup_gone(name: str, text: str) -> None:
    backup(name, text)
    os.unlink(name + "~")


def rewrite(name: str, text: str) -> None:
    write(name, text + "\n" + read(name))


ACTS = {
    "swap": swap, "mv": os.rename, "rm": os.unlink, "anew": anew, "backup": backup, "vim": backup_gone, "rewrite": rewrite,
    "append": lambda name, text: write(name, text + "\n", "a"), "make": lambda name, text: write(name, text + "\n", "x"),
}


def act(word: str) -> None:
    name, *words = word.split(":")
    try:
        ACTS[name](*words)
    except OSError:
        pass  # a name that is not there, or is: another act


def one_act(rng: random.Random, tag: str, there: set) -> str:
    """One that can be done where these names are there, which become those of afterwards."""
    one = rng.choice(sorted(there))
    other = rng.choice([name for name in [*NAMES, one + "~"] if name != one])
    kind = rng.choice(["swap", "swap", "mv", "mv", "rm", "anew", "anew", "append", "rewrite", "make", "make", "backup", "vim"])
    if kind == "make" and (free := sorted({*NAMES} - there)):
        one = rng.choice(free)
        there.add(one)
    elif kind == "make" or (kind == "swap" and other not in there):
        kind = "mv"
    if kind == "mv":
        there.add(other)
    if kind == "backup":
        there.add(one + "~")
    if kind in ("mv", "rm") and len(there) > 1:
        there.remove(one)
    return f"{kind}:{one}:{other}" if kind in ("swap", "mv") else f"{kind}:{one}" if kind == "rm" else f"{kind}:{one}:{tag}"


def state(folder: str) -> dict:
    return {name: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}


def run(*words: str, folder: str = ".") -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def applied(start: str, patch: str, *how: str) -> dict:
    folder = "../tried"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(start, folder)
    if os.path.getsize(patch):
        run("git", "apply", *how, patch, folder=folder)
    return state(folder)


def acts_of(rng: random.Random) -> list:
    """The acts of each command."""
    there = set(FILES)
    acts = [one_act(rng, f"t{i}", there) for i in range(rng.randint(2, 6))]
    apart = rng.random() < 0.5
    return [[one] for one in acts] if apart else [acts]


def main(guard: str, acts: str, name: str) -> None:
    commands = acts_of(random.Random(int(acts))) if acts.isdigit() else [word.split(",") for word in acts.split()]
    for file in FILES:
        write(file, "".join(f"{file}{i}\n" for i in range(LINES)))
    shutil.copytree(".", "../before")
    session = f"places-{name}"
    script = "; ".join(" ".join(["python3 -B", os.path.abspath(__file__), "act", *acts]) for acts in commands)
    run(guard, "run", "-q", "--on-ask", "allow", "--session", session, "--", "sh", "-c", script)
    shutil.copytree(".", "../now")
    before, now = state("../before"), state("../now")
    stat = run(guard, "review", session, "--stat")
    patch = os.path.abspath("../patch")
    run(guard, "review", session, "--patch", patch)
    try:
        if applied("../before", patch) != now:
            raise SystemExit("the patch leads elsewhere")
        if applied("../now", patch, "-R") != before:
            raise SystemExit("the patch leads elsewhere backwards")
        if re.search("is not in the store|leaves out", stat):
            raise SystemExit("something is not told")
        if ("nothing differs" in stat) != (before == now):
            raise SystemExit("it tells a difference wrongly")
        run(guard, "undo", "--session", session, "--all", "--yes")
        if state(".") != before:
            raise SystemExit("the undo of all leads elsewhere")
    except SystemExit as error:
        raise SystemExit(f"{commands}: {error}\n{stat}{read(patch)}") from None


if __name__ == "__main__":
    if sys.argv[1] == "act":
        for one in sys.argv[2:]:
            act(one)
    else:
        main(*sys.argv[1:])
