#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether two builds have the same code: same_code.py BEFORE AFTER

For a change that only moves or renames files. Compares the disassembly of every object file of the
product in two build folders, function by function. An object is found again by its file's name,
whatever folder it lies in; --renamed OLD=NEW says that a file is called otherwise now. Two things
may differ: the order of functions in an object, and the place of a constant in its section; the
constants themselves must be the same. Prints one line for each object that differs, then a count;
ends with 1 when any does.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

PRODUCT = ("base", "policy", "interceptor", "supervisor", "console")
ADDRESS = re.compile(r"\b[0-9a-f]+ (?=<)")
COMMENT = re.compile(r"\s+#.*$")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
IN_SECTION = re.compile(r"(\.(?:l?rodata|data|bss|text)[\w.]*)[+-]0x[0-9a-f]+")


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, errors="replace").stdout


def functions(object_file):
    """The functions of an object, each as its name and its instructions with what they refer to."""
    found, lines = [], []
    for line in output("objdump", "-dr", "--no-show-raw-insn", object_file).splitlines():
        if name := FUNCTION.match(line):
            lines = [name.group(1)]
            found.append(lines)
        elif "\t" in line and lines:
            text = COMMENT.sub("", ADDRESS.sub("", line.split("\t", 1)[1].strip()))
            lines.append(IN_SECTION.sub(r"\1", text))
    return collections.Counter("\n".join(function) for function in found)


def texts(object_file):
    """The string constants of an object, in no order."""
    found = collections.Counter()
    dump = output("objdump", "-h", object_file)
    for section in set(re.findall(r"\s(\.rodata\S*\.str\S*)\s", dump)):
        raw = subprocess.run(("objcopy", "-O", "binary", f"--only-section={section}", object_file, "/dev/stdout"),
                             capture_output=True, check=True).stdout
        found.update(raw.split(b"\0"))
    return found


def signature(object_file):
    return functions(object_file), texts(object_file)


def objects(build):
    """file name -> its objects; the same file may be compiled for two targets."""
    found = collections.defaultdict(list)
    for top in PRODUCT:
        for path in sorted((build / top).rglob("*.o")):
            found[(top, path.name)].append(path)
    return found


def is_same(pair):
    before, after = ([signature(path) for path in paths] for paths in pair)
    return len(before) == len(after) and all(one in after for one in before)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--renamed", action="append", default=[], metavar="OLD=NEW")
    options = parser.parse_args()
    names = dict(pair.split("=") for pair in options.renamed)
    before = {(top, names.get(name.split(".")[0], name.split(".")[0]) + name[name.index("."):]): paths
              for (top, name), paths in objects(options.before).items()}
    after = objects(options.after)
    faults = [f"only before: {'/'.join(key)}" for key in before.keys() - after.keys()]
    faults += [f"only after: {'/'.join(key)}" for key in after.keys() - before.keys()]
    both = sorted(before.keys() & after.keys())
    with concurrent.futures.ThreadPoolExecutor() as pool:
        same = pool.map(is_same, [(before[key], after[key]) for key in both])
        faults += [f"differs: {'/'.join(key)}" for key, one in zip(both, same) if not one]
    for fault in faults:
        print(fault)
    print(f"{len(both)} object files compared, {len(faults)} differ or have no fellow")
    return 1 if faults or not both else 0


if __name__ == "__main__":
    sys.exit(main())
