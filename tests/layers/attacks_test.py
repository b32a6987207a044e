#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every row of the threat list has a case or a reason, every case a proof or a reason, every proof a
switch in the sources: docs/attacks.md, docs/threat_model.md, integration/cases/attacks/ and
integration/attacks/proofs.txt say the same.
"""
import pathlib
import re
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
CASES = TREE / "integration" / "cases" / "attacks"
PRODUCT = ("base", "policy", "interceptor", "supervisor", "console")
ROWS = [str(number) for number in range(1, 73)] + [f"K{number}" for number in range(1, 43)]

TABLE_ROW = re.compile(r"^\| (K?\d+) \| (?:[^|\\\n]|\\.)+ \| ([^|\n]+) \| ([^|\n]+) \| ([^|\n]*) \|$", re.MULTILINE)
REASON_ROW = re.compile(r"^\| threat ([K\d, ]+) \| [^|\n]+ \| [^|\n]+ \|$", re.MULTILINE)
SWITCH = re.compile(r'weakened\("([a-z-]+)"\)')
NUMBER = re.compile(r"\bK?\d+\b")


def text_of(name):
    return (TREE / name).read_text(encoding="utf-8")


def table():
    """row -> (cases, switches) of docs/attacks.md; a row may stand on several lines."""
    rows = {}
    for row, cases, _, proven in TABLE_ROW.findall(text_of("docs/attacks.md")):
        rows.setdefault(row, []).append(
            (re.findall(r"`([^`]+)`", cases), {tuple(one.split(",")) for one in re.findall(r"`([^`]+)`", proven)}))
    return rows


def reasons():
    return {row for listed in REASON_ROW.findall(text_of("docs/threat_model.md")) for row in NUMBER.findall(listed)}


def proofs():
    """case -> set of tuples of switches; an empty set: a reason instead."""
    found = {}
    for line in text_of("integration/attacks/proofs.txt").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        case, switches = line.split()[:2]
        found.setdefault(case, set())
        if switches != "-":
            found[case].add(tuple(switches.replace("+", "").split(",")))
    return found


def path_of(case):
    return TREE / "integration" / "cases" / f"{case}.sh" if "/" in case else CASES / f"{case}.sh"


def numbers_of(case):
    """The rows that a case's comment names: "Threats 1, K11"."""
    header = []
    for line in case.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        header.append(line.lstrip("# "))
    named = re.findall(r"Threats? ([K\d, ]+)", " ".join(header))
    return {number for text in named for number in NUMBER.findall(text)}


def switches_of_sources():
    found = set()
    for folder in PRODUCT:
        for path in (TREE / folder).rglob("*"):
            if path.suffix in (".cc", ".h"):
                found |= set(SWITCH.findall(path.read_text(encoding="utf-8")))
    return found


class AttacksTest(unittest.TestCase):
    def test_every_row_has_a_case_or_a_reason(self):
        rows, without = table(), reasons()
        for row in ROWS:
            cases = [case for cases, _ in rows.get(row, []) for case in cases]
            self.assertTrue(row in rows, f"{row}: no line in docs/attacks.md")
            self.assertTrue(cases or row in without, f"{row}: neither a case nor a line in docs/threat_model.md")

    def test_tables_name_cases_that_name_the_row(self):
        for row, lines in table().items():
            for case in (case for cases, _ in lines for case in cases):
                path = path_of(case)
                self.assertTrue(path.is_file(), f"{row}: {path}")
                self.assertIn(row, numbers_of(path), f"{path.name} does not name the row")

    def test_numbered_cases_stand_in_the_table(self):
        rows = table()
        for path in sorted(CASES.glob("*.sh")):
            for row in numbers_of(path):
                cases = [case for cases, _ in rows.get(row, []) for case in cases]
                self.assertIn(path.stem, cases, f"{path.name} names {row}, the table does not name it there")

    def test_every_case_has_a_proof_or_a_reason(self):
        for path in CASES.glob("*.sh"):
            self.assertIn(path.stem, proofs(), "no line in integration/attacks/proofs.txt")
        for case in proofs():
            self.assertTrue(path_of(case).is_file(), f"{case}: no such case")

    def test_the_table_names_the_proofs(self):
        known = proofs()
        for row, lines in table().items():
            for cases, switches in lines:
                wanted = set().union(*(known.get(case, set()) for case in cases)) if cases else set()
                self.assertTrue(switches <= wanted, f"{row}: {switches - wanted}")
                self.assertTrue(switches or not wanted, f"{row}: proven by nothing of {wanted}")

    def test_switches_exist_and_are_used(self):
        used = {switch for sets in proofs().values() for switches in sets for switch in switches}
        used = {switch for switch in used if not switch.startswith("call:") and switch != "other-abi"}
        found = switches_of_sources() - {"other-abi"}
        self.assertEqual(used - found, set(), "no such switch in the sources")
        self.assertEqual(found - used, set(), "a switch that proves nothing")


if __name__ == "__main__":
    unittest.main()
