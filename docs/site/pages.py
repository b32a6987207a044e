# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/, README.md and CONTRIBUTING.md as the static site wants them. The files themselves are written for
GitHub, which differs from the site's Markdown in four ways: anchors of headings, lists without a blank line, the indent
of nested lists, and a bar inside of code in a table. Links that leave docs/ lead to copies.

Pure: text in, text out. `build` writes the results and runs mkdocs.
"""
import os
import pathlib
import re
import sys

TREE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "tests" / "words"))
from words_test import FENCE, HEADING, ITEM, LINK, SPAN, TABLE, Page  # noqa: E402

START = TREE / "docs" / "README.md"
NESTED = re.compile(r"^ {2,3}(?=(?:[-*+]|\d+\.)\s)")
ASSETS = {".png", ".svg", ".yaml", ".py", ".sh", ".js"}  # of docs/, served as they are


def place_of(file):
    """Where a file of the tree lies in the site, and the name of its page if it is one."""
    if file == TREE / "README.md":
        return "front_page.md"
    if file == TREE / "CONTRIBUTING.md":
        return "contributing.md"
    if file.is_relative_to(TREE / "docs"):
        place = file.relative_to(TREE / "docs")
        return str(place.with_name("index.md") if place.name == "README.md" else place)
    return f"source/{file.relative_to(TREE)}.txt"  # so that a browser shows it


def page_files():
    found = [TREE / "README.md", TREE / "CONTRIBUTING.md"]
    return found + sorted((TREE / "docs").glob("*.md")) + sorted((TREE / "docs" / "decisions").glob("*.md"))


def asset_files():
    return sorted(file for file in (TREE / "docs").rglob("*") if file.is_file() and file.suffix in ASSETS
                  and "site" not in file.relative_to(TREE / "docs").parts and "__pycache__" not in file.parts)


class Links:
    """Rewrites the links of one page, and notes the files of the tree that they need."""

    def __init__(self, file, needed):
        self.file, self.needed = file, needed

    def target_of(self, target):
        """None: nothing in the site to lead to."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        name, hash_, anchor = target.partition("#")
        wanted = (self.file.parent / name).resolve()
        if wanted.is_dir():
            wanted = wanted / "README.md"
            if not wanted.is_file():
                return None
        place = place_of(wanted)
        if place.startswith("source/"):
            self.needed.add(wanted)
        here = pathlib.PurePosixPath(place_of(self.file)).parent
        return os.path.relpath(place, here) + hash_ + anchor

    def of(self, hit):
        target = self.target_of(hit.group(2))
        return hit.group(1) if target is None else f"[{hit.group(1)}]({target})"


def outside_code(text, change):
    """TEXT with CHANGE made to everything but code spans; the spans stand as they were."""
    spans = []

    def keep(hit):
        spans.append(hit.group())
        return f"\x00{len(spans) - 1}\x00"

    return re.sub(r"\x00(\d+)\x00", lambda hit: spans[int(hit.group(1))], change(SPAN.sub(keep, text)))


def heading_with_anchor(line, anchors):
    return f"{line.rstrip()} {{: #{next(anchors)} }}"


def table_row(line):
    return SPAN.sub(lambda hit: hit.group().replace("\\|", "&#124;" if "`" not in hit.group() else "|"), line)


def lines_of(text):
    """Lines of TEXT with anchors at headings, blank lines before lists, and nested items at four spaces."""
    anchors = iter(Page(text).anchors_in_order())
    is_code, previous = False, ""
    for line in text.splitlines():
        if FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            if HEADING.match(line):
                line = heading_with_anchor(line, anchors)
            elif TABLE.match(line):
                line = table_row(line)
            elif ITEM.match(line):
                if previous.strip() and not previous.startswith((" ", "#")) and not ITEM.match(previous):
                    yield ""
                line = NESTED.sub("    ", line)
        yield line
        previous = line


def page_for_site(file, needed):
    """The Markdown of FILE for the site. NEEDED gets the files outside of docs/ that it links to."""
    links = Links(file, needed)
    blocks, is_code = [[]], False  # code blocks and the text between them, in turn
    for line in lines_of(file.read_text(encoding="utf-8")):
        if FENCE.match(line):
            if not is_code:
                blocks.append([line])
            else:
                blocks[-1].append(line)
                blocks.append([])
            is_code = not is_code
        else:
            blocks[-1].append(line)
    texts = ["\n".join(block) for block in blocks]
    for i in range(0, len(texts), 2):  # text comes first, then every other one
        texts[i] = outside_code(texts[i], lambda text: LINK.sub(links.of, text))
    return "\n".join(text for text in texts if text) + "\n"


def navigation():
    """[{title: [{title: page}, ...]}, ...] by the tables of the start page."""
    found, section = [{"Start here": "index.md"}, {"Front page": "front_page.md"}], None
    for line in START.read_text(encoding="utf-8").splitlines():
        if head := re.match(r"^\| (to [^|]+) \| \|$", line):
            title = head.group(1)
            section = []
            found.append({title[:1].upper() + title[1:]: section})
        elif section is not None and (row := re.match(r"^\| \[([^\]]+)\]\(([^)#]+)\) \|", line)):
            file = (START.parent / row.group(2)).resolve()
            if file == TREE / "docs" / "decisions" / "README.md":
                section.append({"Decisions": decisions()})
            elif file.suffix == ".md":
                section.append({row.group(1)[:1].upper() + row.group(1)[1:]: place_of(file)})
    found[-1][next(iter(found[-1]))].insert(0, {"Contributing": "contributing.md"})
    return found


def decisions():
    found = []
    for file in sorted((TREE / "docs" / "decisions").glob("*.md")):
        title = Page(file.read_text(encoding="utf-8")).headings[0]
        found.append({"All decisions" if file.name == "README.md" else title.replace("`", ""): place_of(file)})
    return sorted(found, key=lambda entry: not next(iter(entry)).startswith("All"))
