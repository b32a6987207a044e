#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""action_test.py: runs the steps of packaging/ci/action.yml in a copy of the tree with stand-ins for what
builds and installs: the package is built once for each content of the sources, and then taken from the
cache. And looks at the workflow of docs/ci.md: it uses that action, builds nothing itself, and writes
reports outside of the checkout.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("there is no python3-yaml here")
    sys.exit(77)

TREE = pathlib.Path(__file__).resolve().parents[2]
ACTION = yaml.safe_load((TREE / "packaging/ci/action.yml").read_text(encoding="utf-8"))
STAND_INS = {
    "dev": 'echo "$*" >>"$HOME/built"; touch "$HOME/guard_1_amd64.deb"; echo "$HOME/guard_1_amd64.deb"',
    "bin/sudo": 'echo "$*" >>"$HOME/installed"',
    "bin/guard": "echo guard 1",
}


def workflow():
    page = (TREE / "docs/ci.md").read_text(encoding="utf-8")
    return yaml.safe_load(re.search(r"```yaml\n(name: agent\n.*?)```", page, re.DOTALL).group(1))


class Runner:
    """A machine that keeps one cache, as GitHub does for a repository."""

    def __init__(self, room):
        self.home, self.guard, self.kept = room / "home", room / "guard", set()
        (self.guard / "packaging/ci").mkdir(parents=True)
        self.home.mkdir()
        for name, text in STAND_INS.items():
            file = self.guard / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            file.chmod(0o755)

    def shell(self, text):
        output = self.home / "output"
        output.write_text("", encoding="utf-8")
        subprocess.run(["bash", "-eo", "pipefail", "-c", text], check=True, capture_output=True, timeout=60, env={
            "HOME": str(self.home), "PATH": f"{self.guard}/bin:{os.environ['PATH']}",
            "GITHUB_ACTION_PATH": str(self.guard / "packaging/ci"), "GITHUB_OUTPUT": str(output)})
        return dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())

    def job(self):
        """The steps in their order; gives the package that was installed."""
        said, hit = {}, False
        for step in ACTION["runs"]["steps"]:
            if "uses" in step:
                hit = said["key"] in self.kept
                self.kept.add(said["key"])
            elif "if" not in step or not hit:
                said |= self.shell(step["run"])
        return said["package"]

    def lines(self, name):
        file = self.home / name
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


class ActionTest(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.runner = Runner(pathlib.Path(room.name))

    def test_the_package_is_built_once_and_installed_by_each_job(self):
        packages = {self.runner.job() for _ in range(3)}
        self.assertEqual(["package"], self.runner.lines("built"))
        self.assertEqual(3, len(self.runner.lines("installed")))
        for line in self.runner.lines("installed"):
            self.assertIn(packages.copy().pop(), line)

    def test_other_sources_are_another_package(self):
        self.runner.job()
        (self.runner.guard / "CMakeLists.txt").write_text("project(other)\n", encoding="utf-8")
        self.runner.job()
        self.assertEqual(2, len(self.runner.lines("built")))

    def test_what_a_build_leaves_is_no_source(self):
        self.runner.job()
        (self.runner.guard / "build").mkdir()
        (self.runner.guard / "build/guard").write_text("x", encoding="utf-8")
        self.runner.job()
        self.assertEqual(1, len(self.runner.lines("built")))

    def test_the_page_uses_it_and_keeps_reports_out_of_the_checkout(self):
        steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
        used = [step["uses"] for step in steps if "/packaging/ci@" in step.get("uses", "")]
        self.assertEqual(1, len(used))
        text = "\n".join(step.get("run", "") for step in steps)
        self.assertNotIn("dev ", text)
        reports = re.findall(r"--report (\S+)", text)
        self.assertTrue(reports)
        for report in reports:
            self.assertRegex(report, r'^"(md:\$GITHUB_STEP_SUMMARY|\$RUNNER_TEMP/.+)"$')


if __name__ == "__main__":
    unittest.main()
