# SPDX-License-Identifier: Apache-2.0
"""Types the commands that a page shows, and compares the page with the screen: replay.py PAGE SETUPS.

A block of the page is replayed if a line of it begins with `$ `. Its lines must be the screen's, but for times, ids, paths,
names of users and the width of boxes. A question is denied; the next block that begins with
guard's word about it must then be on the screen. SETUPS is a bash file with a function for each block that needs a world of its own: `before_N`
for block N, counted from 1. A terminal of 180 columns stands for the reader's."""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import time

SECONDS = 40
HOME, WORKSPACE = os.environ["HOME"], os.environ["WORKSPACE"]
USER = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()

ALIKE = [
    (re.compile(r"[ ─]*─[ ─]*"), " ─ "),
    (re.compile(r" +"), " "),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), "TIME"),
    (re.compile(r"auto-denies (?:today |tomorrow |\w{3} \d+ \w{3} )?\d\d:\d\d"), "auto-denies TIME"),
    (re.compile(r"after \d+\.\d s"), "after N s"),
    (re.compile(r"\b[0-9a-z]{8}(?=#\d)"), "SESSION"),
    (re.compile(r"(?<=--session )[0-9a-z]{8}\b|(?<=review )[0-9a-z]{8}\b"), "SESSION"),
    (re.compile(r"\bundo-[0-9a-f]{6}\b"), "undo-ID"),
]


class Screen:
    """A shell in tmux, with the prompt of the page."""

    def __init__(self, folder):
        self.socket = os.path.join(os.environ["CASE_ROOM"], "tmux")
        self.tmux("new-session", "-d", "-x", "180", "-y", "50", "-c", folder,
                  "env PS1='$ ' HISTFILE= bash --norc --noprofile")
        self.wait(self.is_at_the_prompt)

    def tmux(self, *words):
        run = subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], env=os.environ | {"TMUX": ""},
                             capture_output=True, text=True, check=True)
        return run.stdout

    def lines(self):
        shown = self.tmux("capture-pane", "-p", "-J", "-S", "-").split("\n")
        return [line.rstrip() for line in shown]

    def last(self):
        return next((line for line in reversed(self.lines()) if line), "")

    def is_at_the_prompt(self):
        return self.last() == "$"

    def asks(self):
        return self.last().startswith("└") and any("[y] approve" in line for line in self.lines())

    def wait(self, sign):
        end = time.monotonic() + SECONDS
        while not sign():
            if time.monotonic() > end:
                sys.exit("FAIL: waited too long; the screen:\n" + "\n".join(self.lines()))
            time.sleep(0.1)

    def types(self, line):
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")
        time.sleep(0.2)
        self.wait(lambda: self.is_at_the_prompt() or self.asks())

    def clear(self):
        self.tmux("send-keys", "-R", "C-l")
        self.tmux("clear-history")
        self.wait(self.is_at_the_prompt)

    def denies(self):
        time.sleep(2)  # an answer takes 1.5 s without a key
        self.tmux("send-keys", "n")
        self.wait(self.is_at_the_prompt)


def alike(lines):
    text = "\n".join(lines).replace(WORKSPACE, "/home/ana/project").replace(HOME, "/home/ana")
    text = re.sub(rf"\b{re.escape(USER)}\b", "ana", text)
    for pattern, word in ALIKE:
        text = pattern.sub(word, text)
    return [line.strip() for line in text.split("\n") if line.strip() not in ("", "$")]


def blocks_of(page):
    text = pathlib.Path(page).read_text(encoding="utf-8")
    return [block.splitlines() for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def set_up(setups, number):
    script = f'. "$1"; ! declare -F before_{number} >/dev/null || before_{number}'
    subprocess.run(["bash", "-euc", script, "bash", setups], cwd=WORKSPACE, check=True)


def replay(screen, block):
    screen.clear()
    for line in block:
        if line.startswith("$ "):
            screen.types(line[2:])
    return screen.lines()


def main():
    page, setups = sys.argv[1:]
    screen, is_answer, number, faults = None, False, 0, 0
    for block in blocks_of(page):
        if is_answer and block[0].startswith("guard: denied"):
            is_answer = False
            screen.denies()
            missing = [line for line in alike(block) if line not in alike(screen.lines())]
            shown = screen.lines() if missing else []
            difference = [f"not on the screen: {line}" for line in missing] + shown
        elif any(line.startswith("$ ") for line in block):
            number += 1
            set_up(setups, number)
            screen = screen or Screen(WORKSPACE)
            shown = replay(screen, block)
            is_answer = screen.asks()
            difference = list(difflib.unified_diff(alike(block), alike(shown), "the page", "the screen", lineterm="", n=9))
        else:
            continue
        if difference:
            faults += 1
            print(f"FAIL: {page}, block {number}:", *filter(None, difference), sep="\n")
    if number == 0:
        sys.exit(f"FAIL: no command in {page}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
