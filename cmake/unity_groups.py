#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says which sources are compiled together: python3 unity_groups.py SOURCE_DIR FOLDER...

Prints `PATH GROUP` for each source. A group never leaves its room (the folder), so what is compiled together
belongs together. Two sources whose unnamed namespaces have a name in common never meet in one group.
"""
import pathlib
import re
import sys

MOST_LINES = 2500  # of a group: beyond it one processor would compile while the others have nothing to do
TYPE = re.compile(r"(?:template <[^>]*> )?(?:struct|class|enum class|enum) (\w+)|using (\w+) =|#define (\w+)")
VALUE = re.compile(r"[A-Za-z_][\w:<>,*&\s\[\].()]*?[\s*&](\w+)\s*[({=;\[]")
LOCAL = re.compile(r"\s+(?:(?:static |constexpr |const )+[\w:<>,*& ]+? (k[A-Z]\w*)\b|(?:struct|class) (\w+) [{])")  # hides another
NO_NAME = ("namespace", "#include", "#if", "#e", "return", "template", "static_assert")


def names_of(path):
    """Names that SOURCE keeps for itself. One too many costs a group; one too few does not compile."""
    names, inside = set(), False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("namespace {"):
            inside = True
        elif re.match(r"}\s*// namespace$", line):
            inside = False
        elif found := LOCAL.match(line):
            names.add(found[1] or found[2])
        elif line.startswith("#define") or ((inside or line.startswith("static ")) and not line.startswith(NO_NAME)):
            found = TYPE.match(line) or VALUE.match(line)
            names.update(name for name in (found.groups() if found else ()) if name)
    return names


def groups_of(room, sources):
    """Greedy: each source goes to the first group of its room that has none of its names and is short enough."""
    groups = []
    for path in sources:
        names, lines = names_of(path), path.read_bytes().count(b"\n")
        for group in groups:
            if not names & group["names"] and group["lines"] + lines <= MOST_LINES:
                break
        else:
            group = {"id": f"{room.replace('/', '_')}_{len(groups)}", "names": set(), "lines": 0}
            groups.append(group)
        group["names"] |= names
        group["lines"] += lines
        yield path, group["id"]


def main():
    top = pathlib.Path(sys.argv[1])
    for folder in sys.argv[2:]:
        rooms = {}
        for path in sorted((top / folder).rglob("*.cc")):
            rooms.setdefault(str(path.parent.relative_to(top)), []).append(path)
        for room, sources in rooms.items():
            for path, group in groups_of(room, sources):
                print(path.relative_to(top), group)


if __name__ == "__main__":
    main()
