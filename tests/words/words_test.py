#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README.md, CONTRIBUTING.md, docs/*.md and docs/decisions/*.md are plain English: short sentences, short lines and
paragraphs, no headless beginning, no dead link. The text of a page, but for tables, links a bold word of
docs/glossary.md where it first uses it; decisions need not. Comments in sources keep the rule about beginnings
(comments.py). not_yet.txt lists the files that break a rule today. The test fails for a file outside of the list, and
for a line of the list that is no longer true, so the list only shrinks. `words_test.py --figures` prints figures per
page, and of all comments.

Code spans count as one word. Code blocks are not checked: most of them are what the program printed. Table cells are
sentences of their own; they count for every rule but the average, which short cells would make meaningless.
"""
import pathlib
import re
import sys
import tempfile
import unittest

import comments

TREE = pathlib.Path(__file__).resolve().parents[2]
GLOSSARY = TREE / "docs" / "glossary.md"
LIST = pathlib.Path(__file__).resolve().parent / "not_yet.txt"
MOST_AVERAGE = 18  # words a sentence; a page stays below
MOST_WORDS = 35
MOST_CHARACTERS = 160
MOST_LINES = 6
RULES = ("average", "sentence", "line", "paragraph", "headless", "link", "term")

FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
TABLE = re.compile(r"^\s*\|.*\|\s*$")
TABLE_RULE = re.compile(r"^[\s|:-]+$")
CELL_END = re.compile(r"(?<!\\)\|")
SPAN = re.compile(r"(`+)(.+?)\1", re.DOTALL)
IMAGE = re.compile(r"!\[[^\]]*\]\(([^()\s]+)\)")
LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]+)\)", re.DOTALL)
NAMED = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")
# After a quotation or a bracket only a capital, a code span or guard's name begins a sentence.
SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)\s+|(?<=[.!?])[\"')]+\s+(?=[A-Z]|code|guard)|\s+·\s+")
WORD = re.compile(r"\w[\w'’./:-]*")
HEADLESS = re.compile(r"^\W*(Who|What|Of)\b(?! course)")
HEADLESS_COMMENT = re.compile(r"^\W*(Who|Whom|Whose|What|Which|Of)\b(?! course|,)")


class Block:
    """A paragraph, an item of a list, or one cell of a table: its lines, from line FIRST of the page."""

    def __init__(self, kind, first, lines):
        self.kind, self.first, self.lines = kind, first, lines

    def sentences(self):
        return sentences_of(LINK.sub(r"\1", IMAGE.sub("", SPAN.sub("code", " ".join(self.lines)))).replace("**", ""))


def sentences_of(text):
    return [sentence.strip() for sentence in SENTENCE_END.split(SPAN.sub("code", text)) if WORD.search(sentence)]


def is_headless(sentence, beginning=HEADLESS):
    return beginning.match(sentence) is not None and not sentence.endswith("?")


def words_in(sentence):
    return len(WORD.findall(sentence))


def cells(number, line):
    for cell in CELL_END.split(line.strip().strip("|")):
        for part in cell.split("<br>"):
            yield Block("cell", number, [part.strip()])


class Page:
    """The text of a page in blocks, without its code blocks and HTML comments."""

    def __init__(self, text):
        self.text = re.sub(r"<!--.*?-->", lambda hit: "\n" * hit.group().count("\n"), text, flags=re.DOTALL)
        self.blocks, self.headings, self.prose = [], [], []  # prose: (number, line) outside of code blocks
        is_code, is_new = False, True
        lines = self.text.splitlines()
        for number, line in enumerate(lines, 1):
            if FENCE.match(line):
                is_code, is_new = not is_code, True
            elif not is_code:
                self.prose.append((number, line))
                is_new = self.add(number, line, is_new, lines[number] if number < len(lines) else "")

    def add(self, number, line, is_new, following):
        """Gives whether the next line begins a new block."""
        if heading := HEADING.match(line):
            self.headings.append(heading.group(1))
            return True
        if TABLE.match(line):
            if not TABLE_RULE.match(line) and not TABLE_RULE.match(following or "x"):  # neither rule nor head
                self.blocks.extend(cells(number, line))
            return True
        if not line.strip():
            return True
        if is_new or ITEM.match(line):
            self.blocks.append(Block("prose", number, [ITEM.sub("", line).strip()]))
        else:
            self.blocks[-1].lines.append(line.strip())
        return False

    def anchors_in_order(self):
        """As GitHub makes them: one for each heading."""
        counts = {}
        for heading in self.headings:
            text = LINK.sub(r"\1", heading).replace("`", "").lower()
            slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            counts[slug] = counts.get(slug, -1) + 1
            yield f"{slug}-{counts[slug]}" if counts[slug] else slug

    def anchors(self):
        return set(NAMED.findall(self.text)) | set(self.anchors_in_order())

    def links(self):
        """Every (line, target) outside of code; a link may stand on two lines, and around a picture."""
        lines = [""] * self.text.count("\n") + [""]
        for number, line in self.prose:
            lines[number - 1] = line
        text = SPAN.sub(lambda hit: "code" + "\n" * hit.group().count("\n"), "\n".join(lines))
        hits = [(hit.start(), hit.group(1)) for hit in IMAGE.finditer(text)]
        text = IMAGE.sub(lambda hit: "x" * len(hit.group()), text)
        for start, target in sorted(hits + [(hit.start(), hit.group(2)) for hit in LINK.finditer(text)]):
            yield text.count("\n", 0, start) + 1, target

    def prose_sentences(self):
        return [sentence for block in self.blocks if block.kind == "prose" for sentence in block.sentences()]

    def average(self):
        counts = [words_in(sentence) for sentence in self.prose_sentences()]
        return sum(counts) / len(counts) if counts else 0.0


def faults_of_words(page):
    """(rule, line, what) for each breach of the rules about words."""
    if page.average() >= MOST_AVERAGE:
        yield "average", 1, f"{page.average():.1f} words a sentence"
    for block in page.blocks:
        for sentence in block.sentences():
            if words_in(sentence) > MOST_WORDS:
                yield "sentence", block.first, f"{words_in(sentence)} words: {sentence[:60]}..."
            if is_headless(sentence):
                yield "headless", block.first, sentence[:60]
        if len(block.lines) > MOST_LINES:
            yield "paragraph", block.first, f"{len(block.lines)} lines"
    for number, line in page.prose:
        if len(line) > MOST_CHARACTERS and not TABLE.match(line):
            yield "line", number, f"{len(line)} characters"


def faults_of_links(page, file, pages):
    for number, target in page.links():
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        wanted = (file.parent / name).resolve() if name else file
        if wanted not in pages and not wanted.exists():
            yield "link", number, f"{target}: no such file"
        elif anchor and wanted.suffix == ".md":
            other = pages.get(wanted) or Page(wanted.read_text(encoding="utf-8"))
            if anchor not in other.anchors():
                yield "link", number, f"{target}: no such heading"


def own_terms(glossary):
    """The words of the glossary that are bold."""
    return re.findall(r"^\| \*\*([^*|]+)\*\* \|", glossary, re.MULTILINE)


def faults_of_terms(page, terms):
    """A term in code, a heading, a table or as a part of a name is no use of it; any link, or italics, explains it."""
    lines = [""] * (page.text.count("\n") + 1)
    for number, line in page.prose:
        lines[number - 1] = "" if HEADING.match(line) or TABLE.match(line) else line
    text = SPAN.sub(lambda hit: re.sub(r"[^\n]", "`", hit.group()), "\n".join(lines))
    explained = [(hit.start(), hit.end()) for hit in LINK.finditer(text)]
    for term in terms:
        use = re.search(rf"(?<![\w'’/.-]){re.escape(term)}s?(?![\w/-]|\.\w)", text, re.IGNORECASE)
        if use and text[use.start() - 1:use.start()] != "*" and not any(a <= use.start() < b for a, b in explained):
            yield "term", text.count("\n", 0, use.start()) + 1, f"link {use.group()!r} to docs/glossary.md at its first use"


def read(files):
    return {file: Page(file.read_text(encoding="utf-8")) for file in files}


def checked_pages():
    pages = [*sorted((TREE / "docs").glob("*.md")), *sorted((TREE / "docs" / "decisions").glob("*.md"))]
    return read([TREE / "README.md", TREE / "CONTRIBUTING.md", *pages])


def faults_of_comments(files):
    """(file, rule) -> lines for people."""
    found = {}
    for file in files:
        name = file.relative_to(TREE).as_posix()
        for number, comment in comments.comments_of(file):
            for sentence in sentences_of(comment):
                if is_headless(sentence, HEADLESS_COMMENT):
                    found.setdefault((name, "headless"), []).append(f"{name}:{number}: headless: {sentence[:60]}")
    return found


def all_faults():
    return faults_by_rule(checked_pages()) | faults_of_comments(comments.sources(TREE))


def faults_by_rule(pages):
    """(page, rule) -> lines for people."""
    found = {}
    terms = own_terms(GLOSSARY.read_text(encoding="utf-8"))
    for file, page in pages.items():
        name = file.relative_to(TREE).as_posix()
        uses = [] if file == GLOSSARY or file.parent.name == "decisions" else faults_of_terms(page, terms)
        for rule, number, what in [*faults_of_words(page), *faults_of_links(page, file, pages), *uses]:
            found.setdefault((name, rule), []).append(f"{name}:{number}: {rule}: {what}")
    return found


def listed():
    """(page, rule) of not_yet.txt: `PAGE RULE RULE...` a line."""
    found = []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        page, *rules = line.split("#")[0].split() or [""]
        found += [(page, rule) for rule in rules]
    return found


def print_figures():
    pages = checked_pages()
    faults = faults_by_rule(pages)
    print(f"{'page':52} {'lines':>5} {'average':>7} {'longest':>7} " + " ".join(f"{rule:>9}" for rule in RULES[1:]))
    for file, page in pages.items():
        name = file.relative_to(TREE).as_posix()
        longest = max([words_in(sentence) for block in page.blocks for sentence in block.sentences()], default=0)
        counts = " ".join(f"{len(faults.get((name, rule), [])):>9}" for rule in RULES[1:])
        print(f"{name:52} {len(page.text.splitlines()):>5} {page.average():>7.1f} {longest:>7} {counts}")
    in_comments = faults_of_comments(comments.sources(TREE))
    print(f"headless sentences in comments: {sum(len(lines) for lines in in_comments.values())}, in {len(in_comments)} files")


class WordsTest(unittest.TestCase):
    maxDiff = None

    def rules_of(self, text):
        page = Page(text)
        file = TREE / "docs" / "page.md"
        return [rule for rule, _, _ in [*faults_of_words(page), *faults_of_links(page, file, {file: page})]]

    def test_pages_keep_the_rules_or_stand_in_the_list(self):
        excused = set(listed())
        found = [line for key, lines in all_faults().items() if key not in excused for line in lines]
        self.assertEqual([], found)

    def test_the_list_says_no_more_than_is_true(self):
        found = set(all_faults())
        self.assertEqual([], [entry for entry in listed() if entry not in found], "take these lines out of not_yet.txt")

    def test_breaches_are_seen(self):
        long_sentence = "a " * 36
        for rule, text in (
            ("average", "a " * 18 + ".\n"),
            ("sentence", f"Short. {long_sentence}.\n" + "\n- No.\n" * 20),
            ("sentence", f"| a |\n|---|\n| {long_sentence} |\n"),
            ("line", "- x\n" + "a" * 161 + "\n"),
            ("paragraph", "No.\n" * 7),
            ("paragraph", "- No.\n" + "  No.\n" * 6),
            ("headless", "It waits. Who answers is told.\n"),
            ("headless", "- What it made stays.\n"),
            ("headless", "**Of these** one stays.\n"),
            ("headless", "| a |\n|---|\n| What it made |\n"),
            ("link", "See [that](no_such_page.md).\n"),
            ("link", "See [that](policy.md#no-such-heading).\n"),
            ("link", "See [that](#no-such-heading).\n"),
            ("link", "![picture](web/no_such.png)\n"),
        ):
            with self.subTest(text=text):
                self.assertEqual([rule], self.rules_of(text))

    def headless_in(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.write_text(text, encoding="utf-8")
            sentences = [sentence for _, comment in comments.comments_of(file) for sentence in sentences_of(comment)]
            return [sentence for sentence in sentences if is_headless(sentence, HEADLESS_COMMENT)]

    def test_headless_comments_are_seen(self):
        for name, text in (
            ("a.h", "// SPDX-License-Identifier: Apache-2.0\n// What it holds.\n"),
            ("a.cc", "int a;  // it waits. Who\n        // answers is told\n"),
            ("a.c", "// Stays.\n//\n// Whose it is.\n"),
            ("a.js", "  // Of a long list the first one.\n"),
            ("a.sh", "# shown. Which of them was first is luck.\n"),
            ("a.py", "def a():\n    \"\"\"What it made.\"\"\"\n"),
            ("run", "#!/usr/bin/env python3\n\"\"\"Runs.\n\nWhat fails is shown.\n\"\"\"\n"),
            ("CMakeLists.txt", "# What is built.\n"),
        ):
            with self.subTest(name=name):
                self.assertEqual(1, len(self.headless_in(name, text)))

    def test_comments_that_begin_well_are_no_breach(self):
        for name, text in (
            ("a.h", "// It tells what a file holds, who made it and of\n// What, By and Risk.\n"),
            ("a.cc", "// What is it? A file.\n  // What, By, Risk\n  case 1:\n"),
            ("a.cc", "const char* a = \"What it made. Who did.\";  // Of course.\n"),
            ("a.sh", "echo \"What it made\"  # and who made it\n"),
            ("a.txt", "# What it made\n"),
        ):
            with self.subTest(text=text):
                self.assertEqual([], self.headless_in(name, text))

    def test_what_is_allowed_is_no_breach(self):
        for text in (
            "What may it do? It reads.\n",
            "# What guard is\n\nSee [above](#what-guard-is).\n",
            "```\n" + "a " * 200 + "\nWhat it did\n```\n",
            "| " + "a " * 100 + " |\n|---|\n| no |\n",
            "| a | b |\n|---|---|\n| " + "a " * 30 + " | " + "b " * 30 + " |\n",
            "Run `guard " + "a " * 60 + "`.\n",
            "See [two\nlines](policy.md#rules) and [elsewhere](https://example.org/#x).\n",
            "- No.\n" * 20,
        ):
            with self.subTest(text=text):
                self.assertEqual([], self.rules_of(text))

    def test_terms_are_explained_at_their_first_use(self):
        terms = own_terms("| word | meaning |\n| **born** | a |\n| usual | b |\n| **of before** | c |\n")
        self.assertEqual(["born", "of before"], terms)
        for text, wanted in (
            ("It is born here.\n", ["term"]),
            ("`born` is code. A file of before\nis old.\n", ["term"]),
            ("It is unborn, re-born in born/x.\n", []),
            ("# Born\n\n| born | of before |\n", []),
            ("It is [born](glossary.md). Then it is born.\n", []),
            ("Born means *born*: made.\n", ["term"]),
            ("It is *born*, which means made. What is born stays.\n", []),
        ):
            with self.subTest(text=text):
                self.assertEqual(wanted, [rule for rule, _, _ in faults_of_terms(Page(text), terms)])

    def test_sentences_end_where_a_reader_ends_them(self):
        page = Page("guard asks (see `a. b`). guard.yaml holds e.g. rules. \"No!\" is an answer.\n")
        self.assertEqual(3, len(page.prose_sentences()), page.prose_sentences())


if __name__ == "__main__":
    if "--figures" in sys.argv[1:]:
        print_figures()
    else:
        unittest.main()
