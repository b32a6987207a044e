#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sources of targets into few that are compiled: python3 unity_groups.py LINES WORK

A line of WORK is TARGET;FOLDER;PLACE;SOURCE;... Each file of FOLDER includes sources of at most LINES lines together; they
lie at PLACE, where their names say no other. Prints the files that are to be compiled, each behind its target: files of
FOLDER, and the sources that stay alone. A name that a source keeps for itself (in its unnamed namespace) would clash with another source's,
or be chosen without a word where another function was meant. So such a name is another one while its source is
compiled, by a macro; a name that no macro can stand for divides the sources instead.
"""
import functools
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
TYPE = re.compile(r"(?:template <[^>]*> )?(?:struct|class|enum class|enum) (?:alignas\([^)]*\) )?(\w+)(?: final)?(?: [:{]|;|$)|"
                  r"using (\w+) =|#define (\w+)")
VALUE = re.compile(r"[A-Za-z_][\w:<>,*&\s\[\].()]*?[\s*&](\w+)\s*[({=;\[]")
LOCAL = re.compile(r"\s+(?:(?:static |constexpr |const )+[\w:<>,*& ]+? (k[A-Z]\w*)\b|(?:struct|class) (\w+) [{])")  # hides another
NO_NAME = ("namespace", "#include", "#if", "#e", "return", "template", "static_assert", "using enum", "using namespace")
NO_CODE = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')
USED = re.compile(r"(?<![\w.:>])(?:[A-Z]\w*|k[A-Z]\w*|[a-z_]\w*(?=[({<]))")  # not of members or of other namespaces
OF_ANOTHER = re.compile(r"(?:\.|->|::)\s*~?(\w+)")  # a member, or a name of another namespace
CONSTANT = re.compile(r"k[A-Z]")
DEFINED = re.compile(r"^\s*#\s*define (\w+)", re.MULTILINE)
ATTRIBUTE = re.compile(r"^\[\[[^\]]*\]\] ?")
UNSCOPED = re.compile(r"enum (?!class|struct)[^{]*{([^}]*)}")
USING_ENUM = re.compile(r"^using enum ", re.MULTILINE)
TAKEN_OVER = re.compile(r"^using ([\w:]+::)(\w+);", re.MULTILINE)
INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
KEYWORDS = {"auto", "char", "class", "const", "constexpr", "enum", "inline", "int", "operator", "static", "struct", "template", "union"}
DIRECTIVE = re.compile(r"#\s*(ifdef|ifndef|if|endif|include|define)\b")


def names_of(text):
    """Names that a source keeps for itself, and those of them that hide another one in a part of it.

    One too many costs a group; one too few does not compile.
    """
    names, hiding, inside = set(), set(), False
    for line in text.splitlines():
        if line.startswith("namespace {"):
            inside = True
        elif re.match(r"}\s*// namespace$", line):
            inside = False
        elif found := LOCAL.match(line):
            hiding.add(found[1] or found[2])
        elif line.startswith("#define") or ((inside or line.startswith("static ")) and not line.startswith(NO_NAME)):
            found = TYPE.match(line) or VALUE.match(line)
            names.update(name for name in (found.groups() if found else ()) if name)
            if found := UNSCOPED.match(line):
                names.update(re.findall(r"\bk[A-Z]\w*", found[1]))
    return (names | hiding) - KEYWORDS, hiding


@functools.cache
def words_of(header):
    """The words of a header of the tree, and of those that it includes."""
    text = header.read_text(encoding="utf-8")
    return of_included(words_of, text).union(USED.findall(NO_CODE.sub("", text)))


@functools.cache
def names_in(header):
    """The names that a header of the tree, and those that it includes, have at the top of their namespaces.

    Further in stand members, and enumerators, which no name beside them can be taken for.
    """
    text = header.read_text(encoding="utf-8")
    names = set(DEFINED.findall(text))
    for line in NO_CODE.sub("", text).splitlines():
        line = ATTRIBUTE.sub("", line)
        if line[:1].isalpha() and not line.startswith(NO_NAME):
            found = TYPE.match(line) or VALUE.match(line)
            names.update(name for name in (found.groups() if found else re.findall(r"\w+", line)) if name)
            if found := UNSCOPED.match(line):
                names.update(re.findall(r"\bk[A-Z]\w*", found[1]))
    return of_included(names_in, text).union(names)


def of_included(names, text):
    there = [TOP / header for header in INCLUDED.findall(text) if (TOP / header).exists()]
    return frozenset().union(*map(names, there))


def includes_of(text):
    """The files that a source includes in any case; None where it says something first that a header reads."""
    depth, found = 0, []
    for line in text.splitlines():
        kind = DIRECTIVE.match(line)
        if line.startswith("namespace"):
            break
        if not kind:
            continue
        if kind[1] == "include" and depth == 0:
            found.append(line)
        elif kind[1] == "define" and re.search(r"^#include", text[text.index(line):], re.MULTILINE):
            return None
        depth += {"endif": -1, "if": 1, "ifdef": 1, "ifndef": 1}.get(kind[1], 0)
    return found


class Source:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        text = self.path.read_text(encoding="utf-8")
        code = NO_CODE.sub("", text)
        self.lines = text.count("\n")
        self.includes = includes_of(text)
        words = of_included(words_of, text)
        self.from_headers = of_included(names_in, text)
        if USING_ENUM.search(text):
            self.from_headers = self.from_headers.union(filter(CONSTANT.match, words))
        self.words = set(re.findall(r"\w+", code))
        self.used = set(USED.findall(code))
        self.taken_over = set(TAKEN_OVER.findall(code))  # no macro can stand for these, and any word of another may hide them
        own, hiding = names_of(text)
        # A function may be one of several of its name; a type or constant hides those of headers in the whole source.
        of_headers = {name for name in own & words if name[0].islower() and not CONSTANT.match(name)}
        self.fixed = of_headers | hiding & words | own & (
            set(OF_ANOTHER.findall(code)) | set(DEFINED.findall(text)))
        self.movable = own - self.fixed


def stand_together(one, other):
    """Whether what one of them takes over from another namespace is no word of the other."""
    return not any(name in words for words, taken in ((other.used, one.taken_over - other.taken_over),
                                                      (one.used, other.taken_over - one.taken_over))
                   for _, name in taken)


class Group:
    def __init__(self):
        self.sources, self.lines = [], 0
        self.fixed, self.used = set(), set()

    def has_room_for(self, source, most_lines):
        used = source.used | source.from_headers
        return (self.lines + source.lines <= most_lines and not source.fixed & self.used and
                not used & self.fixed and all(stand_together(source, other) for other in self.sources))

    def add(self, source):
        self.sources.append(source)
        self.lines += source.lines
        self.fixed |= source.fixed
        self.used |= source.used | source.from_headers

    def text(self):
        headers = dict.fromkeys(line for source in self.sources for line in source.includes)
        lines = ["// Made by cmake/unity_groups.py.", *headers]
        for source in self.sources:
            elsewhere = set().union(*(other.words | other.from_headers for other in self.sources if other is not source))
            twins = [other for other in self.sources if other.path.stem == source.path.stem]
            suffix = re.sub(r"\W", "_", "_".join(source.path.parts[-2:]) if len(twins) > 1 else source.path.stem)
            renamed = sorted(source.movable & elsewhere)
            lines += [f"#define {name} {name}_of_{suffix}" for name in renamed]
            lines += [f'#include "{source.path}"'] + [f"#undef {name}" for name in renamed]
        return "\n".join(lines) + "\n"


def divided(sources, most_lines):
    """Greedy: each source goes to the first group that it can stand beside and that is short enough."""
    alone, groups = [], []
    for source in sources:
        if source.includes is None or source.path.suffix != ".cc":
            alone.append(source)
            continue
        group = next((group for group in groups if group.has_room_for(source, most_lines)), None)
        if not group:
            groups.append(group := Group())
        group.add(source)
    alone += [group.sources[0] for group in groups if len(group.sources) == 1]
    return alone, [group for group in groups if len(group.sources) > 1]


def divide(target, folder, place, names, most_lines):
    paths = [pathlib.Path(place) / name for name in names]
    alone, groups = divided([Source(path) for path in sorted(paths) if path.exists()], most_lines)
    folder.mkdir(parents=True, exist_ok=True)
    for path in [source.path for source in alone] + [path for path in paths if not path.exists()]:
        print(target, path)
    for number, group in enumerate(groups):
        file = folder / f"group_{number}.cc"
        text = group.text()
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        print(target, file)


def main():
    most_lines, work = sys.argv[1:]
    for line in pathlib.Path(work).read_text(encoding="utf-8").splitlines():
        target, folder, place, *names = line.split(";")
        divide(target, pathlib.Path(folder), place, names, int(most_lines))


if __name__ == "__main__":
    main()
