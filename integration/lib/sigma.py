# SPDX-License-Identifier: Apache-2.0
"""sigma.py RECORDS RULE...: which records (JSON lines) each rule of Sigma holds for: NAME and their number, a line each.

Knows as much of Sigma as packaging/sigma uses. Fails where a rule names a field that no record has, or a rule of
guard's, a category or a word that guard never writes (WORDS)."""
import json
import pathlib
import re
import sys

import yaml

WANTED = {"title", "id", "status", "description", "author", "date", "tags", "logsource", "detection", "falsepositives", "level"}
LEVELS = {"informational", "low", "medium", "high", "critical"}
# docs/audit_format.md, "Fields"
WORDS = {
    "decision": {"allow", "ask", "deny", "block"},
    "outcome": {"done", "failed", "refused", "killed", "unknown"},
    "kind": {"act", "intent", "gap", "end", "begin"},
    "act": {"exec", "read", "create", "modify", "delete", "rename", "link", "metadata", "connect", "listen", "signal", "system",
            "sign", "api", "answer", "audit", "undo", "alert", "inherit", "brake", "policy"},
}


def values_of(wanted):
    return wanted if isinstance(wanted, list) else [wanted]


def holds_for(value, how, wanted):
    if how == "contains":
        return wanted in (value or [])
    if how == "startswith":
        return str(value).startswith(wanted)
    assert not how, f"unknown modifier {how}"
    return value == wanted


def selects(selection, record):
    for field, wanted in selection.items():
        name, _, how = field.partition("|")
        if not any(holds_for(record[name], how, one) for one in values_of(wanted)):
            return False
    return True


def is_true(condition, named):
    """Names with and, or, not: as Python reads them."""
    assert re.fullmatch(r"[a-z_ ]+", condition), condition
    return eval(condition, {"__builtins__": {}}, named)  # pylint: disable=eval-used


def check(path, rule, fields):
    assert set(rule) == WANTED, f"{path}: its keys are not those of a rule: {set(rule) ^ WANTED}"
    assert rule["level"] in LEVELS and rule["logsource"] == {"product": "guard", "service": "audit"}, path
    for name, selection in rule["detection"].items():
        for field, wanted in selection.items() if name != "condition" else ():
            field = field.partition("|")[0]
            assert field in fields, f"{path}: no record has a field {field}"
            unknown = set(values_of(wanted)) - WORDS.get(field, set(values_of(wanted)))
            assert not unknown, f"{path}: {field} is never {unknown}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    fields = set.intersection(*(set(record) for record in records))
    ids = set()
    for path in map(pathlib.Path, sys.argv[2:]):
        rule = yaml.safe_load(path.read_text(encoding="utf-8"))
        check(path, rule, fields)
        assert rule["id"] not in ids, f"{path}: the id is another rule's"
        ids.add(rule["id"])
        condition = rule["detection"].pop("condition")
        count = sum(bool(is_true(condition, {name: selects(one, record) for name, one in rule["detection"].items()}))
                    for record in records)
        print(path.stem, count)


main()
