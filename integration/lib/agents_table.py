# SPDX-License-Identifier: Apache-2.0
"""The agents' cases as the table of docs/agents.md (README.md has its figures in short): reads what integration/run printed.

A case that passed left a note: `note: agent NAME | VERSION | QUESTIONS | AGAIN | DURATION`. Everything
else is passed on to standard error. Status 1: a case did not pass, or there was none.
"""
import re
import sys

HEAD = ("| agent | version | as | works | questions | tried again | took |", "|---|---|---|---|---|---|---|")
CASE = re.compile(r"(PASS|FAIL|SKIP) (root|user) agents/([a-z]+)_works\b")
NOTE = re.compile(r"note: agent (.*)")


def rows_of(lines):
    last = None
    for line in lines:
        print(line, end="", file=sys.stderr)
        case, note = CASE.match(line), NOTE.match(line)
        if case:
            last = case.groups()
            if last[0] != "PASS":
                yield f"| {last[2]} | | {last[1]} | {last[0]} | | | |"
        elif note and last:
            name, version, questions, again, took = (word.strip() for word in note.group(1).split("|"))
            yield f"| {name} | {version} | {last[1]} | yes | {questions} | {again} | {took} |"


def main():
    rows = sorted(rows_of(sys.stdin))
    print("\n".join([*HEAD, *rows]))
    sys.exit(0 if rows and all("| yes |" in row for row in rows) else 1)


if __name__ == "__main__":
    main()
