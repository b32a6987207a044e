#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes one line of the core at a time and expects a unit test to notice: mutants.py SOURCE BUILD LIST [PATTERN]
(or --copy TREE SOURCE: makes or renews that copy)

SOURCE is a copy of the tree that may be changed, BUILD its configured build folder. LIST names the changes:

    supervisor/judge/judge.cc          the file
    - the text to be replaced          exactly once in the file
    + what it becomes
    = judging_test                     the test programs that must notice, one of them is enough

PATTERN picks the changes whose file or text has it. Each line of the output says which test noticed, or
SURVIVED. A change that no longer fits its file is a fault of the list. Ends with 1 where any survived.
"""
import argparse
import pathlib
import re
import subprocess
import sys

LONGEST = 120  # seconds of one test program; one that hangs has noticed


class Mutant:
    def __init__(self, file):
        self.file, self.old, self.new, self.tests = file, "", "", []

    def __str__(self):
        return f"{self.file}: {self.old.strip()}  ->  {self.new.strip()}"


def read_list(path):
    mutants = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        mark, text = line[:2], line[2:]
        if mark == "- ":
            mutants.append(Mutant(mutants[-1].file) if mutants[-1].old else mutants.pop())
            mutants[-1].old = text
        elif mark == "+ ":
            mutants[-1].new = text
        elif mark == "= ":
            mutants[-1].tests = text.split()
        elif re.fullmatch(r"[\w./]+", line):
            mutants.append(Mutant(line))
        else:
            sys.exit(f"{path}:{number}: neither a file nor '- ', '+ ', '= '")
    named = None
    for mutant in mutants:
        mutant.tests = mutant.tests or named
        named = mutant.tests
    return mutants


def is_stale(source, mutant):
    return (source / mutant.file).read_text(encoding="utf-8").count(mutant.old) != 1


def build(folder, tests):
    made = subprocess.run(("cmake", "--build", folder, "--target", *tests), capture_output=True, text=True)
    return made.returncode == 0, made.stdout


def noticed_by(folder, tests):
    """The first test that fails, as "Suite.Test"; None where all pass."""
    for test in tests:
        program = folder / "bin" / test
        try:
            run = subprocess.run((program,), capture_output=True, text=True, errors="replace", timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return f"{test} (did not end)"
        failed = re.search(r"\[  FAILED  \] ([\w./]+)", run.stdout)
        if run.returncode != 0:
            return failed.group(1) if failed else f"{test} (ended with {run.returncode})"
    return None


def tried(source, folder, mutant):
    """The result of a change, and whether that is as it should be."""
    path = source / mutant.file
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        is_built, _ = build(folder, mutant.tests)
        if not is_built:
            return "DOES NOT COMPILE", False
        test = noticed_by(folder, mutant.tests)
        return (f"noticed by {test}", True) if test else ("SURVIVED", False)
    finally:
        path.write_text(original, encoding="utf-8")


def copy_tree(tree, source):
    """Copies the files that git knows of TREE into SOURCE; a file that is the same already keeps its time, so
    that only what changed is built again."""
    listed = subprocess.run(("git", "-C", tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
                            check=True, capture_output=True).stdout.decode().split("\0")
    files = {name for name in listed if name and (tree / name).is_file()}
    for name in files:
        content, target = (tree / name).read_bytes(), source / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod((tree / name).stat().st_mode)
    for path in list(source.rglob("*")):
        if path.is_file() and path.relative_to(source).as_posix() not in files:
            path.unlink()


def main():
    if sys.argv[1:2] == ["--copy"]:
        copy_tree(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("list", type=pathlib.Path)
    parser.add_argument("pattern", nargs="?", default="")
    options = parser.parse_args()
    mutants = [one for one in read_list(options.list) if options.pattern in str(one)]
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    is_built, text = build(options.build, tests)
    if not is_built:
        sys.exit(f"the tests do not build without any change:\n{text[-2000:]}")
    if test := noticed_by(options.build, tests):
        sys.exit(f"{test} fails without any change")
    bad = 0
    for number, mutant in enumerate(mutants, 1):
        outcome, is_well = ("NO LONGER FITS", False) if is_stale(options.source, mutant) else \
            tried(options.source, options.build, mutant)
        bad += not is_well
        print(f"{number:3}/{len(mutants)} {outcome}: {mutant}", flush=True)
    print(f"{len(mutants)} changes, {len(mutants) - bad} noticed, {bad} not")
    return 1 if bad or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
