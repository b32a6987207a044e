#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every change that ./dev mutants tries fits the file that it names: a line that was rewritten is
proven by nothing until its entry follows.
"""
import pathlib
import sys
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "tests" / "tools"))
import mutants  # noqa: E402


class MutantsTest(unittest.TestCase):
    def test_every_change_fits_its_file(self):
        changes = mutants.read_list(TREE / "tests" / "mutants" / "list.txt")
        self.assertGreater(len(changes), 50)
        for change in changes:
            with self.subTest(str(change)):
                self.assertFalse(mutants.is_stale(TREE, change))


if __name__ == "__main__":
    unittest.main()
