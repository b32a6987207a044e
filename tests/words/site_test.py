#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages as the static site gets them (docs/site): every link leads to a page and a heading of the site, every page is
in the navigation, and no code changes. Where Debian's mkdocs and its theme are, the site itself is built and checked."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "docs" / "site"))
import pages  # noqa: E402
from words_test import FENCE, SPAN, Page  # noqa: E402

THEME = pathlib.Path("/usr/share/mkdocs/themes/material")
ANCHOR = re.compile(r"\{: #([^}]+) \}$", re.MULTILINE)


def code_of(text):
    """Lines of code blocks, and code spans outside of them."""
    blocks, rest, is_code = [], [], False
    for line in text.splitlines():
        if FENCE.match(line):
            is_code = not is_code
        elif is_code:
            blocks.append(line)
        else:
            rest.append(line)
    spans = [re.sub(r"\s+", " ", hit.group()).replace("\\|", "|") for hit in SPAN.finditer("\n".join(rest))]
    return blocks, spans


def titles(navigation):
    for entry in navigation:
        for place in entry.values():
            yield from titles(place) if isinstance(place, list) else [place]


class SiteTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.needed = set()
        cls.texts = {pages.place_of(file): pages.page_for_site(file, cls.needed) for file in pages.page_files()}
        cls.files = {pages.place_of(file) for file in [*pages.asset_files(), *cls.needed]}

    def faults_of(self, place, text):
        for number, target in Page(text).links():
            name, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            wanted = os.path.normpath(os.path.join(os.path.dirname(place), name)) if name else place
            if wanted not in self.files and wanted not in self.texts:
                yield f"{place}:{number}: {target}: no such page"
            elif anchor and wanted in self.texts and anchor not in ANCHOR.findall(self.texts[wanted]):
                yield f"{place}:{number}: {target}: no such heading"

    def test_links_lead_to_pages_and_headings_of_the_site(self):
        self.assertEqual([], [fault for place, text in self.texts.items() for fault in self.faults_of(place, text)])

    def test_every_page_is_in_the_navigation_once(self):
        self.assertEqual(sorted(self.texts), sorted(titles(pages.navigation())))

    def test_code_stays_as_it_is(self):
        for file in pages.page_files():
            with self.subTest(file=file.name):
                text = re.sub(r"<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
                staged = re.sub(r"<!--.*?-->", "", self.texts[pages.place_of(file)], flags=re.DOTALL)
                self.assertEqual(code_of(text), code_of(staged.replace("&#124;", "|")))

    def test_lists_and_headings_are_as_the_site_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "page.md"
            file.write_text("# A `b` c\nText:\n- one\n  more\n  - two\n\n```\n- x\n# y\n```\n")
            lines = list(pages.lines_of(file.read_text()))
        self.assertEqual(["# A `b` c {: #a-b-c }", "Text:", "", "- one", "  more", "    - two", "", "```", "- x", "# y", "```"],
                         lines)

    def test_every_decision_is_in_their_list(self):
        folder = TREE / "docs" / "decisions"
        listed = re.findall(r"\]\(([0-9][^)]+)\)", (folder / "README.md").read_text(encoding="utf-8"))
        self.assertEqual(sorted(file.name for file in folder.glob("[0-9]*.md")), sorted(listed))

    def test_the_site_builds_and_loads_nothing_from_the_net(self):
        if not shutil.which("/usr/bin/mkdocs") or not THEME.is_dir():
            self.skipTest("no mkdocs-material here (./dev docs installs it)")
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, "-B", TREE / "docs" / "site" / "build", pathlib.Path(folder) / "site"],
                                 capture_output=True, text=True, check=False)
            self.assertEqual((0, ""), (run.returncode, run.stdout + run.stderr))
            self.assertTrue((pathlib.Path(folder) / "site" / "search" / "search_index.json").is_file())


if __name__ == "__main__":
    unittest.main()
