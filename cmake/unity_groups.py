#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says which sources of a target are compiled together: python3 unity_groups.py SOURCE...

Prints `SOURCE GROUP` for each. A name that a source keeps for itself (in its unnamed namespace) is used in no other
source of its group: there it would clash, or be chosen without a word where another function was meant.
"""
import functools
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES = 2500  # of a group: beyond it one processor would compile while the others have nothing to do
TYPE = re.compile(r"(?:template <[^>]*> )?(?:struct|class|enum class|enum) (\w+)|using (\w+) =|#define (\w+)")
VALUE = re.compile(r"[A-Za-z_][\w:<>,*&\s\[\].()]*?[\s*&](\w+)\s*[({=;\[]")
LOCAL = re.compile(r"\s+(?:(?:static |constexpr |const )+[\w:<>,*& ]+? (k[A-Z]\w*)\b|(?:struct|class) (\w+) [{])")  # hides another
NO_NAME = ("namespace", "#include", "#if", "#e", "return", "template", "static_assert")
NO_CODE = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')
USED = re.compile(r"(?<![\w.:>])(?:[A-Z]\w*|k[A-Z]\w*|[a-z_]\w*(?=[({<]))")  # not of members or of other namespaces
TYPES = re.compile(r"(?<![\w.:>])[A-Z]\w*")
CONSTANTS = re.compile(r"constexpr [^;=({]*\b(k[A-Z]\w*)")
INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
SAME_EVERYWHERE = {"Json"}  # an alias of one type may be said again


def names_of(text):
    """Names that a source keeps for itself. One too many costs a group; one too few does not compile."""
    names, inside = set(), False
    for line in text.splitlines():
        if line.startswith("namespace {"):
            inside = True
        elif re.match(r"}\s*// namespace$", line):
            inside = False
        elif found := LOCAL.match(line):
            names.add(found[1] or found[2])
        elif line.startswith("#define") or ((inside or line.startswith("static ")) and not line.startswith(NO_NAME)):
            found = TYPE.match(line) or VALUE.match(line)
            names.update(name for name in (found.groups() if found else ()) if name)
    return names - SAME_EVERYWHERE


@functools.cache
def types_of(header):
    """The types and constants of a header of the tree, and of those that it includes."""
    text = header.read_text(encoding="utf-8")
    code = NO_CODE.sub("", text)
    return types_included(text).union(TYPES.findall(code), CONSTANTS.findall(code))


def types_included(text):
    there = [TOP / header for header in INCLUDED.findall(text) if (TOP / header).exists()]
    return frozenset().union(*map(types_of, there))


def groups_of(sources):
    """Greedy: each source goes to the first group that it can stand beside and that is short enough."""
    groups = []
    for path in sources:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        names, lines = names_of(text), text.count("\n")
        used = types_included(text).union(USED.findall(NO_CODE.sub("", text)))
        for number, group in enumerate(groups):
            if not names & group["used"] and not used & group["names"] and group["lines"] + lines <= MOST_LINES:
                break
        else:
            number, group = len(groups), {"names": set(), "used": set(), "lines": 0}
            groups.append(group)
        group["names"] |= names
        group["used"] |= used
        group["lines"] += lines
        yield path, number


def main():
    there = [path for path in sys.argv[1:] if pathlib.Path(path).exists()]  # what the build itself makes stays alone
    for path, number in groups_of(sorted(there)):
        print(path, number)


if __name__ == "__main__":
    main()
