# SPDX-License-Identifier: Apache-2.0
"""Names and words made to take over whatever shows them, and a look at what showed them.

hostile.py make FOLDER        a folder with a file for each name
hostile.py words              every name and some longer words, each ended by a NUL
hostile.py check FILE...      nothing raw may be in it, and something of the names must
hostile.py any FILE...        nothing raw may be in it
hostile.py screen FILE...     as check, of what went to a terminal: guard's own sequences do not count

A file *.csv may end its lines in CR LF, a *.diff indent with tabs.
"""
import os
import re
import sys
import unicodedata

STORM = "e" + "\u0301" * 40
NAMES = [
    b"evil1\x1b[31337m\x1b]0;evil\x07",
    b"evil2\x1b]52;c;ZXZpbA==\x1b\\",
    b"evil3\x1b]8;;http:evil\x1b\\link\x1b]8;;\x1b\\\x1bP1$r\x1b\\",
    b"evil4\xc2\x9b31337m\xc2\x9d0;evil\xc2\x9c",
    b"evil5\x9b31337m\x90evil\x9c",
    "evil6\u202egnp.exe\u2066x\u2069\u200f\u061c".encode(),
    "evil7\u200b\u200d\ufeff\u2060\u00ad\u3164\U000e0041".encode(),
    b"evil8\nguard: approved\r[y] approve\ttab\x0b\x0c\x08\x7f",
    b"evil9\xff\xfe\xc0\xaf\xed\xa0\x80",
    ("evil10" + STORM).encode(),
    "evil11 שלום עולם مرحبا 你好".encode(),
    b"evil12" + b"x" * 240,
    b"evil13 'q\" `t` $(x) |p| <b>&amp; ::error::x %0A, 100%s %n {x} [y](z) ${{ x }}",
]
WORDS = [b"evil14" + b"\x1b[31337m" * 512, ("evil15" + "\u202e" * 1300).encode()]

DECEIVING = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
                       "\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]")
# The sequences that guard and ncurses draw with; the names' own sequences have a number that these
# never have.
OWN = re.compile(r"\x1b\[(?![0-9;?]*31337)[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[78=>HM]|[\x0e\x0f\x07\x08\r\t]")


# A title of guard's own: what stands in it counts.
TITLE = re.compile(r"\x1b\]2;(guard asks: [^\x1b\x07]*)(?:\x07|\x1b\\)")


def faults(path, text, verb):
    if verb == "screen":
        text = TITLE.sub(r"\1", text)
        text = OWN.sub("", text)
    if path.endswith(".csv"):
        text = text.replace("\r\n", "\n")
    allowed = "\n\t" if path.endswith(".diff") else "\n"
    for number, line in enumerate(text.split("\n"), 1):
        marks = 0
        for at, char in enumerate(line):
            marks = marks + 1 if unicodedata.combining(char) else 0
            raw = ord(char) < 0x20 and char not in allowed or 0x7F <= ord(char) < 0xA0
            broken = "\udc80" <= char <= "\udcff"
            if raw or broken or marks > 4 or DECEIVING.match(char):
                yield f"{path}:{number}: {ascii(char)} in {ascii(line[max(0, at - 60):at + 60])}"
                break
    if verb != "any" and "evil" not in text:
        yield f"{path}: has none of the names: {ascii(text[:200])}"


def main():
    verb, arguments = sys.argv[1], sys.argv[2:]
    if verb == "make":
        for name in NAMES:
            folder = os.path.join(os.fsencode(arguments[0]), name)
            os.makedirs(folder)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("precious\n")
    elif verb == "words":
        sys.stdout.buffer.write(b"".join(word + b"\0" for word in NAMES + WORDS))
    else:
        found = []
        for path in arguments:
            with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
                found += faults(path, file.read(), verb)
        for fault in found[:20]:
            print(fault.encode(errors="backslashreplace").decode())
        sys.exit(1 if found else 0)


main()
