# SPDX-License-Identifier: Apache-2.0
"""The judgements of integration/foreign on the results of a suite, and what it calls a difference."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOREIGN = pathlib.Path(__file__).resolve().parent.parent.parent / "integration" / "foreign"
sys.dont_write_bytecode = True


def load():
    loader = importlib.machinery.SourceFileLoader("foreign_run", str(FOREIGN / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("foreign_run", loader))
    loader.exec_module(module)
    return module


RUN = load()


def results(call, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(["bash", "-euc", f'. "$0"; {call}', FOREIGN / "results.sh"], cwd=folder, capture_output=True,
                              text=True, check=True)
    return sorted(done.stdout.splitlines())


class Results(unittest.TestCase):
    def test_tap(self):
        text = "ok 1 - makes it\nnot ok 2 - loses it\n#\tgit rm x\nok 3 # skip no root (missing ROOT)\nnot ok 4 - hope # TODO known breakage\n1..4\n"
        self.assertEqual(results("tap_results t", {"t/t1-a.tap": text}), [
            "begun\tt1-a", "not ok\tt1-a.2 - loses it", "not ok (todo)\tt1-a.4 - hope", "ok\tt1-a.1 - makes it",
            "planned\tt1-a 1..4", "skip\tt1-a.3"])

    def test_a_script_that_ends_early_has_no_plan(self):
        self.assertNotIn("planned", "".join(results("tap_results t", {"t/t1-a.tap": "ok 1 - makes it\n"})))

    def test_automake(self):
        files = {"tests/cp/a.trs": ":test-result: PASS\n:global-test-result: PASS\n", "tests/rm/b.trs": ":global-test-result: FAIL\n"}
        self.assertEqual(results("automake_results .", files), ["FAIL\ttests/rm/b", "PASS\ttests/cp/a"])


class Differences(unittest.TestCase):
    def result(self, bare, guarded, head="# passed: ok\n# known: b.* because\n"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "one.sh")
            path.write_text(head, encoding="utf-8")
            made = RUN.Result(RUN.Suite(path), "1", "user")
        made.tests = {"bare": bare, "guarded": guarded}
        return made

    def test_the_same_is_no_difference(self):
        self.assertFalse(self.result({"a.1": "ok", "a.2": "not ok"}, {"a.1": "ok", "a.2": "not ok"}).failed())

    def test_what_is_missing_under_guard_differs(self):
        made = self.result({"a.1": "ok", "a.2": "ok"}, {"a.1": "ok"})
        self.assertEqual(made.unknown(), [("a.2", "ok", "-")])
        self.assertTrue(made.failed())

    def test_what_passes_only_under_guard_differs(self):
        self.assertTrue(self.result({"a.1": "skip"}, {"a.1": "ok"}).failed())

    def test_only_what_is_named_may_differ(self):
        self.assertFalse(self.result({"b.1": "ok"}, {"b.1": "not ok"}).failed())
        self.assertTrue(self.result({"b.1": "ok", "a.1": "ok"}, {"b.1": "not ok", "a.1": "not ok"}).failed())


if __name__ == "__main__":
    unittest.main()
