#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""install_test.py CMAKE BUILD ZSH_FOLDER: installs a build into a temporary prefix, and looks at what
came: guard runs from there, each of its subcommands has a manual page, completions, schema, docs and
examples are there and sound, and nothing lies anywhere else.
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, ZSH_FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
SKIPPED = 77


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=300, **more).stdout


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls.room.name, "prefix")
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--strip")
        cls.guard = cls.prefix / "bin/guard"

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def ask(self, *words):
        home = self.prefix.parent
        return run(self.guard, *words, cwd=home, env={"HOME": str(home), "PATH": os.environ["PATH"]})

    def page(self, name, section):
        return gzip.open(self.prefix / f"share/man/man{section}" / f"{name}.{section}.gz", "rt").read()

    def test_it_runs_from_there(self):
        self.assertRegex(self.ask("--version"), r"^guard \d+\.\d+\.\d+\n$")
        self.assertIn("always refused", subprocess.run(
            [self.guard, "check", "--", "rm", "-rf", "/"], capture_output=True, text=True, check=False).stdout)

    def test_each_subcommand_has_a_manual_page_and_no_other_has(self):
        names = self.ask("--print-documented").split()
        self.assertIn("run", names)
        wanted = {f"guard-{name}.1.gz" for name in names} | {"guard.1.gz"}
        self.assertEqual(wanted, set(os.listdir(self.prefix / "share/man/man1")))
        for name in names:
            title = f"guard-{name}".replace("-", "\\-")
            self.assertIn(f"\n.SH NAME\n{title} ", self.page(f"guard-{name}", 1))
        self.assertIn("pre_confirmed", self.page("guard-policy", 5))

    def test_completions_are_what_guard_prints(self):
        for shell, file in (("bash", "bash-completion/completions/guard"), ("zsh", f"{ZSH_FOLDER}/_guard"),
                            ("fish", "fish/vendor_completions.d/guard.fish")):
            self.assertEqual(self.ask("completion", shell), (self.prefix / "share" / file).read_text(), shell)

    def test_schema_and_examples_are_sound(self):
        schema = json.loads((self.prefix / "share/guard/policy.schema.json").read_text())
        self.assertIn("rule", schema["$defs"])
        examples = self.prefix / "share/doc/guard/examples"
        self.assertIn("sound", self.ask("policy", "validate", examples / "policy.yaml"))
        workflow = (examples / "github-workflow.yaml").read_text()
        self.assertRegex(workflow, r"^name: ")
        self.assertIn("run --ci", workflow)
        self.assertNotIn("```", workflow)

    def test_docs_came_along(self):
        docs = self.prefix / "share/doc/guard"
        for name in ("README.md", "copyright", "docs/policy.md", "docs/decisions/0001-decision-model.md"):
            self.assertTrue((docs / name).is_file(), name)
        self.assertRegex(gzip.open(docs / "changelog.gz", "rt").read(), r"^guard \(")

    def test_rules_for_what_reads_the_records_came_along(self):
        docs = self.prefix / "share/doc/guard"
        rules = list((docs / "sigma").glob("*.yml"))
        self.assertEqual(10, len(rules))
        for rule in rules:
            self.assertIn("\n  product: guard\n", rule.read_text(), rule.name)
        self.assertIn("output_fields", (docs / "falco/guard_to_falco.jq").read_text())

    def test_nothing_lies_elsewhere(self):
        self.assertEqual({"bin", "lib", "share"}, set(os.listdir(self.prefix)))
        self.assertEqual(["guard"], os.listdir(self.prefix / "bin"))
        self.assertEqual(["guard"], os.listdir(self.prefix / "lib"))
        self.assertEqual({"libguard_preload.so", "guard_relay", "guard_spawn"}, set(os.listdir(self.prefix / "lib/guard")))

    def test_the_library_is_found(self):
        said = self.ask("run", "--backend", "preload", "--", "sh", "-c", "echo it runs")
        self.assertEqual("it runs\n", said)


if __name__ == "__main__":
    if not (BUILD / "share/written").is_file():
        print("skipped: only parts of this build were made (target guard_share)")
        sys.exit(SKIPPED)
    del sys.argv[1:]
    unittest.main()
