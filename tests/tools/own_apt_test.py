# SPDX-License-Identifier: Apache-2.0
"""The sources that integration/lib/own_apt.py makes of a machine's own."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "integration" / "lib"))
from own_apt import one_line_sources, stanza_sources  # noqa: E402


class OneLine(unittest.TestCase):
    def test_a_line_becomes_one_of_sources(self):
        self.assertEqual(one_line_sources("deb mirror:/list one main\n", "deb-src"), ["deb-src mirror:/list one main"])

    def test_a_line_that_is_there_as_both_comes_once(self):
        text = "deb mirror:/list one main\ndeb-src mirror:/list one main\n# deb mirror:/list two main\n"
        self.assertEqual(one_line_sources(text, "deb-src"), ["deb-src mirror:/list one main"])

    def test_the_key_stays_and_the_architectures_go(self):
        line = "deb [arch=amd64,i386 signed-by=/k.gpg] mirror:/list one main"
        self.assertEqual(one_line_sources(line, "deb"), ["deb [ signed-by=/k.gpg] mirror:/list one main"])
        self.assertEqual(one_line_sources("deb [arch=amd64] mirror:/list one main", "deb"), ["deb mirror:/list one main"])


class Stanzas(unittest.TestCase):
    TEXT = ("Types: deb deb-src\n# said by who made it\nURIs: mirror:/list\nSuites: one\nArchitectures: amd64\nSigned-By: /k.gpg\n"
            "\n\n# nothing here\n\nTypes: deb\nURIs: mirror:/other\nSuites: two\n")

    def test_each_becomes_one_of_its_kind_for_any_architecture(self):
        found = stanza_sources(self.TEXT, "deb-src")
        self.assertEqual(len(found), 2)
        self.assertTrue(all(one.startswith("Types: deb-src\n") for one in found))
        self.assertNotIn("Architectures", found[0])
        self.assertIn("Signed-By: /k.gpg", found[0])


if __name__ == "__main__":
    unittest.main()
