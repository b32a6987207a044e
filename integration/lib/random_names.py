# SPDX-License-Identifier: Apache-2.0
"""Random commands that give files other names, for undo and review: backups, saves by way of another file, further hard links, moves of
folders, files that change places.

random_names.py GUARD SEED: in an empty folder. For each name of the review that is one file alone, a discard of that name gives what a
model says, where there is one; the undo of it gives what was there; and an undo of all gives what was before the session.
"""
import json
import os
import random
import re
import stat
import subprocess
import sys

FOLDERS = ["d", "e", "f"]
FILES = ["a", "b", "d/a", "d/b", "e/c"]


def one_act(rng: random.Random, tag: str) -> str:
    one, other = rng.sample(FILES, 2)
    folder, new = rng.choice(FOLDERS), rng.choice(FOLDERS + ["g"])
    return rng.choice([
        f"sed -i.bak s/o/{tag}/ {one}", f"sed -i s/i/{tag}/ {one}", f"cp {one} .tmp && echo {tag} >> .tmp && mv .tmp {one}",
        f"mv {one} {one}~ && sed s/g/{tag}/ {one}~ > {one}", f"mv {one} {one}~ && sed s/g/{tag}/ {one}~ > {one}; rm -f {one}~",
        f"ln {one} link{tag}; echo {tag} >> link{tag}; rm link{tag}", f"ln {one} link{tag}; echo {tag} >> {one}",
        f"ln -f {one} {one}~ && sed s/r/{tag}/ {one}~ > .tmp && mv .tmp {one}",
        f"test -e {one} && test -e {other} && mv {one} t && mv {other} {one} && mv t {other}",
        f"mv -T {folder} {new}", f"mkdir -p {folder}; echo {tag} > {folder}/new", f"echo {tag} >> {one}", f"rm {one}", f"mv {one} {other}",
    ])


def state() -> dict:
    """Every object below the folder: what it is, its rights, and what is in it."""
    found = {}
    for folder, names, files in os.walk("."):
        for name in names + files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            inside = open(path, "rb").read() if stat.S_ISREG(status.st_mode) else ""
            found[path[2:]] = (stat.filemode(status.st_mode), inside)
    return found


def begin() -> None:
    for folder in FOLDERS[:2]:
        os.mkdir(folder)
    for name in FILES:
        with open(name, "w", encoding="ascii") as file:
            file.write(f"orig {name}\n")
        os.chmod(name, 0o644)


def undo(guard: str, *words: str) -> str:
    done = subprocess.run([guard, *words, "--yes"], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != 0 and "nothing is left" not in said:
        raise SystemExit(f"{words} ended with {done.returncode}: {said}")
    names = re.findall(r"--session (undo-[0-9a-f]+)", done.stdout)
    return names[-1] if names else ""


def expect(what: str, wanted: dict) -> None:
    now = state()
    if now == wanted:
        return
    differ = {path: (wanted.get(path), now.get(path)) for path in sorted(set(now) | set(wanted)) if now.get(path) != wanted.get(path)}
    raise SystemExit(f"{what}: (wanted, found) {differ}")


def model(before: dict, after: dict, item: dict) -> dict:
    """The files that a discard of ITEM alone leaves. Empty: the names alone do not tell."""
    now, old = (os.path.relpath(item[name]) if item[name] else None for name in ("now", "before"))
    wanted = dict(after)
    if item["folder"]:
        return {}
    if old is None:
        del wanted[now]
    elif now == old:
        wanted[now] = before[old]
    elif now is None and old not in after and os.path.dirname(old) in ["", *after]:
        wanted[old] = before[old]
    else:
        return {}
    return wanted


def is_told_by_names(acts: list[str]) -> bool:
    """Where files or folders take the places of others, or a file keeps a further name, more than one name goes with each."""
    takes = any(" t " in act or act.startswith("mv -T") or re.fullmatch(r"mv \S+ \S+", act) for act in acts)
    return not takes and not any(act.startswith("ln ") and "; rm link" not in act for act in acts)


def has_one_name(path: str) -> bool:
    return not os.path.exists(path) or os.stat(path).st_nlink == 1


def main(guard: str, seed: int) -> None:
    rng = random.Random(seed)
    acts = [one_act(rng, f"t{i}") for i in range(rng.randint(2, 5))]
    begin()
    before = state()
    session = f"names-{seed}"
    subprocess.run([guard, "run", "-q", "--on-ask", "allow", "--session", session, "--", "sh", "-c", "; ".join(acts)],
                   check=False, stderr=subprocess.DEVNULL)
    after = state()
    told = subprocess.run([guard, "review", session, "--json"], capture_output=True, text=True, check=True).stdout
    for item in json.loads(told)["items"] if is_told_by_names(acts) else []:
        if not has_one_name(item["now"] or item["before"]):
            continue
        wanted = model(before, after, item)
        if not wanted:
            continue
        what = f"{acts}: discard of {item['kind']} {os.path.relpath(item['path'])}"
        name = undo(guard, "review", session, "--discard", item["path"])
        expect(what, wanted)
        if name:
            undo(guard, "undo", "--session", name)
        expect(f"{what}, undone", after)
    name = undo(guard, "undo", "--session", session, "--all")
    expect(f"{acts}: before", before)
    if name:
        undo(guard, "undo", "--session", name)
        expect(f"{acts}: undone", after)
        undo(guard, "undo", "--session", session, "--all")
        expect(f"{acts}: before, once more", before)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
