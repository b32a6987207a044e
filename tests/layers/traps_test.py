#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every trap of docs/traps.md, T1 to T24, names cases, and they exist."""
import pathlib
import re
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (T\d+) \| [^|\n]+ \| [^|\n]+ \| ([^|\n]+) \|$", re.MULTILINE)


class TrapsTest(unittest.TestCase):
    def test_every_trap_has_cases_that_exist(self):
        rows = dict(ROW.findall((TREE / "docs" / "traps.md").read_text(encoding="utf-8")))
        self.assertEqual(list(rows), [f"T{number}" for number in range(1, 26)])
        for trap, listed in rows.items():
            cases = re.findall(r"`([^`]+)`", listed)
            self.assertTrue(cases, f"{trap}: no case")
            for case in cases:
                path = TREE / "integration" / "cases" / f"{case}.sh"
                self.assertTrue(path.is_file(), f"{trap}: {path}")


if __name__ == "__main__":
    unittest.main()
