#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""action_test.py: runs the steps of packaging/github/action.yml in a copy of the tree with stand-ins for what
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
ACTION = yaml.safe_load((TREE / "packaging/github/action.yml").read_text(encoding="utf-8"))
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
        (self.guard / "packaging/github").mkdir(parents=True)
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
            "GITHUB_ACTION_PATH": str(self.guard / "packaging/github"), "GITHUB_OUTPUT": str(output)})
        return dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())

    def job(self):
        """The steps in their order; gives the package that was installed."""
        said, hit = {}, False
        for step in ACTION["runs"]["steps"]:
            if "inputs.run" in step.get("if", ""):
                continue  # a job that only installs
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
        self.assertEqual(["package deb"], self.runner.lines("built"))
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

    def run_step(self, mode, policy=""):
        """The words that guard gets, and the step's status; the stand-in ends with 3."""
        home = self.runner.home
        guard = self.runner.guard / "bin/guard"
        guard.write_text('#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done >>"$HOME/said"\n'
                         '[ "$1" != run ] || exit 3\n', encoding="utf-8")
        done = subprocess.run([TREE / "packaging/github/run.sh"], capture_output=True, timeout=60, text=True, env={
            "HOME": str(home), "PATH": f"{self.runner.guard}/bin:{os.environ['PATH']}", "RUNNER_TEMP": str(home / "temp"),
            "GITHUB_STEP_SUMMARY": str(home / "summary"), "GITHUB_OUTPUT": str(home / "output"),
            "GITHUB_RUN_ID": "7", "GUARD_CI_RUN": "make; echo 'two words'", "GUARD_CI_MODE": mode,
            "GUARD_CI_POLICY": policy})
        return self.runner.lines("said"), done

    def test_enforce_fails_the_step_with_the_status_of_the_run(self):
        words, done = self.run_step("enforce", "policy.yaml")
        self.assertEqual(3, done.returncode, done.stderr)
        self.assertIn("--ci", words)
        self.assertEqual("policy.yaml", words[words.index("--policy") + 1])
        self.assertEqual(["bash", "-eo", "pipefail", "-c", "make; echo 'two words'"], words[words.index("--") + 1:])
        self.assertIn("learned=", (self.runner.home / "output").read_text(encoding="utf-8"))

    def test_audit_lets_go_and_writes_what_was_let_go(self):
        words, _ = self.run_step("audit")
        self.assertNotIn("--ci", words)
        self.assertNotIn("--policy", words)
        self.assertEqual("allow", words[words.index("--on-ask") + 1])
        self.assertEqual("never", words[words.index("--fail-on") + 1])
        self.assertEqual(["audit", "report"], words[words.index("audit"):][:2])

    def test_another_mode_runs_nothing(self):
        words, done = self.run_step("audti")
        self.assertEqual(([], 2), (words, done.returncode))
        self.assertIn("neither enforce nor audit", done.stderr)

    def test_examples_of_other_pipelines_are_yaml_with_commands_of_guard(self):
        for name in ("gitlab/guard.gitlab-ci.yml", "buildkite/pipeline.yml"):
            text = (TREE / "packaging" / name).read_text(encoding="utf-8")
            self.assertTrue(yaml.safe_load(text), name)
            self.assertRegex(text, r"guard run --ci --report", name)

    def test_the_page_uses_it_and_keeps_reports_out_of_the_checkout(self):
        steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
        used = [step["uses"] for step in steps if "/packaging/github@" in step.get("uses", "")]
        self.assertEqual(1, len(used))
        text = "\n".join(step.get("run", "") for step in steps)
        self.assertNotIn("dev ", text)
        reports = re.findall(r"--report (\S+)", text)
        self.assertTrue(reports)
        for report in reports:
            self.assertRegex(report, r'^"(md:\$GITHUB_STEP_SUMMARY|\$RUNNER_TEMP/.+)"$')


if __name__ == "__main__":
    unittest.main()
