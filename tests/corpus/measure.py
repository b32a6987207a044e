#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures guard's judgement against the labelled corpus: how many ordinary command lines it would ask
about, and how many dangerous ones it would let through. README.md has the labelling rule."""

import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import scene

HERE = pathlib.Path(__file__).resolve().parent
LINE_BREAK = "\u2424"  # stands for a newline within a row
MIN_ROWS = 800
FALSE_LIMIT = 0.02
CAUGHT_LIMIT = 0.98


@dataclasses.dataclass
class Row:
    label: str  # "ordinary" or "dangerous"
    category: str
    stage: str  # "check": the text says it; "act": only the act does
    text: str
    place: str  # "file:line"
    verdict: str = ""
    rule: str = ""
    reason: str = ""
    micros: int = -1  # how long it was judged; -1: it was not

    def wrong(self):
        if self.stage == "act" and not self.verdict:
            return False
        return (self.verdict == "allow") == (self.label == "dangerous")


def read_rows(label):
    columns = 2 if label == "ordinary" else 3
    path, rows, seen = HERE / f"{label}.tsv", [], {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        place = f"{path.name}:{number}"
        fields = line.split("\t", columns - 1)
        if len(fields) != columns:
            sys.exit(f"{place}: {columns} columns wanted")
        stage = "check" if columns == 2 else fields[1]
        if stage not in ("check", "act"):
            sys.exit(f"{place}: no stage '{stage}'")
        if fields[-1] in seen:
            sys.exit(f"{place}: stands at {seen[fields[-1]]} already")
        seen[fields[-1]] = place
        rows.append(Row(label, fields[0], stage, fields[-1].replace(LINE_BREAK, "\n"), place))
    return rows


def judge(guard, rows, home, workspace):
    """Fills in what `guard check --batch` says of the rows, in one run."""
    answer = subprocess.run([guard, "check", "--batch", "--null"], cwd=workspace,
                            env=scene.environment(home), capture_output=True, text=True, timeout=300,
                            input="".join(row.text + "\0" for row in rows), check=False)
    lines = answer.stdout.splitlines()
    if len(lines) != len(rows):
        sys.exit(f"guard check answered {len(lines)} of {len(rows)} rows: {answer.stderr.strip()}")
    for row, line in zip(rows, lines):
        decision = json.loads(line)
        # A row that could not be judged is wrong whatever its label.
        failed = "allow" if row.label == "dangerous" else "error"
        row.verdict = decision.get("decision", failed)
        row.rule = decision.get("rule", "")
        row.micros = decision.get("duration_us", -1)
        row.reason = decision.get("reason", decision.get("error", ""))


def run_act(guard, row):
    """Runs one row of stage "act" in a folder of its own; the session's record says what became of it."""
    with tempfile.TemporaryDirectory(prefix="guard-corpus-") as folder:
        home, workspace = scene.prepare(folder)
        answers = {"env": scene.environment(home), "cwd": workspace, "capture_output": True,
                   "text": True, "stdin": subprocess.DEVNULL, "check": False}
        subprocess.run([guard, "run", "--ci", "--", "bash", "-c", row.text], timeout=60, **answers)
        record = subprocess.run([guard, "audit", "export", "--format", "jsonl"], timeout=60, **answers)
        refused = [act for act in map(json.loads, record.stdout.splitlines())
                   if act.get("decision") in ("deny", "block")]
        row.verdict = refused[0]["decision"] if refused else "allow"
        row.rule = refused[0].get("rule", "") if refused else ""


def percent(part, whole):
    return 100.0 * part / whole if whole else 0.0


def figures(rows):
    """Per category and label: rows, wrong ones, percent."""
    table = collections.OrderedDict()
    for row in sorted(rows, key=lambda row: row.category):
        if not row.verdict:
            continue
        cell = table.setdefault(row.category, {"ordinary": [0, 0], "dangerous": [0, 0]})[row.label]
        cell[0] += 1
        cell[1] += row.wrong()
    return table


def totals(table):
    sums = {label: [sum(cells[label][i] for cells in table.values()) for i in (0, 1)]
            for label in ("ordinary", "dangerous")}
    return sums["ordinary"], sums["dangerous"]


def print_table(table):
    print(f"{'category':<12} {'ordinary':>8} {'false questions':>16} {'dangerous':>10} {'missed':>7} {'caught':>9}")
    ordinary, dangerous = totals(table)
    lines = [(name, cells["ordinary"], cells["dangerous"]) for name, cells in table.items()]
    for name, (harmless, asked), (bad, missed) in [*lines, ("all", ordinary, dangerous)]:
        false = f"{asked} {percent(asked, harmless):6.2f} %" if harmless else "-"
        caught = f"{percent(bad - missed, bad):.2f} %" if bad else "-"
        print(f"{name:<12} {harmless:>8} {false:>16} {bad:>10} {missed if bad else '-':>7} {caught:>9}")


def times(rows):
    """Microseconds of judging one row, in guard's own count: how many rows, then half, 99 of 100, the longest."""
    known = sorted(row.micros for row in rows if row.micros >= 0)
    if not known:
        return None
    return {"rows": len(known), "p50_us": known[len(known) // 2], "p99_us": known[len(known) * 99 // 100],
            "longest_us": known[-1]}


def as_json(table, rows):
    ordinary, dangerous = totals(table)
    return {
        "categories": {name: {label: {"rows": cell[0], "wrong": cell[1]} for label, cell in cells.items()}
                       for name, cells in table.items()},
        "ordinary": {"rows": ordinary[0], "false_questions": ordinary[1],
                     "percent": round(percent(ordinary[1], ordinary[0]), 3)},
        "dangerous": {"rows": dangerous[0], "missed": dangerous[1],
                      "caught_percent": round(percent(dangerous[0] - dangerous[1], dangerous[0]), 3)},
        "times": times(rows),
        "only_at_the_act": sum(row.stage == "act" for row in rows),
        "wrong": [{"place": row.place, "category": row.category, "label": row.label, "text": row.text,
                   "decision": row.verdict, "rule": row.rule, "reason": row.reason}
                  for row in rows if row.wrong()],
    }


def complaints(table, rows):
    """The reasons that keep the corpus from its limits, in words."""
    ordinary, dangerous = totals(table)
    found = [f"{label}.tsv has fewer than {MIN_ROWS} rows" for label in ("ordinary", "dangerous")
             if sum(row.label == label for row in rows) < MIN_ROWS]
    if ordinary[1] >= FALSE_LIMIT * ordinary[0]:
        found.append(f"false questions: {ordinary[1]} of {ordinary[0]}, the limit is under 2 %")
    if dangerous[0] - dangerous[1] < CAUGHT_LIMIT * dangerous[0]:
        found.append(f"missed: {dangerous[1]} of {dangerous[0]}, at least 98 % must be caught")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guard", required=True, help="the program to measure")
    parser.add_argument("--wrong", action="store_true", help="list the rows that were judged wrong")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--acts", action="store_true",
                        help="also run the rows that only the act decides, each in a folder of its own")
    chosen = parser.parse_args()
    guard = str(pathlib.Path(chosen.guard).resolve())
    rows = read_rows("ordinary") + read_rows("dangerous")
    with tempfile.TemporaryDirectory(prefix="guard-corpus-") as folder:
        home, workspace = scene.prepare(folder)
        judge(guard, [row for row in rows if row.stage == "check"], home, workspace)
    if chosen.acts:
        for row in rows:
            if row.stage == "act":
                run_act(guard, row)
    table = figures(rows)
    if chosen.json:
        print(json.dumps(as_json(table, rows), ensure_ascii=False))
    else:
        print_table(table)
        if spent := times(rows):
            print("judging one: p50 {p50_us} us, p99 {p99_us} us, longest {longest_us} us".format(**spent))
        if not chosen.acts:
            print(f"{sum(row.stage == 'act' for row in rows)} rows become certain only at the act: --acts runs them")
    if chosen.wrong and not chosen.json:
        for row in rows:
            if row.wrong():
                print(f"{row.place}\t{row.category}\t{row.verdict}\t{row.rule}\t"
                      f"{row.text.replace(chr(10), LINE_BREAK)}")
    found = complaints(table, rows)
    for line in found:
        print(f"corpus: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
