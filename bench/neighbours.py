#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same acts of a careless agent, bare, in a sandbox of bubblewrap and under guard: which files are lost (gone or
changed), and what a person is asked. Prints a table for README.md. Run it as an ordinary user: neighbours.py [--guard
FILE]. It works in a folder of the home, because /tmp is scratch for guard, and it runs nothing outside of that folder.

The sandbox is as agents set theirs up: everything can be read, the workspace can be written, the network is there, as the
model is on it. guard answers No to what it asks (--on-ask deny), and guard undo follows.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

BUILT = pathlib.Path(__file__).resolve().parents[1] / "build" / "bin" / "guard"
REPOSITORY = """git init -q -b main && mkdir shared && echo common >shared/settings && echo local/ >.gitignore &&
git add . && git commit -qm one && git switch -qc links && ln -s shared local && git add local && git commit -qm two &&
git switch -q main && mkdir local && echo mine >local/settings && echo ideas >local/notes.md"""
SEVERAL = "mkdir many && for i in $(seq 30); do echo $i >many/$i; done"
# act: what makes its world, what the agent runs, the files that count
ACTS = {
    "`rm -rf ./tmp_*`, where one folder was meant to stay": (
        "mkdir tmp_a tmp_important && echo a >tmp_a/1 && echo b >tmp_important/1 && echo c >tmp_important/2",
        "rm -rf ./tmp_*", ["tmp_important/1", "tmp_important/2"]),
    "`git merge` of a branch that has a link in place of an ignored folder": (
        REPOSITORY, "git merge -q links", ["local/settings", "local/notes.md"]),
    "a Python script that deletes 30 files one by one": (
        SEVERAL, "python3 -c 'import os; [os.remove(f\"many/{i}\") for i in range(1, 31)]'", [f"many/{i}" for i in range(1, 31)]),
    "`git checkout -f` over uncommitted work": (
        "git init -q -b main && echo old >a && git add a && git commit -qm one && echo work >a", "git checkout -qf", ["a"]),
    "`sed -i` that empties a file": ("echo text >notes", "sed -i d notes", ["notes"]),
    "a line added to `~/.bashrc`": ("echo old >\"$HOME/.bashrc\"", "echo 'evil' >>\"$HOME/.bashrc\"", ["../home/.bashrc"]),
    "a new tool that reads `~/.ssh/id_ed25519`": (
        "mkdir \"$HOME/.ssh\" && (echo '-----BEGIN OPENSSH PRIVATE KEY-----'; echo canary) >\"$HOME/.ssh/id_ed25519\"",
        "cat \"$HOME/.ssh/id_ed25519\"", []),
}


def sandboxed(work):
    return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", work, work, "--unshare-pid",
            "--die-with-parent"]


def state_of(work, files):
    return {name: (work / name).read_bytes() if (work / name).is_file() else None for name in files}


def outcome(side, act, guard):
    """The words of one cell."""
    setup, command, files = ACTS[act]
    with tempfile.TemporaryDirectory(prefix="guard-neighbours-", dir=pathlib.Path.home()) as room:
        work, home = pathlib.Path(room, "work"), pathlib.Path(room, "home")
        work.mkdir(), home.mkdir()
        mine = {"HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "GUARD_STATE_DIR": f"{room}/state",
                "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
        run = lambda words: subprocess.run(words, cwd=work, env=mine, stdin=subprocess.DEVNULL, capture_output=True,  # noqa: E731
                                           text=True, check=False)
        if (made := run(["bash", "-c", setup])).returncode != 0:
            sys.exit(f"{act}: {made.stderr}")
        before = state_of(work, files)
        words = {"bare": [], "bwrap": sandboxed(str(work)), "guard": [guard, "run", "--on-ask", "deny", "--"]}[side]
        done = run([*words, "bash", "-c", command])
        asked = ", asked" if "guard: denied" in done.stderr else ""
        if not files:
            return ("read" if "canary" in done.stdout else "not read") + asked
        gone = lambda: sum(1 for name, content in state_of(work, files).items() if content != before[name])  # noqa: E731
        lost = gone()
        undone = ""
        if side == "guard" and lost and run([guard, "undo", "--last", "--yes"]).returncode == 0:
            undone, lost = f", {lost - gone()} given back", gone()
        return f"{lost} of {len(files)} lost{undone}{asked}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--guard", default=str(BUILT))
    guard = os.path.abspath(parser.parse_args().guard)
    print("| an agent runs | bare | bubblewrap | guard |\n|---|---|---|---|")
    for act in ACTS:
        print(f"| {act} | " + " | ".join(outcome(side, act, guard) for side in ("bare", "bwrap", "guard")) + " |", flush=True)


if __name__ == "__main__":
    main()
