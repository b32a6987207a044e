# SPDX-License-Identifier: Apache-2.0
"""Random commands on a few names, for undo: what is there before each of them is known from a bare run.

random_points.py GUARD SEED [links]: in an empty folder; with further hard links, too, if told. Goes back to two
points and forth again, and to before the session.
"""
import os
import random
import re
import shutil
import stat
import subprocess
import sys

NAMES = ["a", "b", "d/a", "d/b", "n1", "n2", "d/n3"]
STEPS = 8


def acts_of_links(one: str, other: str, tag: str) -> list[str]:
    """Also how editors save a file beside a backup that is linked or moved."""
    return [
        f"ln {one} {other}", f"ln -f {one} {other}", f"ln {one} {one}.l; echo {tag} >{one}.t; mv {one}.t {one}; rm {one}.l",
        f"ln -f {one} {one}.b; echo {tag} >{one}.t; mv {one}.t {one}", f"ln {one} {one}.l; echo {tag} >>{one}.l; rm {one}.l", f"rm {one}.b",
        f"mv {one} {one}.b; (cat {one}.b; echo {tag}) >{one}", f"ln {one} {other}; rm {one}",
    ]


def one_act(rng: random.Random, tag: str, links: bool) -> str:
    one, other = rng.choice(NAMES), rng.choice(NAMES)
    acts = [
        f"echo {tag} > {one}", f"echo {tag} >> {one}", f"mv -T {one} {other}", f"rm {one}", f"chmod {rng.choice(['600', '644', '755'])} {one}",
        f"cp {one} {other}", f"ln -sfn {tag} {one}", f"sed -i s/o/{tag}/ {one}", f"mkdir -p e; mv {one} e/", f"mv e/* d/",
    ]
    return rng.choice(acts + (acts_of_links(one, other, tag) if links else []))


def steps_of(seed: int, links: bool) -> list[str]:
    rng = random.Random(seed)
    return [f": step_{i:02}; " + "; ".join(one_act(rng, f"t{i}{j}", links) for j in range(rng.randint(1, 3))) for i in range(STEPS)]


def state() -> dict:
    """Every object below the folder: what it is, its rights, and what is in it."""
    found = {}
    for folder, names, files in os.walk("."):
        for name in names + files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            inside = os.readlink(path) if stat.S_ISLNK(status.st_mode) else open(path, "rb").read() if stat.S_ISREG(status.st_mode) else ""
            found[path] = (stat.filemode(status.st_mode), inside)
    return found


def begin() -> None:
    os.mkdir("d")
    for name in ("a", "b", "d/a", "d/b"):
        with open(name, "w", encoding="ascii") as file:
            file.write(f"orig {name}\n")
        os.chmod(name, 0o644)


def run_bare(steps: list[str]) -> list[dict]:
    states = [state()]
    for step in steps:
        subprocess.run(["sh", "-c", step], check=False, stderr=subprocess.DEVNULL)
        states.append(state())
    return states


def undo(guard: str, *words: str) -> str:
    """The name of the undo; empty where it had nothing to do."""
    done = subprocess.run([guard, "undo", "--yes", *words], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != 0 and "no checkpoint" not in said and "nothing" not in said:
        raise SystemExit(f"undo {words} ended with {done.returncode}: {said}")
    names = re.findall(r"--session (undo-[0-9a-f]+)", said)
    return names[-1] if "restored" in said and names else ""


def expect(what: str, wanted: dict) -> None:
    now = state()
    if now == wanted:
        return
    differ = {path: (wanted.get(path), now.get(path)) for path in sorted(set(now) | set(wanted)) if now.get(path) != wanted.get(path)}
    raise SystemExit(f"{what}: (wanted, found) {differ}")


def main(guard: str, seed: int, links: bool) -> None:
    steps = steps_of(seed, links)
    os.mkdir("bare")
    os.chdir("bare")
    begin()
    states = run_bare(steps)
    os.chdir("..")
    shutil.rmtree("bare")
    os.mkdir("room")
    os.chdir("room")
    begin()
    with open("../steps.sh", "w", encoding="ascii") as script:
        script.writelines(f"sh -c '{step}'\n" for step in steps)
    session = f"points-{seed}"
    subprocess.run([guard, "run", "-q", "--on-ask", "deny", "--session", session, "--", "bash", "../steps.sh"], check=False, stderr=subprocess.DEVNULL)
    expect("after the run", states[-1])
    listed = subprocess.run([guard, "undo", "--list", "--session", session], capture_output=True, text=True, check=False).stdout
    marked = [i for i in range(STEPS) if f"step_{i:02}" in listed]
    rng = random.Random(seed + 1)
    for point in rng.sample(marked, min(2, len(marked))):
        name = undo(guard, "--session", session, "--to", f": step_{point:02}")
        expect(f"at step {point} of {steps}", states[point])
        if name:
            undo(guard, "--session", name)
        expect(f"back from step {point} of {steps}", states[-1])
    undo(guard, "--session", session, "--all")
    expect(f"before {steps}", states[0])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:] == ["links"])
