# SPDX-License-Identifier: Apache-2.0
"""The comments of sources, for words_test.py: which files have some, and each comment as one text.

A comment is a run of comment lines, or the end of a line of code with the comment lines below it. A paragraph ends at a
blank comment line. In Python, docstrings are comments too.
"""
import io
import pathlib
import re
import subprocess
import tokenize

SLASHES = re.compile(r"(^|\s)//+<?(\s+(?P<text>.*))?$")
HASHES = re.compile(r"(^|\s)#(\s+(?P<text>.*))?$")
C_LIKE = (".h", ".cc", ".c", ".js", ".mjs")
SHELL_LIKE = (".sh", ".cmake", ".yaml", ".yml")


def language_of(file, text):
    """"slashes", "hashes" or "python"; "" when a file has no comments that are read here."""
    if file.suffix in C_LIKE:
        return "slashes"
    if file.suffix == ".py" or re.match(r"#!.*python", text):
        return "python"
    if file.suffix in SHELL_LIKE or file.name == "CMakeLists.txt" or text.startswith("#!"):
        return "hashes"
    return ""


def in_lines(text, mark):
    """(line, comment)"""
    first, parts = 0, []
    for number, line in [*enumerate(text.splitlines(), 1), (0, "")]:
        hit = mark.search(line)
        said = (hit.group("text") or "").strip() if hit else ""
        goes_on = parts and said and not line[:hit.start()].strip()
        if parts and not goes_on:
            yield first, " ".join(parts)
            parts = []
        if said and not said.startswith("SPDX-"):
            first, parts = (first, [*parts, said]) if goes_on else (number, [said])


def docstrings(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and token.string.startswith('"""'):
            for paragraph in re.split(r"\n\s*\n", token.string.strip('"')):
                yield token.start[0], " ".join(paragraph.split())


def comments_of(file):
    """(line, comment)"""
    try:
        text = file.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError):
        return
    language = language_of(file, text)
    if language == "python":
        yield from docstrings(text)
    if language:
        yield from in_lines(text, SLASHES if language == "slashes" else HASHES)


def sources(tree):
    """Files that git knows, or, outside of a checkout, all below the rooms."""
    run = subprocess.run(("git", "-C", tree, "ls-files", "-z"), capture_output=True, check=False)
    names = [name for name in run.stdout.decode().split("\0") if name]
    if not names:
        rooms = ("base", "bench", "console", "docs", "integration", "interceptor", "packaging", "policy", "supervisor", "tests")
        names = [file.relative_to(tree).as_posix() for room in rooms for file in (tree / room).rglob("*") if file.is_file()]
    return [pathlib.Path(tree) / name for name in sorted(names) if not name.endswith(".md")]
