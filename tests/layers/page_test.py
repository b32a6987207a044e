#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page's own files (console/web/assets): texts become text nodes by dom.js alone, nothing is run that was not
served, nobody else is asked for anything. The page's Content-Security-Policy says the same to the browser."""
import pathlib
import re
import unittest

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "console" / "web" / "assets"
FORBIDDEN = {
    "markup from text": r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc",
    "text that is run": r"\beval\b|new Function|javascript:|setTimeout\(\s*[\"'`]",
    "others that are asked": r"(?<!xmlns=\")https?://|//cdn|@import|url\(|sendBeacon|WebSocket|EventSource|XMLHttpRequest",
    "inline scripts and styles": r"\son[a-z]+\s*=\s*\"|\sstyle\s*=\s*\"|<style|<script(?![^>]*\ssrc=\"/assets/)",
}
# The one file that may do what only one place does.
DOORS = {r"createElement": "dom.js", r"\bfetch\(": "api.js", r"localStorage": "api.js"}


def faults(name, text):
    found = [f"{name}: {what}: {hit.group()}" for what, pattern in FORBIDDEN.items() for hit in re.finditer(pattern, text)]
    return found + [f"{name}: {pattern} belongs into {door}" for pattern, door in DOORS.items()
                    if name != door and re.search(pattern, text)]


class PageTest(unittest.TestCase):
    def test_the_assets_keep_the_rules(self):
        files = sorted(ASSETS.iterdir())
        self.assertIn("dom.js", [path.name for path in files])
        found = [fault for path in files for fault in faults(path.name, path.read_text(encoding="utf-8"))]
        self.assertEqual([], found)

    def test_breaches_are_seen(self):
        for text in ('main.innerHTML = name', 'eval(name)', 'import "https://x.example/a.js"', '<p onclick="go()">',
                     '<script>go()</script>', '<p style="color: red">', 'document.createElement("b")', 'fetch(name)',
                     '<script src="//cdn.example/a.js">'):
            with self.subTest(text=text):
                self.assertTrue(faults("view.js", text))

    def test_what_is_allowed_is_no_breach(self):
        for text in ('<script type="module" src="/assets/app.js"></script>', 'el("p", { class: "what" }, question.what)'):
            with self.subTest(text=text):
                self.assertEqual([], faults("view.js", text))


if __name__ == "__main__":
    unittest.main()
