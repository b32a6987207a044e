#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""format_snippet_test.py DOCUMENT GUARD MAKE_RECORDS: the program that docs/audit_format.md gives to check an
export does so: it passes a real one and finds a changed byte, a removed line and a cut outcome in it."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

DOCUMENT, GUARD, MAKE_RECORDS = sys.argv[1:4]


def snippet():
    with open(DOCUMENT, encoding="utf-8") as file:
        return file.read().split("```python\n")[1].split("```")[0]


class FormatSnippetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as room:
            state = os.path.join(room, "state")
            subprocess.run([MAKE_RECORDS, state, "3000", "2"], check=True, stdout=subprocess.DEVNULL)
            words = [GUARD, "audit", "export", "--state-dir", state]
            cls.lines = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()

    def run_on(self, lines):
        return subprocess.run([sys.executable, "-c", snippet()], input="\n".join(lines), text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_a_real_export_holds(self):
        done = self.run_on(self.lines)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("links hold", done.stdout)

    def test_a_changed_byte_is_found(self):
        changed = list(self.lines)
        changed[7] = changed[7].replace("deletes what", "deletes that")
        self.assertIn("changed", self.run_on(changed).stderr)

    def test_a_removed_line_is_found(self):
        self.assertIn("does not follow", self.run_on(self.lines[:7] + self.lines[8:]).stderr)

    def test_a_changed_outcome_is_found(self):
        place = next(i for i, line in enumerate(self.lines) if json.loads(line)["kind"] == "intent")
        changed = list(self.lines)
        changed[place] = changed[place].replace('"outcome":"done"', '"outcome":"refused"')
        self.assertIn("changed", self.run_on(changed).stderr)


unittest.main(argv=sys.argv[:1])
